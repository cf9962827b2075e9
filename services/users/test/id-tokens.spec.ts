import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { subjectMerged } from '@sprayhunt/contracts';
import { publishedEvents } from '@sprayhunt/service-kit/testing';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { form, newestCode, signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';
import { BY_ID_TOKEN, exchange, IssuerBrowser, walk, webClient } from './web-client.js';

const refusals = ({ errors }: { errors?: { extensions: { code: string } }[] }) =>
  errors?.map(({ extensions }) => extensions.code);
const bring = (users: RunningUsers, idToken: string, nonce: string, browser = guest()) =>
  users.graphql<{ signInByIdToken: boolean }>(BY_ID_TOKEN, { idToken, nonce }, browser);

describe('an ID token of our own issuer', () => {
  let users: RunningUsers;
  beforeAll(async () => {
    users = await runUsers();
  });
  afterAll(() => users.stop());

  async function token() {
    const ann = await verified(users);
    const client = await webClient(users);
    const flow = await walk(users, client, new IssuerBrowser(users), ann.phone);
    return { id: ann.id, nonce: flow.nonce, idToken: (await exchange(client, flow)).id_token! };
  }

  it('opens one session, however often and however fast it comes', async () => {
    const { id, idToken, nonce } = await token();
    const results = await Promise.all(Array.from({ length: 4 }, () => bring(users, idToken, nonce)));
    expect(results.flatMap(({ grant }) => grant ?? [])).toEqual([
      { accountId: id, status: 'verified', language: 'en' },
    ]);
    expect(refusals(await bring(users, idToken, nonce))).toEqual(['ID_TOKEN_INVALID']);
  });

  it('merges the guest who brings it into the account, once', async () => {
    const { id, idToken, nonce } = await token();
    const before = (await users.published(subjectMerged)).filter(({ accountId }) => accountId === id);
    const browser = guest();
    await bring(users, idToken, nonce, browser);
    expect([before, (await users.published(subjectMerged)).filter(({ accountId }) => accountId === id)]).toEqual([
      [],
      [{ subjectId: browser.subject, accountId: id }],
    ]);
  });

  it('is refused with another nonce than the sign-in began with, and with none', async () => {
    const { idToken } = await token();
    for (const nonce of [randomUUID(), ''])
      expect(refusals(await bring(users, idToken, nonce))).toEqual(['ID_TOKEN_INVALID']);
  });

  it('is refused once the account is gone', async () => {
    const { id, idToken, nonce } = await token();
    await users.database.query('DELETE FROM accounts WHERE id = $1', [id]);
    expect(refusals(await bring(users, idToken, nonce))).toEqual(['ID_TOKEN_INVALID']);
  });

  it.each([
    ['with another signature', (idToken: string) => `${idToken.slice(0, -8)}AAAAAAAA`],
    [
      'with other contents',
      (idToken: string) => idToken.replace(/\.[^.]+\./, `.${Buffer.from('{"sub":"x"}').toString('base64url')}.`),
    ],
    ['that is none', () => 'garbage'],
  ])('is refused %s', async (_, changed) => {
    const { idToken, nonce } = await token();
    expect(refusals(await bring(users, changed(idToken), nonce))).toEqual(['ID_TOKEN_INVALID']);
  });
});

describe('an ID token of a foreign issuer', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const CLIENT = 'sprayhunt-at-home';
  let issuer: string;
  let server: Server;
  let isUnavailable = false;
  let users: RunningUsers;

  beforeAll(async () => {
    const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }] };
    server = createServer((request, response) => {
      response.statusCode = isUnavailable ? 503 : 200;
      response.end(JSON.stringify(request.url === '/jwks' ? jwks : { issuer, jwks_uri: `${issuer}/jwks` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    users = await runUsers({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT });
  });
  afterAll(async () => {
    server.close();
    await users.stop();
  });

  interface Claims {
    sub?: string;
    nonce?: string;
    [claim: string]: unknown;
  }
  interface Forgery {
    iss?: string;
    aud?: string | string[];
    /** Seconds from now. */
    issuedAt?: number;
    lasts?: number;
    key?: KeyObject;
  }
  const signed = (
    { sub = randomUUID(), ...claims }: Claims,
    { iss = issuer, aud = CLIENT, issuedAt = 0, lasts = 300, key = keys.privateKey }: Forgery = {},
  ) => {
    const now = Math.floor(Date.now() / 1_000) + issuedAt;
    return new SignJWT({ nonce: 'n', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setSubject(sub)
      .setIssuer(iss)
      .setAudience(aud)
      .setIssuedAt(now)
      .setExpirationTime(now + lasts)
      .sign(key);
  };
  const open = async (claims: Claims) => (await bring(users, await signed(claims), 'n')).grant;
  const contactsOf = (id: string) =>
    users.database.query<object[]>(
      'SELECT kind, value, verified_at IS NOT NULL AS proven FROM contacts WHERE account_id = $1',
      [id],
    );

  // First of all: the issuer's keys are fetched when they are first needed.
  it('waits for an issuer that is away, and then opens', async () => {
    isUnavailable = true;
    const token = await signed({});
    expect(refusals(await bring(users, token, 'n'))).toEqual(['UNAVAILABLE']);
    isUnavailable = false;
    expect((await bring(users, token, 'n')).grant).toEqual({
      accountId: expect.any(String),
      status: 'pending',
      language: 'en',
    });
  });

  it('merges the guest who brings it into the new account, also a pending one', async () => {
    const browser = guest();
    const { grant } = await bring(users, await signed({}), 'n', browser);
    expect(grant).toMatchObject({ status: 'pending' });
    expect((await users.published(subjectMerged)).filter(({ subjectId }) => subjectId === browser.subject)).toEqual([
      { subjectId: browser.subject, accountId: grant!.accountId },
    ]);
  });

  it('opens the same account for the same subject, and another one for another', async () => {
    const first = await open({ sub: 'ann', email: 'ann@home.example', email_verified: true });
    expect(first).toEqual({ accountId: expect.any(String), status: 'verified', language: 'en' });
    expect(await open({ sub: 'ann', email: 'another@home.example', email_verified: true })).toEqual(first);
    expect(await contactsOf(first!.accountId)).toEqual([{ kind: 'email', value: 'ann@home.example', proven: true }]);
    expect((await open({ sub: 'Ann' }))!.accountId).not.toBe(first!.accountId);
  });

  it('lets who came without a contact prove one, and be verified', async () => {
    const { accountId } = (await open({ sub: 'no-mail' }))!;
    const as = player({ subject: accountId, status: 'pending' });
    const { phone } = form();
    await users.graphql(
      'mutation ($contact: String!) { requestContactChange(contact: $contact) }',
      { contact: phone },
      as,
    );
    const result = await users.graphql(
      'mutation ($contact: String!, $code: String!) { changeContact(contact: $contact, code: $code) }',
      { contact: phone, code: await newestCode(users, phone) },
      as,
    );
    expect(result).toEqual({ data: { changeContact: true }, grant: { accountId, status: 'verified' } });
    expect(await open({ sub: 'no-mail', jti: '2' })).toEqual({ accountId, status: 'verified', language: 'en' });
    expect(await contactsOf(accountId)).toEqual([{ kind: 'phone', value: phone, proven: true }]);
    const events = await users.database.query<unknown[]>(
      `SELECT 1 FROM ${publishedEvents()} WHERE subject = 'users.account-verified.v1' AND event ->> 'subject' = $1`,
      [accountId],
    );
    expect(events).toHaveLength(1);
  });

  it('makes one account for a subject that comes twice at once', async () => {
    const grants = await Promise.all([open({ sub: 'twice', jti: '1' }), open({ sub: 'twice', jti: '2' })]);
    expect(grants[0]!.accountId).toBe(grants[1]!.accountId);
  });

  it("opens no one else's account by an e-mail", async () => {
    const ann = await signUp(users);
    await users.database.query(`UPDATE contacts SET verified_at = now() WHERE account_id = $1 AND kind = 'email'`, [
      ann.id,
    ]);
    const grant = await open({ email: ann.email, email_verified: true });
    expect(grant).toEqual({
      accountId: expect.not.stringMatching(ann.id) as unknown as string,
      status: 'pending',
      language: 'en',
    });
    expect(await contactsOf(grant!.accountId)).toEqual([]);
  });

  it.each([[false], [undefined], ['true']])(
    'takes an e-mail for proven only where the issuer has verified it (%j)',
    async (email_verified) => {
      const grant = await open({ email: 'unsure@home.example', email_verified });
      expect(grant!.status).toBe('pending');
      expect(await contactsOf(grant!.accountId)).toEqual([]);
    },
  );

  it.each<[string, () => Promise<string> | string]>([
    ['for another client', () => signed({}, { aud: 'somebody-else' })],
    [
      'for several clients, first of all another one',
      () => signed({ azp: 'somebody-else' }, { aud: [CLIENT, 'somebody-else'] }),
    ],
    ['of another issuer', () => signed({}, { iss: 'https://evil.example' })],
    ['that has expired', () => signed({}, { issuedAt: -400 })],
    ['that was made long ago', () => signed({}, { issuedAt: -3_600, lasts: 7_200 })],
    ['with another nonce', () => signed({ nonce: 'other' })],
    [
      "with a stranger's signature",
      () => signed({}, { key: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey }),
    ],
    [
      'without any signature',
      () =>
        new UnsecuredJWT({ nonce: 'n' })
          .setSubject('x')
          .setIssuer(issuer)
          .setAudience(CLIENT)
          .setIssuedAt()
          .setExpirationTime('5m')
          .encode(),
    ],
    [
      'signed with a shared secret',
      () =>
        new SignJWT({ nonce: 'n' })
          .setProtectedHeader({ alg: 'HS256' })
          .setSubject('x')
          .setIssuer(issuer)
          .setAudience(CLIENT)
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(Buffer.from('x'.repeat(32))),
    ],
  ])('is refused %s', async (_, make) => {
    expect(refusals(await bring(users, await make(), 'n'))).toEqual(['ID_TOKEN_INVALID']);
  });
});

import { signedOutElsewhere } from '@sprayhunt/contracts';
import type { Identity } from '@sprayhunt/service-kit';
import { eventOf, guest } from '@sprayhunt/service-kit/harness';
import { eventually, publishedEvents } from '@sprayhunt/service-kit/testing';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Erasures } from '../src/erasure/erasures.js';
import { OAuthClients } from '../src/partners/oauth-clients.js';
import { agree, decide, askPlayer, CALLBACK, newApp, redeem, refresh, revokeToken } from './partner-app.js';
import { signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';
import { suspend } from './suspend.js';
import { exchange, IssuerBrowser, walk, webClient } from './web-client.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

interface Access {
  id: string;
  name: string;
  scopes: string[];
  lastUsedAt: string | null;
}
const apps = async (as: Identity) =>
  (await users.graphql<{ myApps: Access[] }>('{ myApps { id name scopes owner website agreedAt lastUsedAt } }', {}, as))
    .data!.myApps;
const revoke = async (id: string, as: Identity) => {
  const { data, errors } = await users.graphql<{ revokeApp: boolean }>(
    'mutation ($id: ID!) { revokeApp(id: $id) }',
    { id },
    as,
  );
  return errors ? errors[0]!.extensions.code : data!.revokeApp;
};
const seen = async (interaction: string, as: Identity) => {
  const { data, errors } = await users.graphql<{ it: object | null }>(
    `query ($interaction: String!) { it: appAuthorization(interaction: $interaction) {
      name website owner scopes isLasting returnsTo } }`,
    { interaction },
    as,
  );
  return errors ? errors[0]!.extensions.code : data!.it;
};
/** Consents whose end was published to the gateways. */
const ended = async () =>
  (
    await users.database.query<{ id: string }[]>(
      `SELECT event -> 'data' ->> 'consentId' AS id FROM ${publishedEvents()} WHERE subject = 'users.consent-ended.v1'`,
    )
  ).map(({ id }) => id);

/** A player who agreed, with the program's first tokens. */
async function connected({ isPublic = true } = {}) {
  const [ann, app] = [await verified(users), await newApp(users, { isPublic })];
  const tokens = await redeem(app, await agree(users, app, ann.as));
  const [access] = await apps(ann.as);
  return { ann, app, tokens, access: access! };
}

describe('a player', () => {
  it.each([true, false])(
    'lets a program act (public: %s), which gets a token for ten minutes with the player, the client and the consent',
    async (isPublic) => {
      const { ann, app, tokens, access } = await connected({ isPublic });
      expect(tokens).toMatchObject({ expires_in: 600, scope: 'discoveries:write', token_type: 'bearer' });
      expect([tokens.id_token, typeof tokens.refresh_token]).toEqual([undefined, 'string']);
      expect(decodeJwt(tokens.access_token)).toMatchObject({
        sub: ann.id,
        client_id: app.id,
        aud: 'http://localhost:8080/graphql',
        scope: 'discoveries:write',
        grant_id: access.id,
      });
      expect(access).toMatchObject({
        name: expect.stringContaining('App'),
        scopes: ['discoveries:write', 'offline_access'],
        lastUsedAt: expect.any(String),
      });
    },
  );

  it('sees who asks for what, and where it leads', async () => {
    const [ann, app] = [await verified(users), await newApp(users)];
    const asked = await askPlayer(app, new IssuerBrowser(users));
    expect([asked.to.origin + asked.to.pathname, [...asked.to.searchParams.keys()]]).toEqual([
      'http://localhost:8080/authorize',
      ['interaction'],
    ]);
    expect(await seen(asked.interaction, ann.as)).toEqual({
      name: expect.stringContaining('App'),
      website: null,
      owner: null,
      scopes: ['discoveries:write'],
      isLasting: true,
      returnsTo: '127.0.0.1:7777',
    });
    const native = await askPlayer(app, new IssuerBrowser(users), {
      redirect_uri: 'com.example.app:/callback',
      scope: 'discoveries:write',
    });
    expect(await seen(native.interaction, ann.as)).toMatchObject({ isLasting: false, returnsTo: 'com.example.app' });
    expect(await seen('x'.repeat(43), ann.as)).toBeNull();
  });

  it('is asked each time, and agreeing again keeps the consent', async () => {
    const { ann, app, access } = await connected();
    const asked = await askPlayer(app, new IssuerBrowser(users), { prompt: undefined });
    expect(asked.to.pathname).toBe('/authorize');
    const silent = await askPlayer(app, new IssuerBrowser(users), { prompt: 'none', scope: 'discoveries:write' });
    expect([silent.to.origin, silent.to.searchParams.get('error')]).toEqual([
      'http://127.0.0.1:7777',
      'login_required',
    ]);
    const tokens = await redeem(
      app,
      await agree(users, app, ann.as, { scope: 'discoveries:write', prompt: undefined }),
    );
    expect(tokens.refresh_token).toBeUndefined();
    expect(await apps(ann.as)).toMatchObject([{ id: access.id, scopes: ['discoveries:write', 'offline_access'] }]);
  });

  it('who signs in at the same issuer meanwhile goes on to the program', async () => {
    const [ann, app, browser] = [await verified(users), await newApp(users), new IssuerBrowser(users)];
    const { interaction } = await askPlayer(app, browser);
    const web = await webClient(users);
    await exchange(web, await walk(users, web, browser, ann.phone));
    const { to } = await browser.go(await decide(users, interaction, ann.as));
    expect([to.origin + to.pathname, to.searchParams.get('code')]).toEqual([CALLBACK, expect.any(String)]);
  });

  it('who says no is sent back with that, and nothing is kept', async () => {
    const [ann, app, browser] = [await verified(users), await newApp(users), new IssuerBrowser(users)];
    const { interaction, state } = await askPlayer(app, browser);
    const { to } = await browser.go(await decide(users, interaction, ann.as, false));
    expect([
      to.origin + to.pathname,
      to.searchParams.get('error'),
      to.searchParams.get('state'),
      to.searchParams.get('code'),
    ]).toEqual([CALLBACK, 'access_denied', state, null]);
    expect(await apps(ann.as)).toEqual([]);
  });

  it('has to be verified and not suspended', async () => {
    const [app, pending, ann] = [await newApp(users), await signUp(users), await verified(users)];
    const { interaction } = await askPlayer(app, new IssuerBrowser(users));
    const suspended = { ...ann.as, suspendedUntil: new Date(Date.now() + 60_000).toISOString() };
    const through: Identity = { ...ann.as, client: app.id, scopes: ['discoveries:write'] };
    const tries = [guest(), pending.as, suspended, through].map((as) => decide(users, interaction, as));
    expect(await Promise.all(tries)).toEqual([
      'UNAUTHENTICATED',
      'CONTACT_NOT_VERIFIED',
      'ACCOUNT_SUSPENDED',
      'FORBIDDEN',
    ]);
    expect([await seen(interaction, guest()), await seen(interaction, pending.as)]).toEqual([
      'UNAUTHENTICATED',
      'CONTACT_NOT_VERIFIED',
    ]);
  });

  it('a player who is suspended between the decision and the code lets no program act', async () => {
    const [ann, app, browser] = [await verified(users), await newApp(users), new IssuerBrowser(users)];
    const { interaction } = await askPlayer(app, browser);
    const path = await decide(users, interaction, ann.as);
    await suspend(users, ann.id);
    expect((await browser.go(path)).to.searchParams.get('error')).toBe('access_denied');
  });

  it('takes it back: tokens of the program end, and only the own ones', async () => {
    const [{ ann, app, tokens, access }, other] = [await connected(), await connected()];
    expect([await revoke(access.id, other.ann.as), await revoke('none', ann.as)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await revoke(access.id, { ...ann.as, suspendedUntil: new Date(Date.now() + 60_000).toISOString() })).toBe(
      true,
    );
    expect(await ended()).toContain(access.id);
    await expect(refresh(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect([await apps(ann.as), (await apps(other.ann.as)).length, await revoke(access.id, ann.as)]).toEqual([
      [],
      1,
      'NOT_FOUND',
    ]);
    expect((await refresh(other.app, other.tokens.refresh_token!)).access_token).toBeTruthy();
  });
});

describe('a consent ends', () => {
  it.each<[string, (ann: { id: string }, app: { id: string }) => Promise<unknown>]>([
    ['when the player is suspended', (ann) => suspend(users, ann.id)],
    ['with the account', (ann) => users.database.transaction((tx) => users.app.get(Erasures).erase(tx, ann.id))],
    [
      'when the player signs out everywhere else',
      (ann) => users.publish(eventOf(signedOutElsewhere, { accountId: ann.id })),
    ],
  ])('%s', async (_, happen) => {
    const { ann, app, tokens, access } = await connected();
    await happen(ann, app);
    await eventually(async () => expect(await ended()).toContain(access.id));
    await expect(refresh(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(
      await users.database.query(
        `SELECT FROM app_consents WHERE id = $1 UNION ALL SELECT FROM oidc_payloads WHERE grant_id = $1::text`,
        [access.id],
      ),
    ).toEqual([]);
  });

  it('with the client, whose end is published to the gateways', async () => {
    const { ann, app, tokens } = await connected();
    await users.app.get(OAuthClients).revoke(app.id);
    await expect(refresh(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_client' });
    expect(await apps(ann.as)).toEqual([]);
  });

  it('not by what was agreed to later', async () => {
    const { ann, access } = await connected();
    const before = new Date(Date.now() - 60_000).toISOString();
    await users.publish({ ...eventOf(signedOutElsewhere, { accountId: ann.id }), time: before });
    const bob = await connected();
    await users.publish(eventOf(signedOutElsewhere, { accountId: bob.ann.id }));
    await eventually(async () => expect(await ended()).toContain(bob.access.id));
    expect(await apps(ann.as)).toMatchObject([{ id: access.id }]);
  });

  it('when a refresh token is used twice: a copy of it is worthless', async () => {
    const { app, tokens, access } = await connected();
    const renewed = await refresh(app, tokens.refresh_token!);
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    const age = `UPDATE oidc_payloads SET consumed_at = consumed_at - interval '11 seconds'
      WHERE model = 'RefreshToken'`;
    await users.database.query(age);
    await expect(refresh(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(refresh(app, renewed.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await ended()).toContain(access.id);
  });

  it('when a code comes twice', async () => {
    const [ann, app] = [await verified(users), await newApp(users)];
    const flow = await agree(users, app, ann.as);
    await redeem(app, flow);
    const [{ id }] = (await apps(ann.as)) as [Access];
    await expect(redeem(app, flow)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect([await apps(ann.as), (await ended()).includes(id)]).toEqual([[], true]);
  });
});

describe('the issuer gives no code or token', () => {
  it('to a program with another verifier, another client, or another address', async () => {
    const [ann, app, other] = [await verified(users), await newApp(users), await newApp(users)];
    const flow = await agree(users, app, ann.as);
    await expect(redeem(app, { ...flow, verifier: oidc.randomPKCECodeVerifier() })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(redeem(other, flow)).rejects.toMatchObject({ error: 'invalid_grant' });
    const elsewhere = new URL(flow.callback.href.replace(CALLBACK, 'com.example.app:/callback'));
    await expect(redeem(app, { ...flow, callback: elsewhere })).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await redeem(app, flow)).access_token).toBeTruthy();
  });

  it('after a minute', async () => {
    const [ann, app] = [await verified(users), await newApp(users)];
    const flow = await agree(users, app, ann.as);
    const [{ life }] = await users.database.query<[{ life: number }]>(
      `SELECT extract(epoch FROM max(expires_at) - now())::int AS life FROM oidc_payloads
        WHERE model = 'AuthorizationCode'`,
    );
    expect(life).toBeLessThanOrEqual(60);
    await users.database.query(`UPDATE oidc_payloads SET expires_at = now() WHERE model = 'AuthorizationCode'`);
    await expect(redeem(app, flow)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('without the secret of a client that has one', async () => {
    const [ann, app] = [await verified(users), await newApp(users, { isPublic: false })];
    const flow = await agree(users, app, ann.as);
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: app.id,
      code: flow.callback.searchParams.get('code')!,
      redirect_uri: CALLBACK,
      code_verifier: flow.verifier,
    });
    expect((await fetch(`${users.url}/oidc/token`, { method: 'POST', body })).status).toBe(401);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a scope', { scope: undefined }, 'invalid_scope'],
    ['for a scope of programs only', { scope: 'discoveries:write walls:read' }, 'invalid_scope'],
    ['for a sign-in', { scope: 'openid' }, 'invalid_scope'],
    ['for lasting access alone', { scope: 'offline_access' }, 'invalid_scope'],
    ['for another resource', { resource: 'https://elsewhere.example/' }, 'invalid_target'],
    ['as a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
  ])('to one that asks %s', async (_, changes, error) => {
    const app = await newApp(users);
    const { to } = await askPlayer(app, new IssuerBrowser(users), changes);
    expect([to.origin, to.searchParams.get('error') ?? new URLSearchParams(to.hash.slice(1)).get('error')]).toEqual([
      'http://127.0.0.1:7777',
      error,
    ]);
  });

  it.each([
    'https://evil.example/callback',
    `${CALLBACK}/more`,
    `${CALLBACK}?more`,
    'http://127.0.0.1.evil.example:7777/callback',
    'com.example.app:/callback2',
  ])('at %s, where it leads nobody', async (redirect_uri) => {
    const app = await newApp(users);
    const { status, to } = await askPlayer(app, new IssuerBrowser(users), { redirect_uri });
    expect([status, to.pathname]).toEqual([400, '/nowhere']);
  });

  it('but on the loopback interface, whatever the port', async () => {
    const app = await newApp(users);
    expect(
      (await askPlayer(app, new IssuerBrowser(users), { redirect_uri: 'http://127.0.0.1:50123/callback' })).to.pathname,
    ).toBe('/authorize');
  });

  it('of its own with a scope of players, whatever it is asked', async () => {
    const app = await newApp(users, { isPublic: false, scopes: ['walls:read', 'discoveries:write'] });
    expect((await oidc.clientCredentialsGrant(app.oauth)).scope).toBe('walls:read');
    await expect(oidc.clientCredentialsGrant(app.oauth, { scope: 'discoveries:write' })).rejects.toMatchObject({
      error: 'invalid_scope',
    });
    const alone = await newApp(users, { isPublic: false });
    await expect(oidc.clientCredentialsGrant(alone.oauth)).rejects.toMatchObject({ error: 'invalid_request' });
  });

  it('beyond 180 days of refreshing', async () => {
    const { app, tokens, access } = await connected();
    await users.database.query(
      `UPDATE oidc_payloads
        SET payload = payload || jsonb_build_object('iiat', extract(epoch FROM now())::int - 180 * 86400 + 90)
          WHERE model = 'RefreshToken' AND grant_id = $1`,
      [access.id],
    );
    const renewed = await refresh(app, tokens.refresh_token!);
    const [{ life }] = await users.database.query<[{ life: number }]>(
      `SELECT extract(epoch FROM max(expires_at) - now())::int AS life FROM oidc_payloads WHERE model = 'RefreshToken'
        AND grant_id = $1 AND consumed_at IS NULL`,
      [access.id],
    );
    expect([typeof renewed.refresh_token, life <= 95]).toEqual(['string', true]);
  });
});

describe('a decision of another player gives no code', () => {
  it('a player who starts and has another one agree cannot continue', async () => {
    const [ann, app, mallory] = [await verified(users), await newApp(users), new IssuerBrowser(users)];
    const { interaction } = await askPlayer(app, mallory);
    const path = await decide(users, interaction, ann.as);
    const [pathname, query] = path.split('?');
    for (const guessed of [pathname!, `${pathname}?proof=guessed`, `${pathname}?proof=`]) {
      const { to } = await mallory.go(guessed);
      expect(to.pathname + to.search).toBe('/authorize?problem=expired');
    }
    // Nor can the browser of the one who agreed: it did not begin.
    const { to } = await new IssuerBrowser(users).go(`${pathname}?${query}`);
    expect([to.pathname, to.searchParams.get('code')]).toEqual(['/sign-in', null]);
    expect(await apps(ann.as)).toEqual([]);
  });

  it('nor twice by one’s own', async () => {
    const [ann, app, browser] = [await verified(users), await newApp(users), new IssuerBrowser(users)];
    const { interaction } = await askPlayer(app, browser);
    const path = await decide(users, interaction, ann.as);
    expect((await browser.go(path)).to.searchParams.get('code')).toBeTruthy();
    expect((await browser.go(path)).to.searchParams.get('code')).toBeNull();
    expect(await decide(users, interaction, ann.as)).toBe('SIGN_IN_EXPIRED');
  });
});

describe('a program revokes', () => {
  /** Access tokens whose revocation was published to the gateways. */
  const revokedTokens = async () =>
    (
      await users.database.query<{ id: string }[]>(
        `SELECT event -> 'data' ->> 'tokenId' AS id FROM ${publishedEvents()}
          WHERE subject = 'users.access-token-revoked.v1'`,
      )
    ).map(({ id }) => id);

  it('at the endpoint that the issuer names', async () => {
    const { oauth } = await newApp(users);
    expect(oauth.serverMetadata().revocation_endpoint).toBe('http://localhost:8080/oidc/token/revocation');
  });

  it.each([true, false])(
    'its refresh token, which ends the consent with all of its tokens (public: %s)',
    async (isPublic) => {
      const { ann, app, tokens, access } = await connected({ isPublic });
      await revokeToken(app, tokens.refresh_token!);
      await expect(refresh(app, tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
      expect([await apps(ann.as), (await ended()).includes(access.id)]).toEqual([[], true]);
    },
  );

  it('a token for the player alone: the consent and other tokens stay', async () => {
    const { ann, app, tokens, access } = await connected();
    await revokeToken(app, tokens.access_token);
    expect(await revokedTokens()).toContain(decodeJwt(tokens.access_token).jti);
    const renewed = await refresh(app, tokens.refresh_token!);
    expect(await revokedTokens()).not.toContain(decodeJwt(renewed.access_token).jti);
    expect([await apps(ann.as), (await ended()).includes(access.id)]).toEqual([
      [expect.objectContaining({ id: access.id })],
      false,
    ]);
  });

  it('a token of its own', async () => {
    const app = await newApp(users, { isPublic: false, scopes: ['walls:read', 'discoveries:write'] });
    const { access_token: token } = await oidc.clientCredentialsGrant(app.oauth);
    await revokeToken(app, token);
    expect(await revokedTokens()).toContain(decodeJwt(token).jti);
  });

  it('nothing of another program', async () => {
    const [{ app, tokens, ann }, other] = [await connected(), await newApp(users)];
    for (const token of [tokens.access_token, tokens.refresh_token!])
      await expect(revokeToken(other, token)).rejects.toMatchObject({ error: 'invalid_request' });
    expect([await revokedTokens(), (await apps(ann.as)).length]).toEqual([
      expect.not.arrayContaining([decodeJwt(tokens.access_token).jti]),
      1,
    ]);
    expect((await refresh(app, tokens.refresh_token!)).access_token).toBeTruthy();
  });

  it('nothing without its secret', async () => {
    const { app, tokens } = await connected({ isPublic: false });
    const body = new URLSearchParams({ token: tokens.access_token, client_id: app.id });
    expect((await fetch(`${users.url}/oidc/token/revocation`, { method: 'POST', body })).status).toBe(401);
    expect(await revokedTokens()).not.toContain(decodeJwt(tokens.access_token).jti);
  });

  it('what is no token, or opens nothing any more, without an error', async () => {
    const { app, tokens } = await connected();
    const [head, payload] = tokens.access_token.split('.');
    for (const token of ['nonsense', `${head}.${payload}.${'A'.repeat(86)}`]) await revokeToken(app, token);
    expect(await revokedTokens()).not.toContain(decodeJwt(tokens.access_token).jti);
  });
});

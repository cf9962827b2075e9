import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { subjectMerged } from '@sprayhunt/contracts';
import type { Identity } from '@sprayhunt/service-kit';
import { type GraphQLResult, guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Authenticator } from './authenticator.js';
import { signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const FIELDS = '{ id name backedUp createdAt lastUsedAt }';
const LIST = `{ myPasskeys ${FIELDS} }`;
const CREATION_OPTIONS = 'mutation { passkeyCreationOptions }';
const ADD = `mutation ($response: JSON!, $name: String) { addPasskey(response: $response, name: $name) ${FIELDS} }`;
const RENAME = `mutation ($id: ID!, $name: String) { renamePasskey(id: $id, name: $name) ${FIELDS} }`;
const REMOVE = 'mutation ($id: ID!) { removePasskey(id: $id) }';
const OPTIONS = 'mutation { passkeySignInOptions }';
const SIGN_IN = `mutation ($response: JSON!, $interaction: String) { signInByPasskey(response: $response, interaction: $interaction) {
    continueTo } }`;

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

interface Passkey {
  id: string;
  name: string;
  backedUp: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

const only = <T>({ data, errors }: GraphQLResult<Record<string, T>>): T => {
  if (!data) throw new Error(JSON.stringify(errors));
  return Object.values(data)[0]!;
};
const refusalOf = ({ data, errors, grant }: GraphQLResult<object>) => {
  expect({ value: Object.values(data ?? {})[0] ?? null, grant }).toEqual({ value: null, grant: undefined });
  return errors!.map(({ extensions }) => extensions.code);
};

const creationOptions = async (as: Identity) =>
  only(await users.graphql<Record<string, PublicKeyCredentialCreationOptionsJSON>>(CREATION_OPTIONS, {}, as));
const signInOptions = async (as: Identity) =>
  only(await users.graphql<Record<string, PublicKeyCredentialRequestOptionsJSON>>(OPTIONS, {}, as));
const add = (response: unknown, as?: Identity, name?: unknown) =>
  users.graphql<{ addPasskey: Passkey }>(ADD, { response, name }, as);
const signIn = (response: unknown, browser?: Identity) =>
  users.graphql<{ signInByPasskey: string | null }>(SIGN_IN, { response }, browser);
const list = async (as: Identity) => only(await users.graphql<{ myPasskeys: Passkey[] }>(LIST, {}, as));

/** A verified player with a passkey. */
async function withPasskey(authenticator = new Authenticator()) {
  const person = await verified(users);
  const passkey = only(await add(authenticator.create(await creationOptions(person.as)), person.as));
  return { ...person, authenticator, passkey };
}

/** Signs a fresh challenge, in a new browser. */
async function signInBy(authenticator: Authenticator, behaviour?: Parameters<Authenticator['get']>[1]) {
  const browser = guest();
  return signIn(authenticator.get(await signInOptions(browser), behaviour), browser);
}

describe('a passkey', () => {
  it('is added in the profile, and signs in to the account without a name or a code [PERM-19]', async () => {
    const ann = await withPasskey();
    expect(ann.passkey).toEqual({
      id: expect.any(String),
      name: 'My device',
      backedUp: true,
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    expect(await signInBy(ann.authenticator)).toEqual({
      data: { signInByPasskey: null },
      grant: { accountId: ann.id, status: 'verified', language: 'en' },
    });
    const [used] = await list(ann.as);
    expect(Date.parse(used!.lastUsedAt!)).toBeGreaterThanOrEqual(Date.parse(used!.createdAt));
    const browser = guest();
    const { clientExtensionResults: _extensions, ...bare } = ann.authenticator.get(await signInOptions(browser));
    expect((await signIn(bare, browser)).grant).toMatchObject({ accountId: ann.id });
    // The guest of the browser is merged into the account.
    expect(await users.published(subjectMerged)).toContainEqual({ subjectId: browser.subject, accountId: ann.id });
  });

  it('is asked for as a discoverable one behind a PIN or a finger, and says nothing about the person', async () => {
    const ann = await withPasskey();
    const { rp, user, attestation, authenticatorSelection, excludeCredentials, timeout } = await creationOptions(
      ann.as,
    );
    expect({ rp, attestation, timeout }).toEqual({
      rp: { name: 'Sprayhunt', id: 'localhost' },
      attestation: 'none',
      timeout: 300_000,
    });
    expect(authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    expect(user).toEqual({
      id: Buffer.from(ann.id.replaceAll('-', ''), 'hex').toString('base64url'),
      name: ann.username,
      displayName: ann.username,
    });
    expect(excludeCredentials).toEqual([{ id: ann.authenticator.id, type: 'public-key', transports: ['internal'] }]);
    const options = await signInOptions(guest());
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  it('tells the owner that it was added, and no one when that fails', async () => {
    const ann = await withPasskey();
    const [notice] = await users.inbox(ann.phone);
    expect(notice).toMatchObject({
      channel: 'sms',
      subject: 'A passkey was added to your Sprayhunt account',
      code: null,
    });
    await users.database.query(`UPDATE contacts SET verified_at = now() WHERE account_id = $1`, [ann.id]);
    await add(new Authenticator().create(await creationOptions(ann.as)), ann.as);
    expect((await users.inbox(ann.email))[0]).toMatchObject({
      channel: 'email',
      subject: 'A passkey was added to your Sprayhunt account',
    });
    await add(ann.authenticator.create(await creationOptions(ann.as)), ann.as);
    expect(await users.inbox(ann.email)).toHaveLength(1);
  });

  it('is named, renamed and removed by its owner alone', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const { id, name } = only(
      await add(new Authenticator().create(await creationOptions(ann.as)), ann.as, '  Blue phone '),
    );
    expect(name).toBe('Blue phone');
    const rename = (given: unknown, as: Identity) =>
      users.graphql<{ renamePasskey: Passkey }>(RENAME, { id, name: given }, as);
    expect(only(await rename('Red 📱', ann.as))).toMatchObject({ id, name: 'Red 📱' });
    for (const wrong of ['', '  ', 'x'.repeat(61), 'a\u0007b', null])
      expect(refusalOf(await rename(wrong, ann.as))).toEqual(['VALIDATION_FAILED']);
    expect(refusalOf(await rename('Mine', bob.as))).toEqual(['NOT_FOUND']);
    expect(refusalOf(await users.graphql(REMOVE, { id }, bob.as))).toEqual(['NOT_FOUND']);
    expect(refusalOf(await users.graphql(REMOVE, { id: 'none' }, ann.as))).toEqual(['NOT_FOUND']);
    expect((await list(ann.as)).map((passkey) => passkey.name)).toEqual(['Red 📱']);
    expect(await list(bob.as)).toEqual([]);
    expect(only(await users.graphql<{ removePasskey: boolean }>(REMOVE, { id }, ann.as))).toBe(true);
    expect(await list(ann.as)).toEqual([]);
  });

  it('opens nothing once it is removed, or its account is gone', async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()];
    await users.graphql(REMOVE, { id: ann.passkey.id }, ann.as);
    expect(refusalOf(await signInBy(ann.authenticator))).toEqual(['PASSKEY_INVALID']);
    await users.database.query('DELETE FROM accounts WHERE id = $1', [bob.id]);
    expect(refusalOf(await signInBy(bob.authenticator))).toEqual(['PASSKEY_INVALID']);
    expect(await users.database.query('SELECT id FROM passkeys WHERE account_id = $1', [bob.id])).toEqual([]);
  });

  it('belongs to one account, and is there once', async () => {
    const [ann, bob] = [await withPasskey(), await verified(users)];
    expect(refusalOf(await add(ann.authenticator.create(await creationOptions(ann.as)), ann.as))).toEqual([
      'PASSKEY_EXISTS',
    ]);
    expect(refusalOf(await add(ann.authenticator.create(await creationOptions(bob.as)), bob.as))).toEqual([
      'PASSKEY_EXISTS',
    ]);
    expect(await list(bob.as)).toEqual([]);
  });

  it('is one of at most 20, also when many are added at once', async () => {
    const ann = await verified(users);
    const responses = [];
    for (let count = 0; count < 22; count += 1)
      responses.push(new Authenticator().create(await creationOptions(ann.as)));
    const results = await Promise.all(responses.map((response) => add(response, ann.as)));
    expect(results.filter(({ data }) => data)).toHaveLength(20);
    for (const result of results.filter(({ data }) => !data)) expect(refusalOf(result)).toEqual(['PASSKEY_LIMIT']);
    expect(refusalOf(await users.graphql(CREATION_OPTIONS, {}, ann.as))).toEqual(['PASSKEY_LIMIT']);
    expect(await list(ann.as)).toHaveLength(20);
  });

  it('is for verified players', async () => {
    const ann = await signUp(users);
    const response = new Authenticator().create(await creationOptions((await verified(users)).as));
    const id = '019300da-7a00-7000-8000-00000000da7a';
    for (const [query, variables] of [
      [CREATION_OPTIONS, {}],
      [ADD, { response }],
      [RENAME, { id, name: 'x' }],
      [REMOVE, { id }],
    ] as const) {
      expect(refusalOf(await users.graphql(query, variables, ann.as))).toEqual(['CONTACT_NOT_VERIFIED']);
      expect(refusalOf(await users.graphql(query, variables, guest()))).toEqual(['UNAUTHENTICATED']);
    }
    expect(await list(ann.as)).toEqual([]);
    expect(refusalOf(await users.graphql(LIST, {}, guest()))).toEqual(['UNAUTHENTICATED']);
  });
});

describe('a sign-in by passkey that the issuer asked for', () => {
  it('opens nothing where the issuer knows nothing of it', async () => {
    const ann = await withPasskey();
    const browser = guest();
    const response = ann.authenticator.get(await signInOptions(browser));
    expect(refusalOf(await users.graphql(SIGN_IN, { response, interaction: 'unknown' }, browser))).toEqual([
      'SIGN_IN_EXPIRED',
    ]);
    expect(refusalOf(await signIn(response, browser))).toEqual(['PASSKEY_INVALID']);
  });
});

describe('a challenge', () => {
  it('is used once, by a sign-in and by a new passkey', async () => {
    const ann = await withPasskey();
    const browser = guest();
    const response = ann.authenticator.get(await signInOptions(browser));
    const results = await Promise.all(Array.from({ length: 4 }, () => signIn(response, browser)));
    expect(results.filter(({ grant }) => grant)).toHaveLength(1);
    expect(refusalOf(await signIn(response, browser))).toEqual(['PASSKEY_INVALID']);

    const made = new Authenticator().create(await creationOptions(ann.as));
    only(await add(made, ann.as));
    await users.graphql(REMOVE, { id: (await list(ann.as))[1]!.id }, ann.as);
    expect(refusalOf(await add(made, ann.as))).toEqual(['PASSKEY_INVALID']);
  });

  it('is used up by a wrong response too', async () => {
    const ann = await withPasskey();
    const browser = guest();
    const options = await signInOptions(browser);
    expect(refusalOf(await signIn(ann.authenticator.get(options, { userVerified: false }), browser))).toEqual([
      'PASSKEY_INVALID',
    ]);
    expect(refusalOf(await signIn(ann.authenticator.get(options), browser))).toEqual(['PASSKEY_INVALID']);
  });

  it('works in the browser session that asked for it alone', async () => {
    const [ann, bob] = [await withPasskey(), await verified(users)];
    const browser = guest();
    const response = ann.authenticator.get(await signInOptions(browser));
    for (const other of [guest(), undefined, ann.as])
      expect(refusalOf(await signIn(response, other))).toEqual(['PASSKEY_INVALID']);
    expect((await signIn(response, browser)).grant).toMatchObject({ accountId: ann.id });

    const made = new Authenticator().create(await creationOptions(ann.as));
    for (const other of [bob.as, player({ subject: ann.id }), { ...bob.as, session: ann.as.session }])
      expect(refusalOf(await add(made, other))).toEqual(['PASSKEY_INVALID']);
    expect(only(await add(made, ann.as))).toMatchObject({ name: 'My device' });
  });

  it('works for its own purpose only, and cannot be invented', async () => {
    const ann = await withPasskey();
    const [forAdding, forSignIn] = [await creationOptions(ann.as), await signInOptions(ann.as)];
    expect(
      refusalOf(await signIn(ann.authenticator.get({ ...forSignIn, challenge: forAdding.challenge }), ann.as)),
    ).toEqual(['PASSKEY_INVALID']);
    expect(
      refusalOf(await add(new Authenticator().create({ ...forAdding, challenge: forSignIn.challenge }), ann.as)),
    ).toEqual(['PASSKEY_INVALID']);
    const made = Buffer.from('a challenge of my own making, here').toString('base64url');
    expect(refusalOf(await signIn(ann.authenticator.get({ ...forSignIn, challenge: made }), ann.as))).toEqual([
      'PASSKEY_INVALID',
    ]);
  });

  it('ends after 5 minutes, and leaves with a later one', async () => {
    const ann = await withPasskey();
    const browser = guest();
    const options = await signInOptions(browser);
    const challenge = Buffer.from(options.challenge, 'base64url');
    const left = () =>
      users.database.query<{ seconds: number }[]>(
        'SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM passkey_challenges WHERE challenge = $1',
        [challenge],
      );
    expect((await left())[0]!.seconds).toBeGreaterThan(4 * 60);
    expect((await left())[0]!.seconds).toBeLessThanOrEqual(5 * 60);
    await users.database.query(
      `UPDATE passkey_challenges SET expires_at = now() - interval '1 second' WHERE challenge = $1`,
      [challenge],
    );
    expect(refusalOf(await signIn(ann.authenticator.get(options), browser))).toEqual(['PASSKEY_INVALID']);
    await signInOptions(guest());
    expect(await left()).toEqual([]);
  });

  it('is given to browser sessions alone', async () => {
    expect(refusalOf(await users.graphql(OPTIONS, {}))).toEqual(['UNAUTHENTICATED']);
  });
});

describe('a response', () => {
  const wrongs = [
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://localhost:8081' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a PIN or a finger', { userVerified: false }],
    ['of another kind', { type: 'payment.get' }],
  ] as const;

  it.each(wrongs)('%s is refused at sign-in', async (_, behaviour) => {
    const ann = await withPasskey();
    expect(refusalOf(await signInBy(ann.authenticator, behaviour))).toEqual(['PASSKEY_INVALID']);
    expect((await list(ann.as))[0]!.lastUsedAt).toBeNull();
    expect((await signInBy(ann.authenticator)).grant).toMatchObject({ accountId: ann.id });
  });

  it.each(wrongs)('%s adds no passkey', async (_, behaviour) => {
    const ann = await verified(users);
    expect(refusalOf(await add(new Authenticator().create(await creationOptions(ann.as), behaviour), ann.as))).toEqual([
      'PASSKEY_INVALID',
    ]);
    expect(await list(ann.as)).toEqual([]);
  });

  it('of a key that does not go on counting is refused, for it may be a copy', async () => {
    const ann = await withPasskey(new Authenticator(true));
    expect((await signInBy(ann.authenticator, { counter: 7 })).grant).toMatchObject({ accountId: ann.id });
    for (const counter of [7, 6, 0])
      expect(refusalOf(await signInBy(ann.authenticator, { counter }))).toEqual(['PASSKEY_INVALID']);
    expect((await signInBy(ann.authenticator, { counter: 4_294_967_295 })).grant).toMatchObject({ accountId: ann.id });
  });

  it('of two copies that count alike at once opens one session', async () => {
    const ann = await withPasskey(new Authenticator(true));
    const browsers = [guest(), guest(), guest()];
    const responses = [];
    for (const browser of browsers) responses.push(ann.authenticator.get(await signInOptions(browser), { counter: 5 }));
    const results = await Promise.all(responses.map((response, at) => signIn(response, browsers[at])));
    expect(results.filter(({ grant }) => grant)).toHaveLength(1);
  });

  it('that is forged, changed or of another account is refused alike', async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()];
    const resultOf = async (change: (response: ReturnType<Authenticator['get']>) => object) => {
      const browser = guest();
      return signIn(change(ann.authenticator.get(await signInOptions(browser))), browser);
    };
    const results = [
      await signInBy(new Authenticator()),
      await resultOf((given) => ({ ...given, id: bob.authenticator.id, rawId: bob.authenticator.id })),
      await resultOf((given) => ({ ...given, rawId: bob.authenticator.id })),
      await resultOf((given) => ({ ...given, response: { ...given.response, userHandle: undefined } })),
      await resultOf((given) => ({
        ...given,
        response: {
          ...given.response,
          userHandle: Buffer.from(bob.id.replaceAll('-', ''), 'hex').toString('base64url'),
        },
      })),
      await resultOf((given) => ({ ...given, response: { ...given.response, signature: 'AAAA' } })),
      await resultOf((given) => ({ ...given, response: { ...given.response, authenticatorData: 'AAAA' } })),
      await resultOf((given) => ({ ...given, response: { ...given.response, clientDataJSON: 'AAAA' } })),
    ];
    for (const result of results) expect(refusalOf(result)).toEqual(['PASSKEY_INVALID']);
    expect(new Set(results.map(({ errors }) => errors![0]!.message)).size).toBe(1);
  });

  it('that is none at all, or far too large, is not read', async () => {
    const ann = await withPasskey();
    const good = ann.authenticator.get(await signInOptions(guest()));
    const wrong = [
      null,
      'text',
      7,
      [],
      {},
      { ...good, id: '' },
      { ...good, type: 'password' },
      { ...good, id: 'a/b' },
      { ...good, response: { ...good.response, signature: 'A'.repeat(20_000) } },
    ];
    for (const response of wrong.slice(1))
      expect(refusalOf(await signIn(response, guest()))).toEqual(['VALIDATION_FAILED']);
    const made = new Authenticator().create(await creationOptions(ann.as));
    for (const response of [
      {},
      { ...made, response: { ...made.response, transports: Array(11).fill('usb') } },
      { ...made, response: { ...made.response, attestationObject: 'A'.repeat(30_000) } },
    ])
      expect(refusalOf(await add(response, ann.as))).toEqual(['VALIDATION_FAILED']);
  });
});

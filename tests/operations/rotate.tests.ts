// docs/operations/rotate.md, carried out: all secrets of a running product are changed, and of what players and
// partners send meanwhile nothing is refused.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ServiceName, serviceNames } from '@sprayhunt/contracts';
import { expect, it } from '@jest/globals';
import { askToken, partnersCommand, sendPicture, uploadAddress } from '../system/access/world.js';
import { expectInvariants, inDatabase } from '../system/invariants.js';
import { inLanes } from '../system/lanes.js';
import { mainJob } from '../system/main-job.js';
import type { Sent } from '../system/open-loop.js';
import { Player } from '../system/player.js';
import { commandsOf } from './documented-commands.js';
import { asSuperuser, databaseOf, product, restart, valuesOf, expectNoInterruption } from './product.js';

type Variables = Record<string, string>;

const newSecret = () => randomBytes(32).toString('hex');
const keyPair = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
const signingKey = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

/**
 * A round: rolling restarts of the programs that read a variable. Users come before the gateway, which reads its keys.
 */
async function roll(variables: Partial<Record<ServiceName, Variables>>): Promise<void> {
  const others = serviceNames.filter((name) => name !== 'users' && name !== 'gateway');
  const lanes: ServiceName[][] = [['users', 'gateway'], ...inLanes(others, 2)];
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane) if (variables[name]) await restart(name, variables[name]);
    }),
  );
}

const WALLS = '/api/legal-walls/nearby?latitude=45.5&longitude=-73.6';
let partner: { clientId: string; clientSecret: string };
/** The partner's newest token. */
let token: string;
const requestToken = async () => (token = (await askToken(product.stack, partner)).access_token!);
const partnersRead = (): Sent => ({
  method: 'GET',
  path: WALLS,
  headers: { authorization: `Bearer ${token}` },
  status: 200,
});

it("a partner's secret is exchanged while the former one is valid", async () => {
  const made = await partnersCommand(product.data, 'create', '--name', 'Guide', '--scopes', 'walls:read');
  const former = (partner = JSON.parse(made.stdout) as typeof partner);
  const { stdout } = await partnersCommand(product.data, 'rotate', partner.clientId, '--overlap', '24');
  partner = { ...partner, clientSecret: (JSON.parse(stdout) as typeof partner).clientSecret };
  expect(partner.clientSecret).not.toBe(former.clientSecret);
  for (const one of [former, partner]) expect((await askToken(product.stack, one)).status).toBe(200);
});

it('each secret is exchanged in three rounds, and signatures of the former one are valid until the last', async () => {
  const { stack, players } = product;
  const old = valuesOf('secrets.json');
  const [identity, identityBefore] = [
    keyPair(),
    { privateKey: old.identityPrivateKey!, publicKey: old.identityPublicKey! },
  ];
  const client = newSecret();
  const rotated: { service: ServiceName; name: string; former: string; latter: string }[] = [
    { service: 'users', name: 'CODE_SECRET', former: old.codeSecret!, latter: newSecret() },
    { service: 'users', name: 'OIDC_COOKIE_KEY', former: old.oidcCookieKey!, latter: newSecret() },
    { service: 'users', name: 'OIDC_SIGNING_KEY', former: old.oidcSigningKey!, latter: signingKey() },
    { service: 'users', name: 'OIDC_CLIENT_SECRET', former: old.oidcClientSecret!, latter: client },
    { service: 'users', name: 'SUSPENSION_SECRET', former: old.suspensionSecret!, latter: newSecret() },
    { service: 'media', name: 'UPLOAD_SECRET', former: old.uploadSecret!, latter: newSecret() },
    { service: 'commerce', name: 'TRIAL_SECRET', former: old.trialSecret!, latter: newSecret() },
  ];
  const all = (common: Variables) => Object.fromEntries(serviceNames.map((name) => [name, common]));
  const values = (write: (former: string, latter: string) => string, each: Partial<Record<ServiceName, Variables>>) => {
    for (const { service, name, former, latter } of rotated)
      each[service] = { ...each[service], [name]: write(former, latter) };
    return each;
  };
  const [first] = players as [Player, Player];
  const unused = await uploadAddress(first);
  const tokens = [await requestToken()];

  await expectNoInterruption(async () => {
    const before = await begun(first);
    await roll(
      values(
        (former, latter) => `${former}\n${latter}`,
        all({ IDENTITY_PUBLIC_KEY: `${identityBefore.publicKey}${identity.publicKey}` }),
      ),
    );
    await before.end();
    tokens.push(await requestToken());

    const between = await begun(first);
    await roll(
      values((former, latter) => `${latter}\n${former}`, {
        gateway: { OIDC_CLIENT_SECRET: client, IDENTITY_PRIVATE_KEY: identity.privateKey },
      }),
    );
    await between.end();
    expect(await Promise.all(tokens.map(read))).toEqual([200, 200]);
    expect(await clientIsKnown(old.oidcClientSecret!)).toBe(true);
    tokens.push(await requestToken());

    const after = await begun(first);
    await roll(values((_former, latter) => latter, all({ IDENTITY_PUBLIC_KEY: identity.publicKey })));
    await after.end();
  }, partnersRead);

  // The former ones open nothing any more.
  expect(await Promise.all(tokens.map(read))).toEqual([401, 401, 200]);
  expect((await sendPicture(unused)).status).toBe(403);
  expect(await clientIsKnown(old.oidcClientSecret!)).toBe(false);
  expect(await clientIsKnown(client)).toBe(true);
  await mainJob(stack.url);
  await expectInvariants(stack, players);
}, 240_000);

it('the password of a database role is exchanged by a second role', async () => {
  const { stack, players } = product;
  const password = newSecret();
  const [begin, end, remove] = commandsOf('rotate.md', 'Database passwords', 'sql').map((sql) =>
    sql.replaceAll('SERVICE', 'users').replaceAll('NEW_PASSWORD', password),
  ) as [string, string, string];
  const former = databaseOf('users');
  const as = (role: string, withPassword: string) =>
    Object.assign(new URL(former), { username: role, password: withPassword }).href;
  await expectNoInterruption(async () => {
    await asSuperuser(begin);
    await restart('users', { DATABASE_URL: as('users_next', password) });
    await asSuperuser(end);
    await restart('users', { DATABASE_URL: as('users', password) });
    await asSuperuser(remove);
  }, partnersRead);
  await expectInvariants(stack, players);
  await mainJob(stack.url);
  await expect(inDatabase({ ...stack, adminUrl: former }, async () => undefined)).rejects.toThrow(/password/);
}, 120_000);

it('the password of a user of NATS is exchanged while events wait', async () => {
  const { data, stack, players } = product;
  const file = path.join(data, 'nats-server.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as {
    authorization: { users: { user: string; password: string }[] };
  };
  const password = newSecret();
  config.authorization.users.find(({ user }) => user === 'discovery')!.password = password;
  await expectNoInterruption(async () => {
    writeFileSync(file, JSON.stringify(config));
    process.kill(stack.pid('nats-server')!, 'SIGHUP');
    await Promise.all(players.map((player) => player.document()));
    await restart('discovery', { NATS_PASSWORD: password });
  }, partnersRead);
  // Every award is booked: what was sent with the former password, what waited, and what came after.
  await expectInvariants(stack, players);
}, 120_000);

/** What is under way over a restart: an upload, and a sign-in at our own provider, with its code and its cookies. */
async function begun(player: Player): Promise<{ end(): Promise<void> }> {
  const address = await uploadAddress(player);
  const browser = Player.guest(product.stack.url);
  const interaction = (await follow(browser, '/api/login')).searchParams.get('interaction');
  expect((await browser.send('POST', '/api/login/code', { contact: player.phone })).status).toBe(202);
  const code = await browser.newestCode(player.phone);
  return {
    end: async () => {
      expect((await sendPicture(address)).ok).toBe(true);
      const proven = await browser.send('POST', '/api/login/verify', { contact: player.phone, code, interaction });
      const { continueTo } = (await proven.json()) as { continueTo: string };
      expect((await follow(browser, continueTo)).pathname).toBe('/');
      expect(await browser.read('/api/auth/user')).toMatchObject({ id: player.accountId });
    },
  };
}

/** Follows redirects between the gateway and our own provider. @returns the page at which they end */
async function follow(browser: Player, from: string): Promise<URL> {
  let at = new URL(from, product.stack.url);
  while (/^\/(api|oidc)\//.test(at.pathname)) {
    const response = await browser.send('GET', `${at.pathname}${at.search}`);
    const to = response.headers.get('location');
    if (!to) throw new Error(`${at.pathname} returned ${response.status}: ${await response.text()}`);
    at = new URL(to, at);
  }
  return at;
}

/** The status of a partner's read. */
async function read(token: string): Promise<number> {
  const response = await fetch(`${product.stack.url}${WALLS}`, { headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

/** Whether our own provider lets the gateway in with a secret; its code is none. */
async function clientIsKnown(secret: string): Promise<boolean> {
  const response = await fetch(`${product.stack.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`sprayhunt-web:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'none',
      redirect_uri: `${product.stack.url}/api/login/callback`,
      code_verifier: 'x'.repeat(43),
    }),
  });
  const { error } = (await response.json()) as { error: string };
  expect(['invalid_grant', 'invalid_client']).toContain(error);
  return error === 'invalid_grant';
}

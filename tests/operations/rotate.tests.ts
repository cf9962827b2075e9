// docs/operations/rotate.md, carried out: all secrets of a running product are changed while players are at work.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ServiceName, serviceNames } from '@sprayhunt/contracts';
import { expect, it } from '@jest/globals';
import { askToken, partnersCommand, sendPicture, uploadAddress } from '../system/access/world.js';
import { expectInvariants, inDatabase } from '../system/invariants.js';
import { mainJob } from '../system/main-job.js';
import { Player, underLoad } from '../system/player.js';
import { commandsOf } from './documented-commands.js';
import { asSuperuser, databaseOf, product, restart, valuesOf } from './product.js';

type Variables = Record<string, string>;

const newSecret = () => randomBytes(32).toString('hex');
const keyPair = () => generateKeyPairSync('ed25519', { privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
const signingKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } }).privateKey;

/** A restart of every program, one after the other, while players are at work. */
async function roll(variables: Partial<Record<ServiceName, Variables>>, common: Variables): Promise<void> {
  const load = underLoad(product.players, 100);
  // Half of them at a time, so that both kinds of programs work together meanwhile.
  for (const half of [serviceNames.slice(0, 3), serviceNames.slice(3)]) {
    await Promise.all(half.map((name) => restart(name, { ...common, ...variables[name] })));
  }
  await load.stop();
}

it('each secret is exchanged in three rounds, and what the former one signed holds until the last', async () => {
  const { stack, players } = product;
  const old = valuesOf('secrets.json');
  const { stdout } = await partnersCommand(product.data, 'create', '--name', 'Guide', '--scopes', 'walls:read');
  const partner = JSON.parse(stdout) as { clientId: string; clientSecret: string };
  const [identity, identityBefore] = [keyPair(), { privateKey: old.identityPrivateKey!, publicKey: old.identityPublicKey! }];
  const client = newSecret();
  const rotated: { service: ServiceName; name: string; former: string; latter: string }[] = [
    { service: 'users', name: 'CODE_SECRET', former: old.codeSecret!, latter: newSecret() },
    { service: 'users', name: 'OIDC_COOKIE_KEY', former: old.oidcCookieKey!, latter: newSecret() },
    { service: 'users', name: 'OIDC_SIGNING_KEY', former: old.oidcSigningKey!, latter: signingKey() },
    { service: 'users', name: 'OIDC_CLIENT_SECRET', former: old.oidcClientSecret!, latter: client },
    { service: 'media', name: 'UPLOAD_SECRET', former: old.uploadSecret!, latter: newSecret() },
    { service: 'commerce', name: 'TRIAL_SECRET', former: old.trialSecret!, latter: newSecret() },
  ];
  const values = (write: (former: string, latter: string) => string, ofGateway: Variables) => {
    const each: Partial<Record<ServiceName, Variables>> = { gateway: ofGateway };
    for (const { service, name, former, latter } of rotated) each[service] = { ...each[service], [name]: write(former, latter) };
    return each;
  };
  const [first] = players as [Player, Player];

  const [before, unused] = [await begun(first), await uploadAddress(first)];
  const tokenBefore = (await askToken(stack, partner)).access_token!;
  await roll(values((former, latter) => `${former}\n${latter}`, {}), { IDENTITY_PUBLIC_KEY: `${identityBefore.publicKey}${identity.publicKey}` });
  await before.end();
  expect(await read(tokenBefore)).toBe(200);

  const between = await begun(first);
  const tokenBetween = (await askToken(stack, partner)).access_token!;
  const ofGateway = { OIDC_CLIENT_SECRET: client, IDENTITY_PRIVATE_KEY: identity.privateKey };
  await roll(values((former, latter) => `${latter}\n${former}`, ofGateway), { IDENTITY_PUBLIC_KEY: `${identity.publicKey}${identityBefore.publicKey}` });
  await between.end();
  expect(await read(tokenBetween)).toBe(200);
  expect(await clientIsKnown(old.oidcClientSecret!)).toBe(true);

  const after = await begun(first);
  const tokenAfter = (await askToken(stack, partner)).access_token!;
  await roll(values((_former, latter) => latter, ofGateway), { IDENTITY_PUBLIC_KEY: identity.publicKey });
  await after.end();
  expect(await read(tokenAfter)).toBe(200);

  // The former ones open nothing any more.
  expect(await read(tokenBefore)).toBe(401);
  expect((await sendPicture(unused)).status).toBe(403);
  expect(await clientIsKnown(old.oidcClientSecret!)).toBe(false);
  expect(await clientIsKnown(client)).toBe(true);
  await mainJob(stack.url);
  await expectInvariants(stack, players);
}, 240_000);

it('the password of a database role is exchanged by a second role', async () => {
  const { stack, players } = product;
  const password = newSecret();
  const [begin, end, remove] = commandsOf('rotate.md', 'Database passwords', 'sql').map((sql) => sql.replaceAll('SERVICE', 'users').replaceAll('NEW_PASSWORD', password)) as [string, string, string];
  const former = databaseOf('users');
  const as = (role: string, withPassword: string) => Object.assign(new URL(former), { username: role, password: withPassword }).href;
  const load = underLoad(players, 100);
  await asSuperuser(begin);
  await restart('users', { DATABASE_URL: as('users_next', password) });
  await asSuperuser(end);
  await restart('users', { DATABASE_URL: as('users', password) });
  await asSuperuser(remove);
  await load.stop();
  await expectInvariants(stack, players);
  await mainJob(stack.url);
  await expect(inDatabase({ ...stack, adminUrl: former }, async () => undefined)).rejects.toThrow(/password/);
}, 120_000);

it('the password of a user of NATS is exchanged while events wait', async () => {
  const { data, stack, players } = product;
  const file = path.join(data, 'nats-server.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as { authorization: { users: { user: string; password: string }[] } };
  const password = newSecret();
  config.authorization.users.find(({ user }) => user === 'discovery')!.password = password;
  const load = underLoad(players, 100);
  writeFileSync(file, JSON.stringify(config));
  process.kill(stack.pid('nats-server')!, 'SIGHUP');
  await Promise.all(players.map((player) => player.document()));
  await restart('discovery', { NATS_PASSWORD: password });
  await load.stop();
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
  const response = await fetch(`${product.stack.url}/api/legal-walls/nearby?latitude=45.5&longitude=-73.6`, { headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

/** Whether our own provider lets the gateway in with a secret; its code is none. */
async function clientIsKnown(secret: string): Promise<boolean> {
  const response = await fetch(`${product.stack.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`sprayhunt-web:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code: 'none', redirect_uri: `${product.stack.url}/api/login/callback`, code_verifier: 'x'.repeat(43) }),
  });
  const { error } = (await response.json()) as { error: string };
  expect(['invalid_grant', 'invalid_client']).toContain(error);
  return error === 'invalid_grant';
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isScope } from '@sprayhunt/service-kit';
import { describe, expect, it } from '@jest/globals';
import {
  accessMatrix,
  CALLERS,
  type CallerKind,
  type Field,
  type Operation,
  type RestCall,
} from '@sprayhunt/workspace';
import { documentOf, requestOf, spendsSession, variablesOf } from './calls.js';
import { Player } from '../player.js';
import { askToken, partnersCommand, roleCommand, world } from './world.js';

const { operations, fields, calls, otherRoutes } = accessMatrix();
const rest = [...calls, ...otherRoutes];

async function askGraphql(kind: CallerKind, target: Operation | Field): Promise<string> {
  const operation = 'operation' in target ? target.operation : target;
  const caller = await world.caller(kind, spendsSession(operation.name));
  const values = await variablesOf(operation, world, caller, kind);
  const inner =
    'operation' in target
      ? `${target.field}${target.isPaged ? '(first: 5)' : ''}${target.returnsObject ? ' { __typename }' : ''}`
      : '';
  const selection =
    'operation' in target
      ? `{ ${target.path.reduceRight((below, field) => `${field} { ${below} }`, inner)} }`
      : undefined;
  const query = documentOf(operation, values, selection);
  const response = await caller.send(
    'POST',
    '/graphql',
    { query, variables: values },
    await world.headers(kind, target.scopes),
  );
  const { data, errors } = (await response.json()) as {
    data?: { it: unknown };
    errors?: { extensions: { code: string } }[];
  };
  if (errors) return errors[0]!.extensions.code;
  return data!.it === null ? 'null' : 'ok';
}

const operationNamed = (name: string | undefined) => operations.find((operation) => operation.name === name);

async function askRest(kind: CallerKind, call: RestCall): Promise<string> {
  const { name, method, scopes } = call;
  const caller = await world.caller(kind, spendsSession(name));
  const request = await requestOf(call, operationNamed(call.operation), world, caller, kind);
  const { path: called, body, type, headers: own } = request;
  const headers = { ...(await world.headers(kind, scopes)), ...(type && { 'content-type': type }), ...own };
  return outcomeOf(await caller.send(method, called, body, headers));
}

/** `ok`, where a redirect leads, or the code of the refusal; its status where it has none. */
async function outcomeOf(response: Response): Promise<string> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return `to ${new URL(response.headers.get('location')!, world.stack.url).pathname}`;
  }
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return 'ok';
  }
  const text = await response.text();
  if (response.ok) return 'ok';
  // A response to HEAD has no body.
  const { code, error } =
    text && response.headers.get('content-type')?.includes('json')
      ? (JSON.parse(text) as { code?: string; error?: string })
      : {};
  return code ?? error ?? String(response.status);
}

/** The cells that differ. One after another for what changes something, a few at a time for what reads. */
async function differences(kind: CallerKind): Promise<string[]> {
  const wrong: string[] = [];
  const compare = async <Call extends { name: string; results: Record<CallerKind, string> }>(
    call: Call,
    ask: (kind: CallerKind, call: Call) => Promise<string>,
  ) => {
    const result = await ask(kind, call).catch((error: Error) => `failed: ${error.message}`);
    if (result !== call.results[kind])
      wrong.push(`${call.name}: ${result}, but docs/access.md says ${call.results[kind]}`);
  };
  const reads = [
    ...operations.filter((one) => one.kind === 'query').map((one) => () => compare(one, askGraphql)),
    ...fields.filter((one) => one.operation.kind === 'query').map((one) => () => compare(one, askGraphql)),
    ...rest.filter(({ method }) => method === 'GET').map((one) => () => compare(one, askRest)),
  ];
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      for (let next = reads.shift(); next; next = reads.shift()) await next();
    }),
  );
  for (const one of operations.filter(({ kind }) => kind === 'mutation')) await compare(one, askGraphql);
  for (const one of fields.filter(({ operation }) => operation.kind === 'mutation')) await compare(one, askGraphql);
  for (const one of rest.filter(({ method }) => method !== 'GET').toSorted(byEffect)) await compare(one, askRest);
  return wrong;
}

/** The call that signs the player out elsewhere comes last, because another call ends one of those sessions. */
const LAST = 'DELETE /api/profile/sessions';
const byEffect = (a: RestCall, b: RestCall) => Number(a.name === LAST) - Number(b.name === LAST);

describe('who may do what', () => {
  // The player comes last, because it removes objects that the others need.
  it.each(CALLERS.toSorted((a, b) => Number(a === 'player') - Number(b === 'player')))(
    'responds to %s as documented in docs/access.md, in every cell',
    async (kind) => {
      expect(operations.length + fields.length + rest.length).toBeGreaterThan(200);
      expect(await differences(kind)).toEqual([]);
    },
    240_000,
  );
});

describe('roles on the whole stack', () => {
  const rolesOf = async (player: Player) => ((await player.read('/api/auth/user')) as { roles: string[] }).roles;

  it('are given and taken by the command of operators, and by nothing else', async () => {
    const player = await Player.signUp(world.stack.url);
    const asked = await roleCommand(world.folder, 'grant', 'organiser', player.username.toUpperCase());
    expect([asked.code, JSON.parse(asked.stdout)]).toEqual([0, { username: player.username, roles: ['organiser'] }]);
    expect(await rolesOf(player)).toEqual(['organiser']);
    expect((await roleCommand(world.folder, 'list')).stdout).toContain(player.username);
    expect((await roleCommand(world.folder, 'revoke', 'organiser', player.username)).code).toBe(0);
    expect(await rolesOf(player)).toEqual([]);
    const [unknown, misunderstood] = [
      await roleCommand(world.folder, 'grant', 'moderator', 'no one'),
      await roleCommand(world.folder, 'grant', 'king', player.username),
    ];
    expect([unknown.code, unknown.stderr.trim()]).toEqual([1, 'There is no verified account no one.']);
    expect([misunderstood.code, misunderstood.stderr]).toEqual([2, expect.stringContaining('grant ROLE USERNAME')]);
  });
});

describe('partners on the whole stack', () => {
  const nearby = (token: string) =>
    fetch(`${world.stack.url}/api/discoveries/nearby?latitude=45.5&longitude=-73.6`, {
      headers: { authorization: `Bearer ${token}` },
    });

  it('are kept by the command of operators, from the first secret to the end', async () => {
    const made = await partnersCommand(
      world.folder,
      'create',
      '--name',
      'City guide',
      '--scopes',
      'discoveries:read, walls:read',
    );
    const created = JSON.parse(made.stdout) as { clientId: string; clientSecret: string; scopes: string[] };
    expect(created.scopes).toEqual(['discoveries:read', 'walls:read']);
    expect(created.scopes.every(isScope)).toBe(true);
    const { access_token: token } = await askToken(world.stack, created);
    expect((await nearby(token!)).status).toBe(200);
    const rotated = JSON.parse(
      (await partnersCommand(world.folder, 'rotate', created.clientId, '--overlap', '1')).stdout,
    ) as typeof created;
    expect(rotated.clientSecret).not.toBe(created.clientSecret);
    for (const secret of [created.clientSecret, rotated.clientSecret])
      expect((await askToken(world.stack, { ...created, clientSecret: secret })).status).toBe(200);
    const list = await partnersCommand(world.folder, 'list');
    expect(list.stdout).toContain('City guide');
    for (const secret of [created.clientSecret, rotated.clientSecret]) expect(list.stdout).not.toContain(secret);
    expect((await partnersCommand(world.folder, 'revoke', created.clientId)).code).toBe(0);
    expect(await askToken(world.stack, rotated)).toMatchObject({ status: 401, error: 'invalid_client' });
  });

  it('cannot be kept by a command that is wrong', async () => {
    const [unknown, scope, misunderstood] = await Promise.all([
      partnersCommand(world.folder, 'revoke', '0198a5d0-ac96-4aa3-bcce-b302099a8057'),
      partnersCommand(world.folder, 'create', '--name', 'x', '--scopes', 'walls:write'),
      partnersCommand(world.folder, 'create', '--name', 'x'),
    ]);
    expect([unknown.code, unknown.stderr.trim()]).toEqual([
      1,
      'There is no client 0198a5d0-ac96-4aa3-bcce-b302099a8057.',
    ]);
    expect([scope.code, scope.stderr]).toEqual([1, expect.stringContaining('There is no scope walls:write.')]);
    expect([misunderstood.code, misunderstood.stderr]).toEqual([2, expect.stringContaining('rotate CLIENT_ID')]);
  });

  it('leave neither tokens nor secrets in any log', async () => {
    const token = await world.token(['walls:read']);
    expect((await nearby(token)).status).toBe(403);
    const tampered = `${token.slice(0, -4)}AAAA`;
    expect((await nearby(tampered)).status).toBe(401);
    const folder = path.join(world.folder, 'logs');
    const logs = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
    expect(logs.join('')).toContain('Ready');
    for (const secret of [token, tampered, world.partner.clientSecret])
      expect(logs.some((log) => log.includes(secret))).toBe(false);
  });
});

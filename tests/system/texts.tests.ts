import { readFileSync } from 'node:fs';
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { describe, expect, it } from '@jest/globals';
import { restInterfaces } from '@sprayhunt/workspace';
import { world } from './access/world.js';
import { inDatabase } from './invariants.js';
import { Player } from './player.js';

const BAD_TEXTS = {
  'U+0000': 'a\u0000b',
  'a control character': 'a\u0007b',
  NEL: '\u0085b',
  'a high surrogate': 'a\uD83Db',
  'a low surrogate': '\uDC0A',
  'an override': 'a\u202Eb',
  'an isolate': '\u2066b',
};
const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';
/** Longer than any text may be, and shorter than a body may be. */
const LONG = '🐊'.repeat(5_000);

let player: Player;

export async function prepareTexts(): Promise<void> {
  player = await Player.signUp(world.stack.url);
}

interface TextInput {
  /** `mutation createDiscovery input.title` */
  name: string;
  /** How a refusal names it. */
  field: string;
  query: string;
  /** Variables of the call, with this text there and everything else fit to pass. */
  variables(bad: string): Record<string, unknown>;
}

/** Every text that a caller may write by the composed schema: arguments, and fields of inputs at any depth. */
function textInputs(schema: GraphQLSchema): TextInput[] {
  return (['query', 'mutation'] as const).flatMap((kind) => {
    const root = kind === 'query' ? schema.getQueryType()! : schema.getMutationType()!;
    const fields = Object.values(root.getFields()).filter(
      ({ astNode }) => !astNode!.directives!.some(({ name }) => name.value === 'inaccessible'),
    );
    return fields.flatMap((operation) => {
      const { name: field, args } = operation;
      const declared = args.map(({ name, type }) => `$${name}: ${type.toString()}`).join(', ');
      const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
      const selection = /^(Boolean|Int|String|JSON|\[String)/.test(operation.type.toString()) ? '' : '{ __typename }';
      const query = `${kind}${declared && `(${declared})`} { ${field}${passed && `(${passed})`} ${selection} }`;
      const fitting = Object.fromEntries(args.filter(isRequiredArgument).map(({ name, type }) => [name, fit(type)]));
      return args.flatMap(({ name, type }) =>
        textsIn(type).map(({ path, value }) => ({
          name: [kind, field, [name, ...path].join('.')].join(' '),
          field: (name === 'input' ? path : [name, ...path]).join('.'),
          query,
          variables: (bad: string) => ({ ...fitting, [name]: value(bad) }),
        })),
      );
    });
  });
}

/** The positions in a value of this type that take text, and the value with a given text there. */
function textsIn(type: GraphQLInputType): { path: (string | number)[]; value(bad: string): unknown }[] {
  if (isNonNullType(type)) return textsIn(type.ofType);
  if (isListType(type))
    return textsIn(type.ofType).map(({ path, value }) => ({ path: [0, ...path], value: (bad) => [value(bad)] }));
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap((field) =>
      textsIn(field.type).map(({ path, value }) => ({
        path: [field.name, ...path],
        value: (bad: string) => ({ ...(fit(type) as object), [field.name]: value(bad) }),
      })),
    );
  if (type.name === 'JSON') return [{ path: ['some', 'field'], value: (bad) => ({ some: { field: bad } }) }];
  return ['String', 'ID'].includes(type.name) ? [{ path: [], value: (bad) => bad }] : [];
}

function fit(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return fit(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map(({ name, type }) => [name, fit(type)]),
    );
  return { ID: UUID, String: 'text', Int: 1, Float: 1, Boolean: true, JSON: {}, DateTime: '2030-01-01T00:00:00.000Z' }[
    type.name
  ];
}

const supergraph = readFileSync(
  new URL('../../services/gateway/src/graphql/supergraph.graphql', import.meta.url),
  'utf8',
);
const inputs = textInputs(buildSchema(supergraph, { assumeValid: true }));

interface GraphResult {
  status: number;
  errors: { extensions: { code: string; fields?: { field: string }[] } }[];
}

async function ask(query: string, variables: Record<string, unknown>): Promise<GraphResult> {
  const response = await player.send('POST', '/graphql', { query, variables });
  return {
    status: response.status,
    errors: ((await response.json()) as { errors?: GraphResult['errors'] }).errors ?? [],
  };
}

/** Calls one after another, a few at a time; returns the faults. */
async function each<T>(items: T[], call: (item: T) => Promise<string | undefined>): Promise<string[]> {
  const waiting = [...items];
  const said: string[] = [];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        const words = await call(item);
        if (words) said.push(words);
      }
    }),
  );
  return said;
}

describe('invalid text', () => {
  it('is checked in every argument that takes text', () => {
    expect(inputs.length).toBeGreaterThan(50);
    expect(inputs.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'query player username',
        'mutation createDiscovery input.title',
        'mutation signUp input.pinPreferences.tags',
        'mutation orderArt ids.0',
      ]),
    );
  });

  it.each(Object.entries(BAD_TEXTS))('is refused by every argument, which the refusal names: %s', async (_, bad) => {
    const wrong = await each(inputs, async ({ name, field, query, variables }) => {
      const { status, errors } = await ask(query, variables(bad));
      const [{ code, fields }] = errors.map(({ extensions }) => extensions) as [GraphResult['errors'][0]['extensions']];
      const named = fields?.map((fault) => fault.field);
      return status < 500 && code === 'VALIDATION_FAILED' && named?.includes(field)
        ? undefined
        : `${name}: ${status} ${code} ${named?.join()}`;
    });
    expect(wrong).toEqual([]);
  });

  it('is refused where it is written into the document', async () => {
    for (const written of ['"a\\u0000b"', '"\\u202E"', '"""\\uD800 \u202E"""']) {
      const { errors } = await ask(`{ player(username: ${written}) { id } }`, {});
      expect(errors[0]!.extensions).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'username' }] });
    }
  });

  it('is never an internal error, nor is text that is far too long', async () => {
    const wrong = await each(inputs, async ({ name, query, variables }) => {
      const { status, errors } = await ask(query, variables(LONG));
      const codes = errors.map(({ extensions }) => extensions.code);
      return status < 500 && !codes.includes('INTERNAL') ? undefined : `${name}: ${status} ${codes.join()}`;
    });
    expect(wrong).toEqual([]);
  });
});

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Call {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security?: Record<string, unknown>[];
}

/** Refused to a player before anything of it is read. */
const isForTokens = ({ security }: Call): boolean => security?.every((way) => 'partner' in way) ?? false;

/** Bodies with a text for each one that the description has. */
function bodiesOf({ type, properties, items, anyOf }: Schema, bad: string): unknown[] {
  if (anyOf) return anyOf.flatMap((one) => bodiesOf(one, bad));
  if (properties)
    return Object.entries(properties).flatMap(([name, below]) =>
      bodiesOf(below, bad).map((value) => ({ [name]: value })),
    );
  if (items) return bodiesOf(items, bad).map((value) => [value]);
  return [type ?? []].flat().includes('string') ? [bad] : [];
}

describe('invalid text, over REST', () => {
  const { paths } = JSON.parse(
    readFileSync(new URL('../../services/gateway/src/rest/openapi.json', import.meta.url), 'utf8'),
  ) as { paths: Record<string, Record<string, Call>> };
  const outcomeOf = async (method: string, path: string, body?: unknown) => {
    // The version is for uploads, which would ask for it first.
    const response = await player.send(method, path, body, { 'tus-resumable': '1.0.0' });
    const isProblem = method !== 'HEAD' && response.headers.get('content-type')?.startsWith('application/problem+json');
    const { code } = isProblem
      ? ((await response.json()) as { code: string })
      : (void (await response.body?.cancel()), { code: undefined });
    return { status: response.status, code };
  };

  it.each(Object.entries(BAD_TEXTS))('is a refused field of a body, at any position: %s', async (_, bad) => {
    const calls = restInterfaces().flatMap(({ method, path }) => {
      const call = paths[path]![method.toLowerCase()]!;
      const schema = call.requestBody?.content['application/json']?.schema;
      return schema && !isForTokens(call)
        ? bodiesOf(schema, bad).map((body) => ({ method, path: path.replace('{id}', UUID), body }))
        : [];
    });
    expect(calls.length).toBeGreaterThan(40);
    const wrong = await each(calls, async ({ method, path, body }) => {
      const { status, code } = await outcomeOf(method, path, body);
      return status === 422 && code === 'VALIDATION_FAILED'
        ? undefined
        : `${method} ${path} ${JSON.stringify(body)}: ${status} ${code}`;
    });
    expect(wrong).toEqual([]);
  });

  it('is refused in every path and every query string', async () => {
    const encoded = Object.values(BAD_TEXTS)
      .filter((bad) => !/\p{Cs}/u.test(bad))
      .map(encodeURIComponent);
    const calls = restInterfaces().flatMap(({ method, path }) =>
      (paths[path]![method.toLowerCase()]!.parameters ?? []).flatMap((parameter) =>
        encoded.map((bad) => {
          if (parameter.in === 'path') return { method, path: path.replace(`{${parameter.name}}`, bad) };
          return parameter.in === 'query'
            ? { method, path: `${path.replace('{id}', UUID)}?latitude=1&longitude=1&${parameter.name}=${bad}` }
            : undefined;
        }),
      ),
    );
    const wrong = await each(
      calls.filter((call) => call !== undefined),
      async ({ method, path }) => {
        const { status, code } = await outcomeOf(method, path);
        // A navigation is redirected to the page, which shows the error.
        const isRefused = status >= 400 && status < 500 && (code !== undefined || method === 'HEAD');
        return isRefused || (path.startsWith('/api/login') && status === 302)
          ? undefined
          : `${method} ${path}: ${status} ${code}`;
      },
    );
    expect(wrong).toEqual([]);
    expect(await outcomeOf('GET', '/api/players/%00')).toEqual({ status: 422, code: 'VALIDATION_FAILED' });
  });

  it.each([
    ['/api/players/%ED%A0%80', 400],
    ['/api/usernames/suggestions?like=%ED%A0%80', 200],
    ['/objects/%00', 404],
    ['/objects/%00/small', 404],
    ['/d/%00', 404],
    ['/oidc/%00', 404],
    // Both return to the page, which shows the error.
    ['/oidc/auth/%00', 303],
    ['/api/login/callback?state=%00&code=%00', 302],
    // The page itself says that there is no such screen.
    ['/%00', 200],
    ['/api/%00', 404],
  ])('has its response in %s: %i', async (path, status) => {
    expect((await player.send('GET', path)).status).toBe(status);
  });

  it.each([
    ['client_id', 400, 'client is invalid'],
    ['redirect_uri', 400, 'redirect_uri did not match'],
    ['state', 422, 'VALIDATION_FAILED'],
    ['nonce', 422, 'VALIDATION_FAILED'],
    ['return_to', 422, 'VALIDATION_FAILED'],
    ['browser', 422, 'VALIDATION_FAILED'],
    ['acr_values', 422, 'VALIDATION_FAILED'],
    ['scope', 303, 'error=invalid_scope'],
    ['prompt', 303, 'error=invalid_request'],
    ['code_challenge', 303, 'error=invalid_request'],
  ])('is refused as %s of a sign-in: %i %s', async (name, status, reason) => {
    const asked = {
      client_id: 'sprayhunt-web',
      response_type: 'code',
      scope: 'openid',
      state: 's',
      nonce: 'n',
      redirect_uri: `${world.stack.url}/api/login/callback`,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    };
    const path = (more: Record<string, string>) =>
      `/oidc/auth?${new URLSearchParams({ ...asked, ...more }).toString()}`;
    expect((await player.send('GET', path({}))).status).toBe(303);
    const refused = await player.send('GET', path({ [name]: 'a\u0000b' }));
    expect([refused.status, await refused.text()]).toEqual([status, expect.stringContaining(reason)]);
  });

  it.each([
    ['grant_type=%00', 400, 'invalid_request'],
    ['grant_type=authorization_code&code=%00&redirect_uri=%00&client_id=sprayhunt-web', 401, 'invalid_client'],
    ['grant_type=client_credentials&client_id=%00&client_secret=%00&scope=%00', 401, 'invalid_client'],
  ])('is refused in a client’s token request: %s', async (body, status, error) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await player.send('POST', '/oidc/token', body, type);
    expect([refused.status, await refused.json()]).toEqual([status, expect.objectContaining({ error })]);
  });
});

describe('text that was stored before', () => {
  it('is returned unchanged', async () => {
    const { id } = await player.document();
    const title = 'old\u202E\u0007';
    await inDatabase(world.stack, (client) =>
      client.query('UPDATE discovery.discoveries SET title = $2 WHERE id = $1', [id, title]),
    );
    expect(await player.read(`/api/discoveries/${id}`)).toMatchObject({ title });
  });
});

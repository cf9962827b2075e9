import { buildSchema, graphql, type GraphQLSchema } from 'graphql';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Problem } from '../errors/problem.js';
import { grantSession } from '../identity/session-grant.js';
import type { RequestContext } from '../graphql/request-context.js';
import { log } from '../logging/log.js';
import { keyMutations } from './key-mutations.js';
import { type KeyedMutation, keyedMutation } from './keyed-mutation.js';
import type { Outcome } from './sealed-outcome.js';

const SDL = `
  type Thing { id: ID!, madeAt: String! }
  type Query { things: Int! }
  type Mutation { make(name: String!): Thing!, touch: Boolean!, batched: Boolean! }`;

let runs: number;
let stored: Map<string, Outcome>;
let resolveMake: (context: RequestContext) => unknown;
let schema: GraphQLSchema;
const reply = { header: jest.fn() };

const idOf = ({ holderId, key, operation }: KeyedMutation) => `${holderId} ${key} ${operation}`;
const keys = {
  find: async (mutation: KeyedMutation) => stored.get(idOf(mutation)),
  keep: async (mutation: KeyedMutation, outcome: Outcome) => void stored.set(idOf(mutation), outcome),
};

beforeEach(() => {
  runs = 0;
  stored = new Map();
  reply.header.mockClear();
  resolveMake = () => ({ id: String(runs), madeAt: 'now' });
  schema = buildSchema(SDL);
  const fields = schema.getMutationType()!.getFields();
  fields['make']!.resolve = (_, __, context) => {
    runs += 1;
    return resolveMake(context as RequestContext);
  };
  for (const name of ['touch', 'batched'])
    fields[name]!.resolve = () => {
      runs += 1;
      return keyedMutation() !== undefined;
    };
  keyMutations(schema, keys, ['batched']);
});

async function send(
  source: string,
  headers: Record<string, string> = { 'idempotency-key': 'k', 'idempotency-holder': 'h' },
) {
  const contextValue = { request: { headers }, reply, identity: { kind: 'guest' } };
  const { data, errors } = await graphql({ schema, source, contextValue });
  return errors ? ((errors[0]!.originalError as Problem).code ?? errors[0]!.message) : data;
}
const MAKE = 'mutation { make(name: "a") { id madeAt } }';

describe('a mutation under a key', () => {
  it('runs once and returns its first result, also for another selection', async () => {
    expect(await send(MAKE)).toEqual({ make: { id: '1', madeAt: 'now' } });
    expect(await send('mutation { it: make(name: "a") { id } }')).toEqual({ it: { id: '1' } });
    expect(runs).toBe(1);
  });

  it('runs for each holder, and each time without a key', async () => {
    await send(MAKE);
    await send(MAKE, { 'idempotency-key': 'k', 'idempotency-holder': 'other' });
    await send(MAKE, {});
    await send(MAKE, {});
    expect(runs).toBe(4);
  });

  it('is stored whichever mutation it is, except for those of a batch, which know the key', async () => {
    for (const name of ['touch', 'batched']) expect(await send(`mutation { ${name} }`)).toEqual({ [name]: true });
    expect([...stored.keys()]).toEqual(['h k touch']);
  });

  it('repeats a rejection of the request itself, and runs again after others', async () => {
    const codes = [
      'UNAVAILABLE',
      'RATE_LIMITED',
      'UNAUTHENTICATED',
      'CONTACT_NOT_VERIFIED',
      'OUT_OF_STOCK',
      'SAME_WORK',
    ];
    for (const code of codes) {
      resolveMake = () => {
        throw new Problem(code, 'No.', { existing: 'x' });
      };
      expect(await send(MAKE)).toBe(code);
    }
    resolveMake = () => {
      throw new Error('broken');
    };
    expect(await send(MAKE)).toBe('SAME_WORK');
    expect(runs).toBe(codes.length);
    expect(stored.get('h k make')).toMatchObject({ kind: 'rejected', options: { existing: 'x' } });
  });

  it('is rejected while the first request runs', async () => {
    let finish = () => {};
    resolveMake = () => new Promise((resolve) => (finish = () => resolve({ id: '1', madeAt: 'now' })));
    const first = send(MAKE);
    await Promise.resolve();
    expect(await send(MAKE)).toBe('IDEMPOTENCY_KEY_RUNNING');
    finish();
    expect(await first).toEqual(await send(MAKE));
    expect(runs).toBe(1);
  });

  it('continues after a transaction that has committed, opens no session, and stores no rejection over it', async () => {
    stored.set('h k make', { kind: 'committed', value: 'the-id' });
    resolveMake = (context) => {
      grantSession(context, { accountId: 'a', status: 'verified' });
      throw new Problem('NOT_FOUND', 'Deleted since.');
    };
    expect(await send(MAKE)).toBe('NOT_FOUND');
    expect(stored.get('h k make')).toEqual({ kind: 'committed', value: 'the-id' });
    resolveMake = () => ({ id: keyedMutation()!.committed!.value, madeAt: 'then' });
    expect(await send(MAKE)).toEqual({ make: { id: 'the-id', madeAt: 'then' } });
    expect(reply.header).not.toHaveBeenCalled();
  });

  it('returns its result although that cannot be stored', async () => {
    const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
    jest.spyOn(keys, 'keep').mockRejectedValueOnce(new Error('no database'));
    expect(await send(MAKE)).toEqual({ make: { id: '1', madeAt: 'now' } });
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });
});

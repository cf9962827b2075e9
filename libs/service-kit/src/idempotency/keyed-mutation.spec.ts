import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS, type Identity } from '../identity/identity.js';
import { keyedMutationOf } from './keyed-mutation.js';

const SUBJECT = '01890a5d-ac96-774b-bcce-b302099a8057';
const HOLDER = '01890a5d-ac96-774b-bcce-b302099a8058';
const player: Identity = { kind: 'player', subject: SUBJECT };
const mutation = (headers: FastifyRequest['headers'], identity = player, args: unknown = {}) =>
  keyedMutationOf({ request: { headers } as FastifyRequest, identity }, 'addArt', args);

describe('a mutation', () => {
  it('has the holder that the gateway names, else the caller', () => {
    expect(mutation({ 'idempotency-key': 'k', 'idempotency-holder': HOLDER })?.holderId).toBe(HOLDER);
    expect(mutation({ 'idempotency-key': 'k', 'idempotency-holder': HOLDER }, ANONYMOUS)?.holderId).toBe(HOLDER);
    expect(mutation({ 'idempotency-key': 'k' })?.holderId).toBe(SUBJECT);
  });

  it('has no key without the header, or without a holder', () => {
    expect(mutation({})).toBeUndefined();
    expect(mutation({ 'idempotency-key': 'k' }, ANONYMOUS)).toBeUndefined();
  });

  it('has the same input whatever the order of its fields, also where one was left out', () => {
    const hashOf = (args: unknown) => mutation({ 'idempotency-key': 'k' }, player, args)!.inputHash.toString('hex');
    expect(hashOf({ input: { title: 'A', place: [1, 2] }, id: '1' })).toBe(
      hashOf({ id: '1', input: { place: [1, 2], title: 'A', note: undefined } }),
    );
    expect(hashOf({ place: [1, 2] })).not.toBe(hashOf({ place: [2, 1] }));
    expect(hashOf({ at: new Date(0) })).not.toBe(hashOf({ at: new Date(1) }));
  });
});

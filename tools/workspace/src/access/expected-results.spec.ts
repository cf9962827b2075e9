import { describe, expect, it } from '@jest/globals';
import { CALLERS, resultsOfCall, resultsOfOperation, type Results } from './expected-results.js';

const QUERY = { kind: 'query', scopes: [], isInaccessible: false } as const;
const MUTATION = { ...QUERY, kind: 'mutation' } as const;
const PARTNERS = 'FORBIDDEN FORBIDDEN';

/** In the order of `CALLERS`, without and with a scope last. */
const row = (results: Results) => CALLERS.map((caller) => results[caller]).join(' ');

describe('the results of an operation', () => {
  it.each([
    ['open to anyone', { audience: 'anyone' }, `ok ok ok ok ok ok ${PARTNERS}`],
    ['for players', { audience: 'signed-in' }, `UNAUTHENTICATED ok ok ok ok ACCOUNT_SUSPENDED ${PARTNERS}`],
    [
      'that protects players',
      { audience: 'signed-in', evenSuspended: true },
      `UNAUTHENTICATED ok ok ok ok ok ${PARTNERS}`,
    ],
    [
      'for verified players',
      { audience: 'verified' },
      `UNAUTHENTICATED CONTACT_NOT_VERIFIED ok ok ok ACCOUNT_SUSPENDED ${PARTNERS}`,
    ],
    [
      'for a role',
      { audience: { role: 'moderator' } },
      `UNAUTHENTICATED CONTACT_NOT_VERIFIED ROLE_MISSING ROLE_MISSING ok ACCOUNT_SUSPENDED ${PARTNERS}`,
    ],
  ] as const)('%s follow from its rule', (_, rule, results) => {
    expect(row(resultsOfOperation(MUTATION, rule))).toBe(results);
  });

  it('that reads are those of others for suspended players', () => {
    expect(resultsOfOperation(QUERY, { audience: 'verified' }).suspended).toBe('ok');
    expect(resultsOfOperation(QUERY, { audience: { role: 'moderator' } }).suspended).toBe('ACCOUNT_SUSPENDED');
  });

  it.each([
    ['anyone', { audience: 'anyone' }, 'walls:read', 'SCOPE_MISSING ok'],
    ['partners', { audience: 'verified', partnersToo: true }, 'webhooks:manage', 'SCOPE_MISSING ok'],
    ['programs of players', { audience: 'verified', clientsToo: true }, 'discoveries:write', 'SCOPE_MISSING ok'],
    ['players only', { audience: 'verified' }, 'discoveries:write', 'SCOPE_MISSING FORBIDDEN'],
  ] as const)('for %s depend on the scope of a partner', (_, rule, scope, results) => {
    const { 'partner without scope': without, 'partner with scope': withScope } = resultsOfOperation(
      { ...MUTATION, scopes: [scope] },
      rule,
    );
    expect(`${without} ${withScope}`).toBe(results);
  });

  it('are its outcome for those who may call it', () => {
    expect(row(resultsOfOperation(MUTATION, { audience: 'verified' }, 'NOT_FOUND'))).toBe(
      `UNAUTHENTICATED CONTACT_NOT_VERIFIED NOT_FOUND NOT_FOUND NOT_FOUND ACCOUNT_SUSPENDED ${PARTNERS}`,
    );
    expect(row(resultsOfOperation(QUERY, { audience: 'signed-in' }, { another: 'null' }))).toBe(
      `UNAUTHENTICATED ok ok null null null ${PARTNERS}`,
    );
  });

  it('that only the gateway uses are the same for all', () => {
    const hidden = resultsOfOperation({ ...QUERY, isInaccessible: true }, { audience: 'anyone' });
    expect(new Set(Object.values(hidden))).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
  });
});

describe('the results of a call over REST', () => {
  const call = { security: [{}, { session: [] }, { partner: ['walls:read' as const] }], mayBeEmpty: false };
  const operation = resultsOfOperation({ ...QUERY, scopes: ['walls:read'] }, { audience: 'anyone' });

  it('are those of its operation', () => {
    expect(resultsOfCall(call, operation)).toEqual(operation);
    const changes = resultsOfOperation(MUTATION, { audience: 'verified' });
    expect(resultsOfCall({ ...call, security: [{ session: [] }] }, changes)).toEqual(changes);
  });

  it('that needs a session refuse guests and partners', () => {
    expect(row(resultsOfCall({ ...call, security: [{ session: [] }] }, operation))).toBe(
      `UNAUTHENTICATED ok ok ok ok ok ${PARTNERS}`,
    );
  });

  it('of partners refuse players', () => {
    expect(row(resultsOfCall({ ...call, security: [{ partner: [] }] }))).toBe(`${'UNAUTHENTICATED '.repeat(6)}ok ok`);
  });

  it('that acts for a player refuse a partner without that scope', () => {
    const security = [{}, { session: [] }, { partner: ['discoveries:write' as const] }];
    expect(resultsOfCall({ ...call, security }, operation)['partner without scope']).toBe('FORBIDDEN');
  });

  it.each([
    [true, 'ok'],
    [false, 'NOT_FOUND'],
  ])('with an empty result (a success: %s) are %s', (mayBeEmpty, result) => {
    const empty = resultsOfOperation(QUERY, { audience: 'anyone' }, 'null');
    expect(resultsOfCall({ ...call, mayBeEmpty }, empty).guest).toBe(result);
  });

  it('without security and operation serve everyone', () => {
    expect(new Set(Object.values(resultsOfCall({ security: [], mayBeEmpty: false })))).toEqual(new Set(['ok']));
  });
});

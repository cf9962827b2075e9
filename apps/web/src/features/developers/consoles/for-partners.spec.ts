import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SCOPES } from '../../../api/scopes';
import { type Description, forPartners } from './for-partners';

const served = JSON.parse(
  readFileSync(new URL('../../../../../../services/gateway/src/rest/openapi.json', import.meta.url), 'utf8'),
) as Description;

describe('the REST reference', () => {
  it('has only the calls that scopes grant, each with a token and the names of its scopes', () => {
    const { paths, security, components } = forPartners(served);
    const calls = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        call: `${method.toUpperCase()} ${path}`,
        ...operation,
      })),
    );
    const named = calls.map(({ call }) => call);
    for (const call of SCOPES.flatMap(({ rest }) => rest)) expect(named).toContain(call);
    expect(named).toContain('GET /api/discoveries/nearby');
    for (const closed of ['POST /api/profile/deletion', 'GET /api/auth/user', 'GET /api/partner-clients/{id}/usage'])
      expect(named).not.toContain(closed);
    for (const one of calls)
      expect(one).toMatchObject({
        security: [{ token: [] }],
        description: expect.stringMatching(/Scopes: `|With any token\./),
      });
    const changes = calls.find(({ call }) => call === 'GET /api/changes')!;
    expect(changes.description).toContain('Scopes: `discoveries:read` or `walls:read`');
    expect(security).toEqual([{ token: [] }]);
    expect(components['securitySchemes']).toEqual({
      token: expect.objectContaining({ type: 'http', scheme: 'bearer' }),
    });
    expect(components['schemas']).toBe(served.components['schemas']);
  });
});

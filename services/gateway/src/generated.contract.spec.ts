import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { describeApi } from './describe-api.js';
import { composeLimits, composeScopes, composeSupergraph, printApiSchema } from './graphql/compose.js';
import { checkDocument } from './graphql/document-check.js';
import { Planner, readSupergraph } from './graphql/planner.js';
import { readPageDocuments } from './graphql/prepared-documents.js';
import { readLimits } from './rest/request-schema.js';
import { routes } from './rest/routes.js';
import { planShipped } from './rest/shipped-plans.js';

const openapi = readFileSync(new URL('rest/openapi.json', import.meta.url), 'utf8');

// Where one of these fails: npm run generate
describe('what is generated and committed', () => {
  it('the supergraph is composed from the schemas as they are', () => {
    expect(readSupergraph()).toBe(composeSupergraph());
  });

  it('the schema for callers is that of the supergraph, and holds nothing of the federation', () => {
    const schema = readFileSync(new URL('graphql/api.graphql', import.meta.url), 'utf8');
    expect(schema).toBe(printApiSchema(readSupergraph()));
    expect(schema).not.toMatch(/join__|_entities|_service|@key/);
  });

  it('what we ship is planned for the supergraph as it is', () => {
    const plans = JSON.parse(readFileSync(new URL('graphql/shipped-plans.json', import.meta.url), 'utf8')) as unknown;
    expect(plans).toEqual(planShipped(readSupergraph(), readPageDocuments().values()));
  });

  it('the limits are those that the services declare', () => {
    expect(readLimits()).toEqual(composeLimits());
  });

  it('openapi.json describes the table of routes as it is', async () => {
    const api = await describeApi(readSupergraph(), composeScopes(), composeLimits());
    expect(openapi).toBe(`${JSON.stringify(api, null, 2)}\n`);
  });
});

describe('the documents of the page', () => {
  const { apiSchema } = new Planner();

  it.each([...readPageDocuments()])('%s is one that the graph of today takes, under its hash', (hash, text) => {
    expect(hash).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
    expect(() => checkDocument(apiSchema, text, undefined)).not.toThrow();
  });
});

describe('openapi.json', () => {
  // Only what the assertions below read.
  const api = JSON.parse(openapi) as {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: Record<string, unknown> };
  };

  it('refers to nothing that is not there', () => {
    const names = [...openapi.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(api.components.schemas)).toEqual(expect.arrayContaining(names));
  });

  it('names each operation once', () => {
    const ids = Object.values(api.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(routes.length);
  });
});

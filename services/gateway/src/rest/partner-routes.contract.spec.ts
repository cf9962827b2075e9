import { readFileSync } from 'node:fs';
import { operationFromDocument, Supergraph } from '@apollo/federation-internals';
import { QueryPlanner, type FetchNode } from '@apollo/query-planner';
import { declaredScopes, scopesNeeded, unmetNeeds, type Scope } from '@sprayhunt/service-kit';
import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from '@jest/globals';
import { readSupergraph } from '../graphql/planner.js';
import { routes } from './routes.js';
import { shippedOperations } from './shipped-operations.js';

type Operations = Record<string, { security?: { partner?: Scope[] }[] }>;

const text = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { paths } = JSON.parse(text('openapi.json')) as { paths: Record<string, Operations> };
const supergraph = Supergraph.build(readSupergraph());
const planner = new QueryPlanner(supergraph);

/** What a subgraph adds to its schema by itself. */
const FEDERATION =
  'scalar _Any union _Entity = Query extend type Query { _entities(representations: [_Any!]!): [_Entity]! }';

/** A service's check of a document, as the kit makes it from the service's own schema. @returns closed fields */
function closedFields(service: string, document: string, scopes: readonly Scope[]): string[] {
  const typeDefs = text(`../../../${service}/schema.graphql`);
  const schema = buildSchema(`${typeDefs}\n${FEDERATION}`, { assumeValidSDL: true });
  const needs = scopesNeeded(schema, parse(document), declaredScopes(typeDefs));
  return unmetNeeds(needs, scopes).map(({ field }) => `${service}: ${field}`);
}

/** The fetches of a plan, at whatever depth. */
function fetchesOf(node: unknown): FetchNode[] {
  if (typeof node !== 'object' || node === null) return [];
  if ((node as FetchNode).kind === 'Fetch') return [node as FetchNode];
  return Object.values(node).flatMap(fetchesOf);
}

const cases = routes.flatMap(({ method, path, operation }) =>
  (paths[path]?.[method.toLowerCase()]?.security ?? [])
    .flatMap(({ partner }) => (partner ? [partner] : []))
    .map((scopes) => ({ call: `${method} ${path}`, operation, scopes })),
);

describe('a route that is documented for partners', () => {
  it.each(cases)('$call is open in every service with $scopes alone', ({ operation, scopes }) => {
    const { document } = shippedOperations().get(operation)!;
    const plan = planner.buildQueryPlan(operationFromDocument(supergraph.apiSchema(), document));
    const fetches = fetchesOf(plan.node);
    expect(fetches.length).toBeGreaterThan(0);
    expect(fetches.flatMap((fetch) => closedFields(fetch.serviceName, fetch.operation, scopes))).toEqual([]);
  });

  it('names both of the scopes that open a part of the changes', () => {
    const ofChanges = cases.filter(({ call }) => call === 'GET /api/changes').map(({ scopes }) => scopes);
    expect(ofChanges).toEqual([['discoveries:read'], ['walls:read']]);
  });
});

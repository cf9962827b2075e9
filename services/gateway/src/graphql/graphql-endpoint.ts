import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getVariableValues, GraphQLError, Kind } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { RateLimits } from '../limits/rate-limits.js';
import { BearerTokens } from '../partners/bearer-tokens.js';
import { IdempotencyKeys, idempotencyKey, type Deed } from '../rest/idempotency-keys.js';
import { problemAnswer, send, type Answer, type Refusal } from '../rest/problem-answer.js';
import { routes } from '../rest/routes.js';
import { OwnOrigin } from '../session/own-origin.js';
import { opened, Visitors, type Visitor } from '../session/visitors.js';
import { checkCost, checkDocument, DocumentRefused, type CheckedDocument } from './document-check.js';
import type { GraphAnswer } from './graph-answer.js';
import { GraphExecutor, type PlannedOperation } from './graph-executor.js';
import { refusalOfGraph, refusalOfThrown } from './refusal.js';
import { operationOf, shippedOperations } from './shipped-operations.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** Checked and planned documents that are kept, and how many characters of them. */
const KEPT = { max: 1_000, maxSize: 5_000_000 };

interface GraphRequest {
  query: string;
  operationName?: string;
  variables: Record<string, unknown>;
}

type Prepared = CheckedDocument & PlannedOperation & { rootFields: string[] };

/** GraphQL for whoever writes queries of their own; bounded, and on the same executor as REST. */
@Injectable()
export class GraphqlEndpoint {
  private readonly prepared = new LRUCache<string, Prepared>({ ...KEPT, sizeCalculation: (_, key) => key.length + 1 });
  /** Mutations that send messages, and those that give a guest a session, as the REST table says. */
  private readonly sensitive = rootFieldsWhere(({ sensitive }) => sensitive === true);
  private readonly welcoming = rootFieldsWhere(({ access }) => access === 'session');
  private readonly mayIntrospect: boolean;

  constructor(
    private readonly executor: GraphExecutor,
    private readonly visitors: Visitors,
    private readonly ownOrigin: OwnOrigin,
    private readonly signer: IdentitySigner,
    private readonly keys: IdempotencyKeys,
    private readonly limits: RateLimits,
    private readonly tokens: BearerTokens,
    @InjectConfig() { MODE }: GatewayConfig,
  ) {
    this.mayIntrospect = MODE === 'local';
  }

  register(server: FastifyInstance): void {
    server.post('/graphql', (request, reply) => this.answer(request, reply));
    // A GET could be sent by any page with the player's cookie, and be kept by caches.
    server.get('/graphql', () => {
      throw new Problem('METHOD_NOT_ALLOWED', 'Send GraphQL by POST.');
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const payer = await this.tokens.payer(request);
    await this.limits.count('reads', payer);
    this.ownOrigin.check(request);
    const asked = readRequest(request.body);
    const prepared = this.prepare(asked);
    const variables = readVariables(this.executor, prepared, asked.variables);
    checkCost(prepared.cost, variables);
    const isMutation = prepared.operation.operation === 'mutation';
    const isSensitive = isMutation && prepared.rootFields.some((field) => this.sensitive.has(field));
    if (isMutation) await this.limits.count(isSensitive ? 'sensitive' : 'writes', payer);
    const caller = await this.visitors.of(request);
    if (prepared.introspects && !this.mayIntrospect && !caller.partner) throw introspectionDisabled();
    const visitor = isSensitive ? this.visitors.recognise(caller, request, reply) : caller;
    const key = isMutation ? idempotencyKey(request) : undefined;
    const deed = () => this.perform(prepared, variables, visitor, key, reply);
    if (key === undefined) return send(reply, (await deed()).answer);
    const { answer, opened: before, repeated } = await this.keys.once(visitor, key, 'POST /graphql', asked, deed);
    if (repeated && before) await this.visitors.reopen(visitor, before, reply);
    return send(reply, answer);
  }

  private async perform(
    prepared: Prepared,
    variables: Record<string, unknown>,
    visitor: Visitor,
    key: string | undefined,
    reply: FastifyReply,
  ): Promise<Deed> {
    const welcomed = !visitor.session && !visitor.partner && prepared.rootFields.some((field) => this.welcoming.has(field));
    const caller = welcomed ? await this.visitors.welcome(visitor, reply) : visitor;
    const answer = await this.executor.run(prepared, variables, {
      authorization: (audience) => this.signer.authorization(caller.identity, audience),
      idempotencyKey: key,
    });
    const granted = answer.grant && (await this.visitors.grant(caller, answer.grant, reply));
    return { answer: present(answer), opened: granted ? opened(granted) : welcomed ? opened(caller) : undefined };
  }

  private prepare({ query, operationName }: GraphRequest): Prepared {
    const key = `${operationName ?? ''}\n${query}`;
    let prepared = this.prepared.get(key);
    if (!prepared) {
      const checked = checkDocument(this.executor.planner.apiSchema, query, operationName);
      prepared = {
        ...checked,
        text: query,
        operationName,
        direct: this.executor.planner.directFetch(checked.document, operationName),
        rootFields: rootFieldsOf(checked),
      };
      this.prepared.set(key, prepared);
    }
    return prepared;
  }
}

const introspectionDisabled = () => new DocumentRefused([new GraphQLError('Introspection is for partners.', { extensions: { code: 'INTROSPECTION_DISABLED' } })]);

function readRequest(body: unknown): GraphRequest {
  if (Array.isArray(body)) throw new DocumentRefused([new GraphQLError('Send one operation at a time.', { extensions: { code: 'BATCH_REFUSED' } })]);
  const { query, operationName, variables } = (body ?? {}) as Record<string, unknown>;
  const wellFormed =
    typeof query === 'string' &&
    (operationName == null || typeof operationName === 'string') &&
    (variables == null || (typeof variables === 'object' && !Array.isArray(variables)));
  if (!wellFormed) throw new Problem('MALFORMED', 'Send {"query": "…", "variables": {…}, "operationName": "…"}.');
  return { query, operationName: operationName ?? undefined, variables: (variables ?? {}) as Record<string, unknown> };
}

function readVariables({ planner }: GraphExecutor, { operation }: Prepared, given: Record<string, unknown>): Record<string, unknown> {
  const { coerced, errors } = getVariableValues(planner.apiSchema, operation.variableDefinitions ?? [], given, { maxErrors: 5 });
  if (!errors) return coerced;
  throw new DocumentRefused(errors.map(({ message, nodes }) => new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT' } })));
}

/** Passes the service's bytes on, unless an error in them has to be masked. */
function present(answer: GraphAnswer): Answer {
  if (answer.bytes && !answer.mayHaveErrors()) return { status: 200, headers: JSON_TYPE, body: answer.bytes };
  const { data, errors } = answer.parsed();
  return {
    status: 200,
    headers: JSON_TYPE,
    body: JSON.stringify({ data: data ?? null, ...(errors?.length && { errors: errors.map((error) => graphError(refusalOfGraph(error), error.path)) }) }),
  };
}

const graphError = ({ detail, ...extensions }: Refusal, path?: readonly (string | number)[]) => ({ message: detail, ...(path && { path }), extensions });

/** What goes out for anything that was thrown on the way: GraphQL's own form of a refusal. */
export function graphqlRefusal(error: unknown): Answer {
  if (error instanceof DocumentRefused)
    return { status: 400, headers: JSON_TYPE, body: JSON.stringify({ errors: error.errors.map((one) => one.toJSON()) }) };
  const refusal = refusalOfThrown(error);
  const { status, headers } = problemAnswer(refusal);
  return { status, headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify({ errors: [graphError(refusal)] }) };
}

const rootFieldsOf = ({ document, operation }: Pick<CheckedDocument, 'document' | 'operation'>): string[] =>
  [operation.selectionSet, ...document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [one.selectionSet] : []))].flatMap(
    ({ selections }) => selections.flatMap(fieldNames),
  );

/** Also through inline fragments; a field that is not of the root does no harm here. */
const fieldNames = (selection: CheckedDocument['operation']['selectionSet']['selections'][number]): string[] => {
  if (selection.kind === Kind.FIELD) return [selection.name.value];
  return selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet.selections.flatMap(fieldNames) : [];
};

function rootFieldsWhere(matches: (route: (typeof routes)[number]) => boolean): Set<string> {
  const operations = shippedOperations();
  return new Set(
    routes.filter(matches).flatMap(({ operation }) => {
      const { document } = operations.get(operation)!;
      return rootFieldsOf({ document, operation: operationOf(document) });
    }),
  );
}

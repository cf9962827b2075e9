import { Inject, Injectable } from '@nestjs/common';
import { InjectConfig, Problem, statusOf } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getVariableValues, GraphQLError } from 'graphql';
import { Counter } from 'prom-client';
import type { GatewayConfig } from '../config.js';
import { FormerResponses } from '../idempotency/former-responses.js';
import { idempotencyKey, keyHolder } from '../idempotency/idempotency-key.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { RateLimits, type RateKind } from '../limits/rate-limits.js';
import { BearerTokens, type Partner } from '../partners/bearer-tokens.js';
import { CostExceeded, PartnerPoints, type Cost } from '../partners/partner-points.js';
import { problemResponse, send, type HttpResponse, type Refusal } from '../problems/problem-response.js';
import { refusalOfGraph, refusalOfThrown } from '../problems/refusal.js';
import { OwnOrigin } from '../session/own-origin.js';
import { Visitors, type Visitor } from '../session/visitors.js';
import { costAdvice } from './connection-cost.js';
import { checkCost } from './document-check.js';
import { DocumentRefused, refusedDocument } from './document-bounds.js';
import type { GraphResult } from './graph-result.js';
import { GraphExecutor } from './graph-executor.js';
import { PartnerDocuments, REGISTERED_PRICE } from './partner-documents.js';
import { PreparedDocuments, type Prepared } from './prepared-documents.js';
import { ROOT_FIELD_RULES, type RootFieldRules } from './root-field-rules.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const failures = new Counter({
  name: 'graphql_failures_total',
  help: 'GraphQL responses with status 200 and an error that is 5xx in REST, by the first such code',
  labelNames: ['code'],
});

interface GraphRequest {
  /** Hash of a document of our own page, or of one that the partner registered. */
  documentId?: string;
  /** A client's own document; given where `documentId` is not. */
  query?: string;
  operationName?: string;
  variables: Record<string, unknown>;
}

/** @property price in points, of each value of the response */
type Priced = Prepared & { price: number };

/**
 * GraphQL for the documents of our own page, by hash, and for clients' own; limited, and on the same executor as REST.
 */
@Injectable()
export class GraphqlEndpoint {
  private readonly isLocal: boolean;

  constructor(
    private readonly documents: PreparedDocuments,
    private readonly ofPartners: PartnerDocuments,
    private readonly executor: GraphExecutor,
    private readonly visitors: Visitors,
    private readonly ownOrigin: OwnOrigin,
    private readonly signer: IdentitySigner,
    private readonly formerResponses: FormerResponses,
    private readonly limits: RateLimits,
    private readonly tokens: BearerTokens,
    private readonly points: PartnerPoints,
    @Inject(ROOT_FIELD_RULES) private readonly rules: RootFieldRules,
    @InjectConfig() { MODE }: GatewayConfig,
  ) {
    this.isLocal = MODE === 'local';
  }

  /** On a server whose paths begin with /graphql. */
  register(server: FastifyInstance): void {
    server.post('', (request, reply) => this.respond(request, reply));
  }

  private async respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const rateLimitKey = await this.tokens.rateLimitKey(request);
    // For the document itself, valid or not.
    await this.limits.count('reads', rateLimitKey);
    this.ownOrigin.check(request);
    const graphRequest = readRequest(request.body);
    const prepared = await this.document(graphRequest, request, rateLimitKey);
    const variables = this.readVariables(prepared, graphRequest.variables);
    checkCost(prepared.cost, variables);
    const key = prepared.operation.operation === 'mutation' ? idempotencyKey(request) : undefined;
    if (key !== undefined && prepared.rootFields.length > 1) throw oneMutationPerKey();
    await this.limits.countAll(this.callsOf(prepared), rateLimitKey);
    const visitor = await this.visitors.of(request);
    const price = graphRequest.documentId === undefined ? 1 : REGISTERED_PRICE;
    if (key !== undefined && !this.rules.get(prepared.rootFields[0]!)?.serviceKeepsKey) {
      const former = await this.formerResponses.find(visitor, key, 'POST /graphql', graphRequest);
      if (former) return send(reply, former);
    }
    return send(
      reply,
      await this.perform({ ...prepared, price }, variables, visitor, { key, graphRequest }, request, reply),
    );
  }

  /**
   * In production only partners may send their own documents and read the schema: each document costs planning, and our
   * page needs neither.
   */
  private async document(
    { documentId, query, operationName }: GraphRequest,
    request: FastifyRequest,
    rateLimitKey: string,
  ): Promise<Prepared> {
    const partner = await this.tokens.of(request);
    if (documentId !== undefined)
      return partner ? this.ofPartners.prepared(partner.clientId, documentId) : this.documents.trusted(documentId);
    if (!this.isLocal && !partner) throw documentNotTrusted();
    return this.documents.prepare(query!, operationName, rateLimitKey);
  }

  /** Each root field counts as a call of its REST kind; the document already counted as the first read. */
  private callsOf({ operation, rootFields }: Prepared): RateKind[] {
    if (operation.operation === 'query') return rootFields.slice(1).map(() => 'reads');
    return rootFields.map((field) => this.rules.get(field)?.kind ?? 'writes');
  }

  private async perform(
    prepared: Priced,
    variables: Record<string, unknown>,
    visitor: Visitor,
    { key, graphRequest }: { key: string | undefined; graphRequest: GraphRequest },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<HttpResponse> {
    const isSensitive = prepared.rootFields.some((field) => this.rules.get(field)?.kind === 'sensitive');
    const recognizedVisitor = isSensitive ? this.visitors.recognizeDevice(visitor, request, reply) : visitor;
    const caller = this.opensSession(prepared)
      ? await this.visitors.withSession(recognizedVisitor, reply)
      : recognizedVisitor;
    const run = () =>
      this.executor.run(prepared, variables, {
        authorization: (audience) => this.signer.authorization(caller.identity, audience),
        // The key of a new caller belongs to the session that the call opens.
        keyed:
          key === undefined ? undefined : { key, holder: keyHolder(visitor.named ? visitor : caller, graphRequest) },
      });
    if (caller.partner) return this.chargePoints(prepared, variables, caller.partner, run, reply);
    const result = await run();
    if (result.grant) await this.visitors.grant(caller, result.grant, reply);
    return present(result);
  }

  private opensSession({ rootFields }: Prepared): boolean {
    return rootFields.some((field) => this.rules.get(field)?.opensSession);
  }

  /** Runs a partner's document for points. */
  private async chargePoints(
    { cost, price }: Priced,
    variables: Record<string, unknown>,
    { clientId }: Partner,
    run: () => Promise<GraphResult>,
    reply: FastifyReply,
  ): Promise<HttpResponse> {
    const points = (values: number) => Math.ceil(values * price);
    const call = {
      ...{
        clientId,
        asked: points(cost.cost(variables)),
        run,
        actual: (result: GraphResult) => points(result.values()),
      },
      advice: (left: number) => costAdvice(cost, variables, 'first', left / price),
    };
    let shown: Cost | undefined;
    const result = await this.points.pay(call, (charged) => void reply.headers(this.points.headers((shown = charged))));
    return present(result, shown);
  }

  private readVariables({ operation }: Prepared, given: Record<string, unknown>): Record<string, unknown> {
    const { apiSchema } = this.executor.planner;
    const { coerced, errors } = getVariableValues(apiSchema, operation.variableDefinitions ?? [], given, {
      maxErrors: 5,
      hideSuggestions: !this.isLocal,
    });
    if (!errors) return coerced;
    throw new DocumentRefused(
      errors.map(({ message, nodes }) => new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT' } })),
    );
  }
}

const documentNotTrusted = () =>
  refusedDocument(
    'DOCUMENT_NOT_TRUSTED',
    'Without a token only the documents of our own page run. Programs use a partner’s token.',
  );
const oneMutationPerKey = () =>
  refusedDocument(
    'IDEMPOTENCY_KEY_SHARED',
    'An Idempotency-Key stands for one mutation. Send each in a document of its own, with a key of its own.',
  );

function readRequest(body: unknown): GraphRequest {
  if (Array.isArray(body)) throw refusedDocument('BATCH_REFUSED', 'Send one operation at a time.');
  const { documentId, query, operationName, variables } = (body ?? {}) as Record<string, unknown>;
  const wellFormed =
    (typeof documentId === 'string' ? query === undefined : documentId === undefined && typeof query === 'string') &&
    (operationName == null || typeof operationName === 'string') &&
    (variables == null || (typeof variables === 'object' && !Array.isArray(variables)));
  if (!wellFormed) throw new Problem('MALFORMED', 'Send {"query": "…", "variables": {…}, "operationName": "…"}.');
  return {
    documentId: documentId as string | undefined,
    query: query as string | undefined,
    operationName: operationName ?? undefined,
    variables: (variables ?? {}) as Record<string, unknown>,
  };
}

/** Passes the service's bytes on unless they contain an error to mask. */
function present(result: GraphResult, cost?: Cost): HttpResponse {
  const extensions = cost && { extensions: { cost } };
  if (result.bytes && !result.mayHaveErrors())
    return { status: 200, headers: JSON_TYPE, body: extensions ? extended(result.bytes, extensions) : result.bytes };
  const { data, errors = [] } = result.parsed();
  const refusals = errors.map((error) => ({ refusal: refusalOfGraph(error), path: error.path }));
  const failed = refusals.find(({ refusal }) => statusOf(refusal.code).status >= 500);
  if (failed) failures.inc({ code: failed.refusal.code });
  const body = JSON.stringify({
    data: data ?? null,
    ...(refusals.length > 0 && { errors: refusals.map(({ refusal, path }) => graphError(refusal, path)) }),
    ...extensions,
  });
  return { status: 200, headers: JSON_TYPE, body };
}

/** A JSON object's bytes with one more member. */
const extended = (bytes: Buffer, member: object) =>
  Buffer.concat([bytes.subarray(0, -1), Buffer.from(`,${JSON.stringify(member).slice(1)}`)]);

const graphError = ({ detail, ...extensions }: Refusal, path?: readonly (string | number)[]) => ({
  message: detail,
  ...(path && { path }),
  extensions,
});

/** Problem JSON that GraphQL clients understand too. */
export function graphqlProblem(refusal: Refusal): HttpResponse {
  const { body, ...response } = problemResponse(refusal);
  return {
    ...response,
    body: JSON.stringify({ ...(JSON.parse(String(body)) as object), errors: [graphError(refusal)] }),
  };
}

/** The GraphQL response for any thrown error. */
export function graphqlRefusal(error: unknown): HttpResponse {
  if (error instanceof DocumentRefused)
    return {
      status: statusOf(error.code).status,
      headers: JSON_TYPE,
      body: JSON.stringify({ errors: error.errors.map((one) => one.toJSON()) }),
    };
  const refusal = refusalOfThrown(error);
  const { status, headers } = problemResponse(refusal);
  return {
    status,
    headers: { ...headers, ...JSON_TYPE },
    body: JSON.stringify({
      errors: [graphError(refusal)],
      ...(error instanceof CostExceeded && { extensions: { cost: error.cost } }),
    }),
  };
}

import { stringify } from 'node:querystring';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { ConnectionCost, costAdvice } from '../graphql/connection-cost.js';
import type { GraphResult } from '../graphql/graph-result.js';
import { GraphExecutor } from '../graphql/graph-executor.js';
import type { PlannedOperation } from '../graphql/planner.js';
import { rootFieldsOf } from '../graphql/root-fields.js';
import { refusalOfGraph } from '../problems/refusal.js';
import { operationOf, shippedOperations } from './shipped-operations.js';
import { FormerResponses } from '../idempotency/former-responses.js';
import { idempotencyKey, keyHolder } from '../idempotency/idempotency-key.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { RateLimits } from '../limits/rate-limits.js';
import { LastViewports, type Viewport } from '../live/last-viewports.js';
import { BearerTokens, type Partner } from '../partners/bearer-tokens.js';
import { PartnerPoints } from '../partners/partner-points.js';
import { OwnOrigin } from '../session/own-origin.js';
import { notForPartners, playersSession, Visitors, type Visitor } from '../session/visitors.js';
import { listBody, type PageInfo } from './list-body.js';
import { problemResponse, send, type HttpResponse, type Refusal } from '../problems/problem-response.js';
import { readInput, validation, type Input } from './read-input.js';
import { readLimits, requestSchema } from './request-schema.js';
import type { JsonSchema } from '../openapi/route-schema.js';
import { rateKind, urlOf, type Route } from './route.js';
import { restNames, takesInput, variablesByArgument } from './route-input.js';
import { routes } from './routes.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const NOTHING: HttpResponse = { status: 204, headers: {}, body: undefined };
/** Bytes. */
const IGNORED_BODY_MAX = 4 * 1_024;

/** A route with the parts of its operation and its description that requests need, read once. */
interface Call {
  route: Route;
  operation: PlannedOperation;
  cost: ConnectionCost;
  described: JsonSchema | undefined;
  hasInput: boolean;
  byArgument: ReadonlyMap<string, string>;
}

/** Serves the table of routes; every call runs the same steps. */
@Injectable()
export class RestApi {
  constructor(
    private readonly executor: GraphExecutor,
    private readonly visitors: Visitors,
    private readonly ownOrigin: OwnOrigin,
    private readonly signer: IdentitySigner,
    private readonly formerResponses: FormerResponses,
    private readonly limits: RateLimits,
    private readonly viewports: LastViewports,
    private readonly tokens: BearerTokens,
    private readonly points: PartnerPoints,
  ) {}

  /** Adds every route of the table to a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    const operations = shippedOperations();
    const limits = readLimits();
    for (const route of routes) {
      const shipped = operations.get(route.operation);
      if (!shipped) throw new Error(`There is no operation ${route.operation}`);
      // Code that passes a response on relies on it.
      if (rootFieldsOf(shipped.document, operationOf(shipped.document)).length !== 1)
        throw new Error(`${route.operation} has more than one root field`);
      const operation = this.executor.planner.shipped(shipped.text, operationOf(shipped.document).name?.value);
      const cost = new ConnectionCost(this.executor.planner.apiSchema, shipped.document, operationOf(shipped.document));
      const call = {
        route,
        operation,
        cost,
        described: requestSchema(route, this.executor.planner.apiSchema, shipped.document, limits),
        hasInput: takesInput(operationOf(shipped.document)),
        byArgument: variablesByArgument(shipped.document),
      };
      const options: RouteOptions = {
        method: route.method,
        url: urlOf(route).replace(/^\/api/, ''),
        handler: (request, reply) => this.respond(call, request, reply),
        ...validation(route.input, call.described),
      };
      if (route.ignoresBody) {
        void server.register(async (inside) => {
          ignoreBodies(inside);
          inside.route(options);
        });
      } else server.route(options);
    }
  }

  private async respond(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { route } = call;
    await this.limits.count(rateKind(route), await this.tokens.rateLimitKey(request));
    this.ownOrigin.check(request);
    const visitor = await this.visitors.of(request);
    const key = route.method === 'POST' ? idempotencyKey(request) : undefined;
    // The service repeats the first response, also where that has replaced the session.
    const mayBeRepeated = key !== undefined && visitor.named !== undefined;
    if (!mayBeRepeated) admit(route, visitor);
    const input = readInput(route.input, call.described, request);
    if (key !== undefined && !route.serviceKeepsKey) {
      const target = `${request.method} ${pathOf(request)}`;
      const former = await this.formerResponses.find(visitor, key, target, sentBy(request));
      if (former) return send(reply, former);
    }
    return send(reply, await this.perform(call, input, visitor, key, request, reply));
  }

  private async perform(
    call: Call,
    input: Input,
    visitor: Visitor,
    key: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<HttpResponse> {
    const { route, operation } = call;
    const recognizedVisitor = route.sensitive ? this.visitors.recognizeDevice(visitor, request, reply) : visitor;
    const caller =
      route.access === 'session' ? await this.visitors.withSession(recognizedVisitor, reply) : recognizedVisitor;
    const variables = variablesOf(call, request.params as Record<string, string>, input);
    const run = () =>
      this.executor.run(operation, variables, {
        authorization: (audience) => this.signer.authorization(caller.identity, audience),
        // The key of a new caller belongs to the session that the call opens.
        keyed:
          key === undefined ? undefined : { key, holder: keyHolder(visitor.named ? visitor : caller, sentBy(request)) },
      });
    const result = await (caller.partner ? this.chargePoints(call, variables, caller.partner, run, reply) : run());
    const refusal = refusalIn(result);
    if (refusal) return problemResponse(renamed(refusal, call, input));
    if (result.grant) await this.visitors.grant(caller, result.grant, reply);
    if (route.remembersViewport && caller.session)
      this.viewports.remember(caller.session.id, input.values as unknown as Viewport);
    return this.present(route, result, request);
  }

  /** Runs a partner's call for points. */
  private chargePoints(
    { cost }: Call,
    variables: Record<string, unknown>,
    { clientId }: Partner,
    run: () => Promise<GraphResult>,
    reply: FastifyReply,
  ): Promise<GraphResult> {
    const call = {
      clientId,
      asked: cost.cost(variables),
      advice: (left: number) => costAdvice(cost, variables, 'limit', left),
      run,
      actual: (result: GraphResult) => result.values(),
    };
    return this.points.pay(call, (charged) => void reply.headers(this.points.headers(charged)));
  }

  private present(route: Route, result: GraphResult, request: FastifyRequest): HttpResponse {
    const { response: shape, status } = route;
    if (shape.kind === 'nothing') return { status, headers: {}, body: undefined };
    if (shape.kind === 'list') {
      const { body, page } = listBody(result);
      return { status, headers: { ...JSON_TYPE, ...this.nextLink(page, route, request) }, body };
    }
    if (shape.kind === 'whole-list') {
      const list = result.parsed().data!['list'] as { nodes: readonly unknown[] };
      const value = shape.header.of(list);
      return {
        status,
        headers: { ...JSON_TYPE, ...(value !== undefined && { [shape.header.name]: value }) },
        body: JSON.stringify(list.nodes),
      };
    }
    const { item } = result.parsed().data!;
    if (item === null && shape.whenNull)
      return shape.whenNull === 'nothing' ? NOTHING : problemResponse(shape.whenNull);
    return {
      status,
      headers: {
        ...JSON_TYPE,
        ...(shape.pages && item !== null && this.nextLink(pageInfoIn(item, shape.pages), route, request)),
      },
      body: JSON.stringify(item),
    };
  }

  private nextLink(
    { hasNextPage, endCursor }: PageInfo,
    route: Route,
    request: FastifyRequest,
  ): Record<string, string> {
    if (!hasNextPage || !endCursor) return {};
    const query = stringify({ ...(request.query as object), cursor: endCursor });
    return { link: `<${this.ownOrigin.of(request)}${addressOf(route, request)}?${query}>; rel="next"` };
  }
}

/** The route's own path with its parameters, whatever form the request's target has. */
const addressOf = ({ path }: Route, { params }: FastifyRequest) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name]!));

const pageInfoIn = (item: unknown, field: string) => (item as Record<string, { pageInfo: PageInfo }>)[field]!.pageInfo;

function ignoreBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string', bodyLimit: IGNORED_BODY_MAX }, (_request, _body, done) =>
    done(null),
  );
}

/** The services decide by scopes what a partner who acts for a player may call. */
function admit({ access }: Route, visitor: Visitor): void {
  if (visitor.partner?.player) return;
  if (access === 'session' && visitor.partner) throw notForPartners();
  if (access === 'player') playersSession(visitor);
}

const sentBy = ({ query, body }: FastifyRequest) => [query, body ?? null];

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0]!;

function refusalIn(result: GraphResult): Refusal | undefined {
  const error = result.mayHaveErrors() ? result.parsed().errors?.[0] : undefined;
  return error && refusalOfGraph(error);
}

const variablesOf = (
  { route, hasInput }: Call,
  params: Record<string, string>,
  { values }: Input,
): Record<string, unknown> => ({
  ...(route.paramsToVariables?.(params) ?? params),
  ...(hasInput ? { input: values } : values),
});

/** Field names as this route's callers know them; of several names for one field, the one that was sent. */
function renamed(refusal: Refusal, { route, byArgument }: Call, { sent }: Input): Refusal {
  if (!refusal.fields) return refusal;
  const rename = (field: string) => {
    const [first = '', ...rest] = field.replace(/^input\./, '').split('.');
    const names = route.input ? restNames(route.input, byArgument.get(first) ?? first) : [first];
    return [names.findLast((name) => sent[name] != null) ?? names[0], ...rest].join('.');
  };
  return { ...refusal, fields: refusal.fields.map((fault) => ({ ...fault, field: rename(fault.field) })) };
}

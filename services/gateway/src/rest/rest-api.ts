import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphAnswer } from '../graphql/graph-answer.js';
import { GraphExecutor, type PlannedOperation } from '../graphql/graph-executor.js';
import { rootFieldsOf } from '../graphql/root-fields.js';
import { refusalOfGraph } from '../problems/refusal.js';
import { operationOf, shippedOperations } from './shipped-operations.js';
import { IdempotencyKeys, idempotencyKey, type Outcome } from '../idempotency/idempotency-keys.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { RateLimits } from '../limits/rate-limits.js';
import { LastViewports, type Viewport } from '../live/last-viewports.js';
import { BearerTokens } from '../partners/bearer-tokens.js';
import { OwnOrigin } from '../session/own-origin.js';
import { notForPartners, playersSession, Visitors, type Visitor } from '../session/visitors.js';
import { itemBody } from './item-body.js';
import { listBody, type PageInfo } from './list-body.js';
import { problemAnswer, send, type Answer, type Refusal } from '../problems/problem-answer.js';
import { isFinal } from '../problems/problem-status.js';
import { readInput } from './read-input.js';
import { rateKind, type Input, type Route } from './route.js';
import { routes } from './routes.js';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const NOTHING: Answer = { status: 204, headers: {}, body: undefined };
const UUID = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** Serves the table of routes: every call goes the same way. */
@Injectable()
export class RestApi {
  constructor(
    private readonly executor: GraphExecutor,
    private readonly visitors: Visitors,
    private readonly ownOrigin: OwnOrigin,
    private readonly signer: IdentitySigner,
    private readonly keys: IdempotencyKeys,
    private readonly limits: RateLimits,
    private readonly viewports: LastViewports,
    private readonly tokens: BearerTokens,
  ) {}

  /** Adds every route of the table to a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    const operations = shippedOperations();
    for (const route of routes) {
      const shipped = operations.get(route.operation);
      if (!shipped) throw new Error(`There is no operation ${route.operation}`);
      // What passes an answer on relies on it.
      if (rootFieldsOf(shipped.document, operationOf(shipped.document)).length !== 1) throw new Error(`${route.operation} has more than one root field`);
      const operation: PlannedOperation = {
        text: shipped.text,
        operationName: operationOf(shipped.document).name?.value,
        direct: this.executor.planner.directFetch(shipped.document),
      };
      server.route({
        method: route.method,
        url: route.path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? `:id(${UUID})` : `:${name}`)),
        handler: (request, reply) => this.answer(route, operation, request, reply),
      });
    }
  }

  private async answer(route: Route, operation: PlannedOperation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count(rateKind(route), await this.tokens.payer(request));
    this.ownOrigin.check(request);
    const visitor = await this.visitors.of(request);
    const key = route.method === 'POST' ? idempotencyKey(request) : undefined;
    const isKeptHere = key !== undefined && !route.serviceKeepsKey;
    // The session of a repeated request may have been replaced by the first one's own answer.
    const mayBeRepeated = isKeptHere && visitor.named !== undefined;
    if (!mayBeRepeated) admit(route, visitor);
    const input = readInput(route, request);
    const run = async () => {
      admit(route, visitor);
      return this.perform(route, operation, input, visitor, key, request, reply);
    };
    if (!isKeptHere) return send(reply, (await run()).answer);
    return send(reply, await this.keys.once(visitor, key, `${request.method} ${pathOf(request)}`, [request.query, request.body ?? null], run));
  }

  private async perform(
    route: Route,
    operation: PlannedOperation,
    input: Input,
    visitor: Visitor,
    key: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Outcome> {
    const known = route.sensitive ? this.visitors.recognise(visitor, request, reply) : visitor;
    const welcomed = route.access === 'session' && !visitor.session;
    const caller = welcomed ? await this.visitors.welcome(known, reply) : known;
    const answer = await this.executor.run(operation, route.variables?.(input) ?? {}, {
      authorization: (audience) => this.signer.authorization(caller.identity, audience),
      idempotencyKey: key,
    });
    const refusal = refusalIn(answer);
    if (refusal) return { answer: problemAnswer(renamed(refusal, route, input)), isFinal: isFinal(refusal.code) };
    if (answer.grant) await this.visitors.grant(caller, answer.grant, reply);
    if (route.remembersViewport && caller.session) this.viewports.remember(caller.session.id, input.query as unknown as Viewport);
    return { answer: this.present(route, answer, request), isFinal: true };
  }

  private present({ answer: shape, status }: Route, answer: GraphAnswer, request: FastifyRequest): Answer {
    if (shape.kind === 'nothing') return { status, headers: {}, body: undefined };
    if (shape.kind === 'list') {
      const { body, page } = listBody(answer);
      return { status, headers: { ...JSON_TYPE, ...this.nextLink(page, request) }, body };
    }
    const body = itemBody(answer);
    if (body === undefined && shape.whenNull) return shape.whenNull === 'nothing' ? NOTHING : problemAnswer(shape.whenNull);
    return { status, headers: JSON_TYPE, body: body ?? 'null' };
  }

  private nextLink({ hasNextPage, endCursor }: PageInfo, request: FastifyRequest): Record<string, string> {
    if (!hasNextPage || !endCursor) return {};
    const next = new URL(request.url, this.ownOrigin.of(request));
    next.searchParams.set('cursor', endCursor);
    return { link: `<${next.href}>; rel="next"` };
  }
}

function admit({ access }: Route, visitor: Visitor): void {
  if (access === 'session' && visitor.partner) throw notForPartners();
  if (access === 'player') playersSession(visitor);
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0]!;

function refusalIn(answer: GraphAnswer): Refusal | undefined {
  const error = answer.mayHaveErrors() ? answer.parsed().errors?.[0] : undefined;
  return error && refusalOfGraph(error);
}

/** Field names as this route's callers know them. */
function renamed(refusal: Refusal, route: Route, { body }: Input): Refusal {
  if (!refusal.fields) return refusal;
  const names = route.fieldNames?.(body) ?? {};
  const rename = (field: string) => {
    const [first = '', ...rest] = field.replace(/^input\./, '').split('.');
    return [names[first] ?? first, ...rest].join('.');
  };
  return { ...refusal, fields: refusal.fields.map((fault) => ({ ...fault, field: rename(fault.field) })) };
}


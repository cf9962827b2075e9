import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem, signInBinding } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { refusalOfGraph, type GraphError } from '../problems/refusal.js';
import { describedBy, emptyResponse, REFUSED, texts } from '../openapi/route-schema.js';
import { SubgraphClient, type Grant } from '../subgraphs/subgraph-client.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { RateLimits } from '../limits/rate-limits.js';
import { OidcClient } from './oidc-client.js';
import { OwnOrigin } from './own-origin.js';
import { ownPath, redirectPeople, retrySignIn } from './retry-sign-in.js';
import { SessionStore } from './session-store.js';
import { SignInFlows, type SignInFlow } from './sign-in-flows.js';
import { Visitors, type Visitor } from './visitors.js';

/** Codes by which users refuses a sign-in for good; the screen offers another way. */
const REFUSALS = ['ID_TOKEN_INVALID', 'CONTACT_SUSPENDED'];

/** Not part of the public graph: sent directly to the users service, which validates the token. */
const BY_ID_TOKEN =
  'mutation ($idToken: String!, $nonce: String!) { signInByIdToken(idToken: $idToken, nonce: $nonce) }';

const LOGIN = {
  operationId: 'login',
  summary: 'Redirects the browser to the sign-in screen of the OpenID provider, and back',
  querystring: texts({ returnTo: 'A path of this site; anything else counts as /.' }),
  response: { 302: emptyResponse('To the OpenID provider'), default: REFUSED },
};
const CALLBACK = {
  operationId: 'loginCallback',
  summary: 'Where the OpenID provider redirects to; opens the session',
  querystring: texts({ code: 'Of the provider.', state: 'Of the sign-in that this browser began.' }),
  response: {
    302: emptyResponse('To where the player was, or to the sign-in screen, which says what went wrong'),
    default: REFUSED,
  },
};
const LOGOUT = {
  operationId: 'logout',
  summary: 'Ends the session, here and at the OpenID provider, and leads to /',
  response: { 302: emptyResponse('To /, or by way of another provider') },
};

/** The three navigations: sign-in at the issuer, callback, and logout. */
@Injectable()
export class SignInPages {
  constructor(
    private readonly visitors: Visitors,
    private readonly sessions: SessionStore,
    private readonly flows: SignInFlows,
    private readonly issuer: OidcClient,
    private readonly users: SubgraphClient,
    private readonly signer: IdentitySigner,
    private readonly limits: RateLimits,
    private readonly ownOrigin: OwnOrigin,
    @InjectConfig() private readonly config: GatewayConfig,
  ) {}

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    const navigation = { exposeHeadRoute: false };
    // A navigation with a wrong query leads to a screen, not to an error.
    server.get('/login', { ...navigation, ...describedBy(LOGIN) }, (request, reply) =>
      this.begin(request, reply).catch(redirectPeople(request, reply)),
    );
    server.get('/login/callback', { ...navigation, ...describedBy(CALLBACK) }, (request, reply) =>
      this.finish(request, reply).catch(redirectPeople(request, reply)),
    );
    server.get('/logout', { ...navigation, schema: LOGOUT }, (request, reply) => this.leave(request, reply));
  }

  private async begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('writes', request.ip);
    const returnTo = ownPath((request.query as { returnTo?: unknown }).returnTo);
    // The issuer redirects to the public address, which does not get cookies of another host name.
    if (this.ownOrigin.of(request) !== this.config.PUBLIC_URL)
      return reply.redirect(`${this.config.PUBLIC_URL}/api/login?${new URLSearchParams({ returnTo }).toString()}`, 302);
    const visitor = await this.visitors.of(request);
    const flow = await this.flows.begin(returnTo, request, reply);
    if (!this.issuer.isOurs) return reply.redirect((await this.issuer.authorizationUrl(flow)).href, 302);
    // A caller with a partner's token has no session yet either.
    const { session } = visitor.session ? visitor : await this.visitors.openAnonymousSession(visitor, reply);
    const address = await this.issuer.authorizationUrl(flow, {
      browser: signInBinding(session!.id, flow.state),
      return_to: returnTo,
    });
    return reply.redirect(address.pathname + address.search, 302);
  }

  private async finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('writes', request.ip);
    const { state } = request.query as { state?: unknown };
    const flow = typeof state === 'string' ? await this.flows.take(state, request) : undefined;
    if (!flow) return retrySignIn(reply, 'expired');
    const idToken = await this.issuer.idToken(request.url, flow);
    if (idToken === undefined) return retrySignIn(reply, 'refused', flow.returnTo);
    const visitor = this.visitors.recognizeDevice(await this.visitors.of(request), request, reply);
    const result = await this.completeSignIn(idToken, flow, visitor);
    if (result.refusal && REFUSALS.includes(result.refusal.code)) return retrySignIn(reply, 'refused', flow.returnTo);
    if (result.refusal) throw new Problem(result.refusal.code, result.refusal.detail, result.refusal);
    const { session } = await this.visitors.grant(visitor, result.grant!, reply);
    if (!this.issuer.isOurs) await this.sessions.keepIdToken(session!.id, idToken);
    return reply.redirect(flow.returnTo, 302);
  }

  private async completeSignIn(
    idToken: string,
    { nonce }: SignInFlow,
    { identity }: Visitor,
  ): Promise<{ grant?: Grant; refusal?: ReturnType<typeof refusalOfGraph> }> {
    const body = JSON.stringify({ query: BY_ID_TOKEN, variables: { idToken, nonce } });
    const { bytes, grant } = await this.users.post(
      'users',
      body,
      { authorization: (audience) => this.signer.authorization(identity, audience) },
      false,
    );
    const { errors } = JSON.parse(bytes.toString('utf8')) as { errors?: GraphError[] };
    return errors?.[0] || !grant
      ? { refusal: refusalOfGraph(errors?.[0] ?? { message: 'No session was granted' }) }
      : { grant };
  }

  private async leave(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!this.ownOrigin.isOwnNavigation(request)) return reply.redirect('/', 302);
    const visitor = await this.visitors.of(request);
    const idToken = visitor.session && (await this.sessions.idToken(visitor.session.id));
    await this.visitors.signOut(visitor, reply);
    const elsewhere = idToken ? await this.issuer.logoutUrl(idToken) : undefined;
    return reply.redirect(elsewhere?.href ?? '/', 302);
  }
}

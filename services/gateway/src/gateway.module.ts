import fastifyCookie from '@fastify/cookie';
import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import { InjectConfig, ServiceKitModule } from '@sprayhunt/service-kit';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from './config.js';
import { apiDocs } from './edge/api-docs.js';
import { commonHeaders } from './edge/page-headers.js';
import { Page } from './edge/page.js';
import { PassThrough } from './edge/pass-through.js';
import { Refusals } from './edge/refusals.js';
import { securityText } from './edge/security-text.js';
import { SharePage } from './edge/share-page.js';
import { StreetArchive } from './edge/street-archive.js';
import { StreetTiles } from './edge/street-tiles.js';
import { PersonalExport } from './export/personal-export.js';
import { GraphExecutor } from './graphql/graph-executor.js';
import { GraphqlEndpoint } from './graphql/graphql-endpoint.js';
import { PartnerDocumentsApi } from './graphql/partner-documents-api.js';
import { PartnerDocuments } from './graphql/partner-documents.js';
import { PreparedDocuments } from './graphql/prepared-documents.js';
import { ROOT_FIELD_RULES } from './graphql/root-field-rules.js';
import { FormerResponses } from './idempotency/former-responses.js';
import { IdentitySigner } from './identity/identity-signer.js';
import { RateLimits } from './limits/rate-limits.js';
import { LastViewports } from './live/last-viewports.js';
import { LiveConnections } from './live/live-connections.js';
import { LiveFeed } from './live/live-feed.js';
import { BearerTokens } from './partners/bearer-tokens.js';
import { PartnerPoints } from './partners/partner-points.js';
import { PartnerUsage } from './partners/partner-usage.js';
import { OnTokensRevokedHandler } from './partners/on-tokens-revoked.handler.js';
import { RevokedClients } from './partners/revoked-clients.js';
import { PageReports } from './page-reports/page-reports.js';
import { RestApi } from './rest/rest-api.js';
import { ClientsOfPlayer } from './rest/clients-of-player.js';
import { rootFieldRules } from './rest/root-field-rules.js';
import { ShippedQueries } from './rest/shipped-queries.js';
import { asByteStreams, asGraphql, asPages, asRest } from './server-contexts.js';
import { OnAccountErasedHandler } from './session/on-account-erased.handler.js';
import { OnAccountStandingChangedHandler } from './session/on-account-standing-changed.handler.js';
import { OnSessionsRevokedHandler } from './session/on-sessions-revoked.handler.js';
import { OidcClient } from './session/oidc-client.js';
import { OwnOrigin } from './session/own-origin.js';
import { PlayerCalls } from './session/player-calls.js';
import { SessionCache, SessionEvents } from './session/session-cache.js';
import { DeviceCookie, SessionCookie, SignedInHint } from './session/cookies.js';
import { SessionStore } from './session/session-store.js';
import { SessionList } from './session/session-list.js';
import { SignInFlows } from './session/sign-in-flows.js';
import { SignInPages } from './session/sign-in-pages.js';
import { Visitors } from './session/visitors.js';
import { SubgraphClient } from './subgraphs/subgraph-client.js';
import { Sweeper } from './sweeper.js';
import { tables } from './tables.js';

/** The gateway: who calls, and which handler serves each path. */
@Module({})
export class GatewayModule implements OnModuleInit {
  static forConfig(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      imports: [ServiceKitModule.forService({ name: 'gateway', config, ...tables })],
      controllers: [
        OnAccountErasedHandler,
        OnAccountStandingChangedHandler,
        OnSessionsRevokedHandler,
        OnTokensRevokedHandler,
      ],
      providers: [
        ...[SubgraphClient, GraphExecutor, PreparedDocuments, PartnerDocuments, PartnerDocumentsApi, GraphqlEndpoint],
        ...[
          IdentitySigner,
          SessionCookie,
          SignedInHint,
          DeviceCookie,
          SessionStore,
          SessionCache,
          SessionEvents,
          SessionList,
          PlayerCalls,
          Visitors,
          OwnOrigin,
          OidcClient,
          SignInFlows,
          SignInPages,
        ],
        ...[BearerTokens, PartnerPoints, PartnerUsage, RevokedClients],
        ...[RateLimits, FormerResponses, RestApi, Sweeper],
        { provide: ROOT_FIELD_RULES, useFactory: rootFieldRules },
        ...[ShippedQueries, PersonalExport, ClientsOfPlayer],
        ...[LastViewports, LiveConnections, LiveFeed],
        ...[Page, Refusals, SharePage, PassThrough, StreetTiles, PageReports],
        {
          provide: StreetArchive,
          useFactory: () => (config.MAP_PMTILES ? StreetArchive.open(config.MAP_PMTILES) : null),
        },
        { provide: APP_FILTER, useExisting: Refusals },
      ],
    };
  }

  constructor(
    private readonly host: HttpAdapterHost,
    @InjectConfig() private readonly config: GatewayConfig,
    private readonly rest: RestApi,
    private readonly signInPages: SignInPages,
    private readonly sessionList: SessionList,
    private readonly personalExport: PersonalExport,
    private readonly usage: PartnerUsage,
    private readonly clientsOfPlayer: ClientsOfPlayer,
    private readonly live: LiveFeed,
    private readonly pageReports: PageReports,
    private readonly graphql: GraphqlEndpoint,
    private readonly partnerDocuments: PartnerDocumentsApi,
    private readonly passThrough: PassThrough,
    private readonly sharePage: SharePage,
    private readonly streetTiles: StreetTiles,
    private readonly page: Page,
    private readonly refusals: Refusals,
    private readonly signedInHint: SignedInHint,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    const headers = commonHeaders(this.config);
    server.addHook('onRequest', (_request, reply, done) => {
      void reply.headers(headers);
      done();
    });
    // Before the plugin's own hook, which writes the cookies.
    server.addHook('onSend', (request, reply, _payload, done) => {
      this.signedInHint.correct(request, reply);
      done();
    });
    this.usage.register(server);
    void server.register(fastifyCookie);
    const context = (
      manner: (context: FastifyInstance, refusals: Refusals) => void,
      prefix: string,
      ...parts: { register(server: FastifyInstance): void }[]
    ) =>
      server.register(
        async (inside) => {
          manner(inside, this.refusals);
          for (const part of parts) part.register(inside);
        },
        { prefix },
      );
    void context(
      asRest,
      '/api',
      this.rest,
      this.signInPages,
      this.sessionList,
      this.personalExport,
      this.clientsOfPlayer,
      this.live,
      this.partnerDocuments,
      this.pageReports,
    );
    void context(asGraphql, '/graphql', this.graphql);
    void context(asByteStreams, '', this.passThrough);
    if (this.config.MODE === 'local')
      void context(asByteStreams, '', { register: (inside) => this.passThrough.registerInbox(inside) });
    void context(
      asPages,
      '',
      { register: apiDocs },
      { register: (inside) => securityText(inside, this.config) },
      this.sharePage,
      this.streetTiles,
      this.page,
    );
  }
}

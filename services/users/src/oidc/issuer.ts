import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { InjectConfig, isSignedByOne, problemJson } from '@sprayhunt/service-kit';
import type { FastifyInstance } from 'fastify';
import { errors, Provider, type Adapter, type KoaContextWithOIDC } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { UsersConfig } from '../config.js';
import { consentGrants } from '../consents/consent-grants.js';
import { Consents } from '../consents/consents.js';
import { isProven } from '../consents/proof.js';
import { OAuthClients } from '../partners/oauth-clients.js';
import { AccessTokenRevocation } from './access-token-revocation.js';
import { issuerConfiguration, issuerOf, redirectExpiredConsent } from './issuer-configuration.js';
import { PayloadStore } from './payload-store.js';

const MOUNTED_AT = '/oidc';
/** The path where an interaction continues. */
const RESUMED = /^\/auth\/([\w-]+)\/?$/;

// The library needs it, and the oldest supported Node lacks it.
URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null);

/** Our own OpenID provider, which the gateway serves under the public address. */
@Injectable()
export class Issuer implements OnModuleInit {
  readonly provider: Provider;
  private readonly publicUrl: URL;
  private readonly ownClient: string;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly clients: OAuthClients,
    consents: Consents,
    payloads: PayloadStore,
    private readonly accessTokens: AccessTokenRevocation,
    dataSource: DataSource,
    @InjectConfig() private readonly config: UsersConfig,
  ) {
    const adapter = (model: string) => {
      if (model === 'Client') return this.partners();
      return model === 'Grant' ? consentGrants(consents, config, payloads.adapter(model)) : payloads.adapter(model);
    };
    const accountExists = (id: string) => dataSource.manager.existsBy(Account, { id });
    this.publicUrl = new URL(config.PUBLIC_URL);
    this.ownClient = config.OIDC_CLIENT_ID;
    this.provider = new Provider(issuerOf(config), issuerConfiguration(config, adapter, accountExists, consents));
    this.provider.proxy = true;
    this.provider.use((ctx, next) => this.requireProof(ctx as KoaContextWithOIDC, next));
    this.provider.use(endSessionAfterSignIn);
    this.provider.use(sendProblems);
    this.provider.use((ctx, next) => this.revokeAccessToken(ctx as KoaContextWithOIDC, next));
    this.provider.on(
      'revocation.error',
      (ctx, error) => (ctx.state['isAccessToken'] = error instanceof errors.UnsupportedTokenType),
    );
    this.provider.on('server_error', (ctx, error) => (ctx.state['fault'] = error));
    this.compareSecrets();
  }

  onModuleInit(): void {
    const handle = this.provider.callback();
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    void server.register(
      (inside, _options, done) => {
        // The library reads bodies itself.
        inside.removeAllContentTypeParsers();
        inside.addContentTypeParser('*', (_request, _body, parsed) => parsed(null));
        inside.all('/*', (request, reply) => {
          void reply.hijack();
          return handle(this.asFromOutside(request.raw), reply.raw);
        });
        done();
      },
      { prefix: MOUNTED_AT },
    );
  }

  /** The library derives its URLs and Secure cookies from the request; here the public address decides. */
  private asFromOutside(request: IncomingMessage): IncomingMessage {
    const { host, protocol } = this.publicUrl;
    Object.assign(request, { originalUrl: request.url, url: request.url!.slice(MOUNTED_AT.length) || '/' });
    Object.assign(request.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host });
    return request;
  }

  private partners(): Adapter {
    const nothing = () => Promise.resolve(undefined);
    return {
      find: (id) => this.clients.find(id) as ReturnType<Adapter['find']>,
      upsert: nothing,
      findByUserCode: nothing,
      findByUid: nothing,
      consume: nothing,
      destroy: nothing,
      revokeByGrantId: nothing,
    };
  }

  /** A player's decision about a partner's client continues only in that player's browser; see `Authorizations`. */
  private async requireProof(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    const uid = RESUMED.exec(ctx.path)?.[1];
    const interaction = uid === undefined ? undefined : await this.provider.Interaction.find(uid);
    const isPartners = interaction !== undefined && interaction.params['client_id'] !== this.ownClient;
    if (isPartners && !isProven(interaction.result as { proof?: unknown } | undefined, ctx.query['proof']))
      return redirectExpiredConsent(ctx);
    await next();
  }

  /** The library authenticates the client and then refuses tokens that it does not store. */
  private async revokeAccessToken(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    await next();
    if (!ctx.state['isAccessToken']) return;
    try {
      await this.accessTokens.revoke(String(ctx.oidc.params!['token']), ctx.oidc.client!.clientId);
      ctx.status = 200;
      ctx.body = '';
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) ctx.state['fault'] = error;
      else ctx.body = { error: error.error, error_description: error.error_description };
    }
  }

  /** Partners' secrets are compared by their hash, the gateway's with the configured ones. */
  private compareSecrets(): void {
    const {
      clients,
      ownClient,
      config: { OIDC_CLIENT_SECRET: ofGateway },
    } = this;
    this.provider.Client.prototype.compareClientSecret = async function (given) {
      if (this.clientId !== ownClient) return clients.isSecret(this.clientId, given);
      return ofGateway !== undefined && isSignedByOne(ofGateway, digestOf, digestOf(given));
    };
  }
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Errors that the library reports as server errors are returned as elsewhere, in OAuth's format: an
 * unavailable database is not an internal error, and internal errors are logged under the returned id.
 */
async function sendProblems(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { fault } = ctx.state as { fault?: unknown };
  if (fault === undefined) return;
  const { status, headers, body } = problemJson(fault);
  const error = status === 503 ? 'temporarily_unavailable' : status < 500 ? 'invalid_request' : 'server_error';
  ctx.remove('location');
  ctx.status = status;
  ctx.set(headers);
  ctx.body = JSON.stringify({ ...body, error, error_description: body['detail'] });
}

/**
 * The gateway has the player's session; another one at the issuer would only be one more to end at logout. So it ends
 * as soon as the code is issued.
 */
async function endSessionAfterSignIn(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.oidc?.session?.accountId) await ctx.oidc.session.destroy();
}

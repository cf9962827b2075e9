import type { IncomingMessage } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { InjectConfig, problemJson } from '@sprayhunt/service-kit';
import type { FastifyInstance } from 'fastify';
import { Provider, type Adapter, type KoaContextWithOIDC } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { UsersConfig } from '../config.js';
import { OAuthClients } from '../partners/oauth-clients.js';
import { issuerConfiguration, issuerOf } from './issuer-configuration.js';
import { PayloadStore } from './payload-store.js';

const MOUNTED_AT = '/oidc';

// The library needs it, and the oldest supported Node lacks it.
URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null);

/** Our own OpenID provider, which the gateway serves under the public address. */
@Injectable()
export class Issuer implements OnModuleInit {
  readonly provider: Provider;
  private readonly publicUrl: URL;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly clients: OAuthClients,
    payloads: PayloadStore,
    dataSource: DataSource,
    @InjectConfig() config: UsersConfig,
  ) {
    const adapter = (model: string) => (model === 'Client' ? this.partners() : payloads.adapter(model));
    const accountExists = (id: string) => dataSource.manager.existsBy(Account, { id });
    this.publicUrl = new URL(config.PUBLIC_URL);
    this.provider = new Provider(issuerOf(config), issuerConfiguration(config, adapter, accountExists));
    this.provider.proxy = true;
    this.provider.use(endSessionAfterSignIn);
    this.provider.use(sendProblems);
    this.provider.on('server_error', (ctx, error) => (ctx.state['fault'] = error));
    this.comparePartnersByHash();
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
    return { find: (id) => this.clients.find(id) as ReturnType<Adapter['find']>, upsert: nothing, findByUserCode: nothing, findByUid: nothing, consume: nothing, destroy: nothing, revokeByGrantId: nothing };
  }

  private comparePartnersByHash(): void {
    const { clients } = this;
    const { prototype } = this.provider.Client;
    const compareInPlain = prototype.compareClientSecret;
    prototype.compareClientSecret = async function (given) {
      const isPartner = this.grantTypeAllowed('client_credentials');
      return isPartner ? clients.isSecret(this.clientId, given) : compareInPlain.call(this, given);
    };
  }
}

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
 * The gateway has the player's session; another one at the issuer would only be one more to
 * end at logout. So it ends as soon as the code is issued.
 */
async function endSessionAfterSignIn(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.oidc?.session?.accountId) await ctx.oidc.session.destroy();
}

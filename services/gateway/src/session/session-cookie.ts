import type { SerializeOptions } from '@fastify/cookie';
import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import type { FastifyReply } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { SecretCookie } from './secret-cookie.js';

/** The cookie of the browser's session. */
@Injectable()
export class SessionCookie extends SecretCookie {
  constructor(@InjectConfig() config: GatewayConfig) {
    super(config, 'sprayhunt', config.SESSION_MAX_DAYS);
  }

  /** The first cookie of the response, because simple programs read no other: `setCookie` adds its own after what the header has. */
  protected override write(reply: FastifyReply, value: string, options: SerializeOptions): void {
    void reply.removeHeader('set-cookie').header('set-cookie', reply.server.serializeCookie(this.name, value, options));
  }
}

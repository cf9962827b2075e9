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

  /** Set before the other cookies of the response: simple programs read only the first. */
  override set(reply: FastifyReply, secret: string): void {
    const others = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    void reply.removeHeader('set-cookie');
    super.set(reply, secret);
    for (const other of others) void reply.header('set-cookie', other);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { SessionCookie } from './session-cookie.js';

const DAY_SECONDS = 86_400;

/**
 * A cookie that tells the page's scripts whether a player is signed in, `yes` or `no`, so that a guest's screens send
 * no request that would be refused. The gateway itself never reads it for a decision.
 */
@Injectable()
export class SignedInHint {
  private readonly name: string;
  private readonly secure: boolean;

  constructor(
    @InjectConfig() private readonly config: GatewayConfig,
    private readonly session: SessionCookie,
  ) {
    this.secure = config.PUBLIC_URL.startsWith('https:');
    this.name = this.secure ? '__Host-sprayhunt-signed-in' : 'sprayhunt-signed-in';
  }

  set(reply: FastifyReply, isPlayer: boolean): void {
    this.write(reply, isPlayer ? 'yes' : 'no', this.config.SESSION_MAX_DAYS);
  }

  clear(reply: FastifyReply): void {
    this.write(reply, '', 0);
  }

  /** Before each response is sent: a 401 corrects a wrong `yes`; the page sets the cookie in a browser whose session is older than this cookie. */
  correct({ headers, cookies }: FastifyRequest, reply: FastifyReply): void {
    const hint = cookies?.[this.name];
    if (reply.statusCode === 401 && hint === 'yes' && headers.authorization === undefined) this.set(reply, false);
    else if (hint === undefined && cookies?.[this.session.name] && String(reply.getHeader('content-type')).startsWith('text/html')) this.set(reply, true);
  }

  private write(reply: FastifyReply, value: string, days: number): void {
    void reply.setCookie(this.name, value, { path: '/', sameSite: 'lax', secure: this.secure, maxAge: Math.round(days * DAY_SECONDS) });
  }
}

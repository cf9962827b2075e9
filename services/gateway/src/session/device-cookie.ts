import { Injectable } from '@nestjs/common';
import { InjectConfig, type Identity } from '@sprayhunt/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { hashOf, newSecret, SecretCookie } from './secret-cookie.js';

/** The longest life of a cookie in browsers. */
const DAYS = 400;
const USER_AGENT_MAX = 300;

/** Recognises a browser that has signed in before. It grants nothing, and outlives every session. */
@Injectable()
export class DeviceCookie extends SecretCookie {
  constructor(@InjectConfig() config: GatewayConfig) {
    super(config, 'sprayhunt-device', DAYS);
  }

  /** The device for a signed identity; a browser without the cookie gets one. */
  recognise(request: FastifyRequest, reply: FastifyReply): Identity['device'] {
    let secret = this.secret(request);
    if (secret === undefined) {
      secret = newSecret();
      this.set(reply, secret);
    }
    return { id: hashOf(secret).toString('base64url'), userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) };
  }
}

import { Injectable } from '@nestjs/common';
import { deleteBefore, InjectConfig, SqlPool } from '@sprayhunt/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { hashOf, newSecret, SecretCookie } from './cookies.js';

/** How long a sign-in at the issuer may take. */
const LIFETIME = '10 minutes';
const COOKIE_DAYS = 10 / 1_440;

/** One sign-in at the issuer, from redirect to callback. */
export interface SignInFlow {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
}

interface Row {
  nonce: string;
  verifier: string;
  returnTo: string;
}

/** The parameters of sign-ins, for the browser that started them; it may have started several. */
@Injectable()
export class SignInFlows {
  private readonly cookie: SecretCookie;

  constructor(
    private readonly pool: SqlPool,
    @InjectConfig() config: GatewayConfig,
  ) {
    this.cookie = new SecretCookie(config, 'sprayhunt-login', COOKIE_DAYS);
  }

  async begin(returnTo: string, request: FastifyRequest, reply: FastifyReply): Promise<SignInFlow> {
    const browser = this.cookie.secret(request) ?? newSecret();
    const flow = { state: newSecret(), nonce: newSecret(), verifier: newSecret(), returnTo };
    await this.pool.query({
      name: 'begin-sign-in-flow',
      text: `INSERT INTO sign_in_flows (state_hash, browser_hash, nonce, verifier, return_to, expires_at)
             VALUES ($1, $2, $3, $4, $5, now() + interval '${LIFETIME}')`,
      values: [hashOf(flow.state), hashOf(browser), flow.nonce, flow.verifier, returnTo],
    });
    this.cookie.set(reply, browser);
    return flow;
  }

  /** Removes and returns the flow of this state; undefined if another browser started it, or too long ago. */
  async take(state: string, request: FastifyRequest): Promise<SignInFlow | undefined> {
    const browser = this.cookie.secret(request);
    if (browser === undefined) return undefined;
    const { rows } = await this.pool.query<Row>({
      name: 'take-sign-in-flow',
      text: `DELETE FROM sign_in_flows WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > now()
             RETURNING nonce, verifier, return_to AS "returnTo"`,
      values: [hashOf(state), hashOf(browser)],
    });
    return rows[0] && { state, ...rows[0] };
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'sign_in_flows', 'expires_at', 'now()', signal);
  }
}

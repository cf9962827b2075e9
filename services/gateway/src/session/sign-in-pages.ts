import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { LiveConnections } from '../live/live-connections.js';
import { ownPath } from './return-to.js';
import { Visitors } from './visitors.js';

/** The page's own screen that asks for the code. */
const SIGN_IN_SCREEN = '/sign-in';

/** The two calls that a browser navigates to. */
@Injectable()
export class SignInPages {
  constructor(
    private readonly visitors: Visitors,
    private readonly live: LiveConnections,
  ) {}

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    server.get<{ Querystring: { returnTo?: unknown } }>('/login', async ({ query }, reply) => {
      const returnTo = new URLSearchParams({ returnTo: ownPath(query.returnTo) });
      return reply.redirect(`${SIGN_IN_SCREEN}?${returnTo.toString()}`, 302);
    });
    server.get('/logout', { exposeHeadRoute: false }, async (request, reply) => {
      const visitor = await this.visitors.of(request);
      await this.visitors.leave(visitor, reply);
      if (visitor.session) this.live.end(visitor.session.id);
      return reply.redirect('/', 302);
    });
  }
}

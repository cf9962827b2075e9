import { Injectable } from '@nestjs/common';
import { deviceName, type Language, Problem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emptyResponse, FOR_PLAYERS, jsonResponse, REFUSED } from '../openapi/route-schema.js';
import { hashOf } from './cookies.js';
import { PlayerCalls } from './player-calls.js';
import { SessionStore, type ListedSession } from './session-store.js';
import { Visitors } from './visitors.js';

const LIST = {
  operationId: 'sessions',
  summary: 'The sessions of the player, most recently used first; at most 100',
  security: FOR_PLAYERS,
  response: {
    200: jsonResponse({
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'device', 'openedAt', 'lastSeenAt', 'current'],
        properties: {
          id: { type: 'string' },
          device: { type: 'string', description: 'Browser and system, for display: `Firefox on Linux`.' },
          openedAt: { type: 'string', format: 'date-time' },
          lastSeenAt: { type: 'string', format: 'date-time', description: 'Accurate to ten minutes.' },
          current: { type: 'boolean', description: 'Whether this call belongs to the session.' },
        },
      },
    }),
    default: REFUSED,
  },
};
const END_OTHERS = {
  operationId: 'endOtherSessions',
  summary: 'Signs the player out everywhere else',
  security: FOR_PLAYERS,
  response: { 204: emptyResponse('Done'), default: REFUSED },
};
const END = {
  operationId: 'endSession',
  summary: 'Ends one session of the player; ending the current one signs out',
  security: FOR_PLAYERS,
  params: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  response: { 204: emptyResponse('Done'), default: REFUSED },
};

/** `/api/profile/sessions`: lists a player's sessions and ends them. */
@Injectable()
export class SessionList {
  constructor(
    private readonly calls: PlayerCalls,
    private readonly visitors: Visitors,
    private readonly store: SessionStore,
  ) {}

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    server.get('/profile/sessions', { schema: LIST }, (request) => this.list(request));
    server.delete('/profile/sessions', { schema: END_OTHERS }, (request, reply) => this.endOthers(request, reply));
    server.delete<{ Params: { id: string } }>('/profile/sessions/:id', { schema: END }, (request, reply) =>
      this.end(request, request.params.id, reply),
    );
  }

  private async list(request: FastifyRequest) {
    const { session, language } = await this.calls.admit(request, 'reads');
    const listed = await this.store.of(session.holder.subject);
    return listed.map((each) => listedSession(each, each.id === session.id, language));
  }

  private async end(request: FastifyRequest, id: string, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = await this.calls.admit(request, 'writes');
    const { subject } = visitor.session.holder;
    const session = (await this.store.of(subject)).find((each) => publicId(each) === id);
    if (!session) throw new Problem('NOT_FOUND', 'There is no such session.');
    if (session.id === visitor.session.id) await this.visitors.signOut(visitor, reply);
    else await this.visitors.end(subject, session.id);
    return reply.code(204).send();
  }

  private async endOthers(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { session } = await this.calls.admit(request, 'writes');
    await this.visitors.endOthers(session);
    return reply.code(204).send();
  }
}

/** Codes and sign-ins are bound to a session by its id, so the list must not reveal it. */
const publicId = ({ id }: ListedSession) => hashOf(id).toString('base64url');

const listedSession = (session: ListedSession, current: boolean, language: Language) => ({
  id: publicId(session),
  device: deviceName(session.userAgent, language),
  openedAt: session.openedAt.toISOString(),
  lastSeenAt: (current ? new Date() : session.lastSeenAt).toISOString(),
  current,
});

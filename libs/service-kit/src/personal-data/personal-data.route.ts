import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable, type InjectionToken, type OnModuleInit, type Provider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type ServiceConfig } from '../config/service-config.js';
import { SqlPool } from '../database/sql-pool.js';
import { Problem } from '../errors/problem.js';
import { Outbox } from '../events/outbox.js';
import { identityReader, type Identity } from '../identity/identity.js';
import { log } from '../logging/log.js';
import { PERSONAL_SECTIONS, writePersonalData, type PersonalSection } from './personal-section.js';

/** Where a service returns its data about a player: for the gateway only, by a signed identity. */
export const PERSONAL_DATA_PATH = '/personal-data';

/** `GET /personal-data`: everything about the caller, as one JSON object. */
@Injectable()
export class PersonalDataRoute implements OnModuleInit {
  private readonly identityOf: (authorization: string | undefined) => Identity;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(PERSONAL_SECTIONS) private readonly sections: readonly PersonalSection[],
    @Inject(CONFIG) { IDENTITY_PUBLIC_KEY }: ServiceConfig,
    { service }: Outbox,
  ) {
    this.identityOf = identityReader(IDENTITY_PUBLIC_KEY, service);
  }

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.get(PERSONAL_DATA_PATH, { exposeHeadRoute: false }, (request, reply) => this.respond(request, reply));
  }

  private async respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const player = this.playerOf(request);
    if (!player) return reply.code(401).send({ code: 'UNAUTHENTICATED' });
    const pieces = writePersonalData(this.sections, player);
    try {
      // A failure at the start is returned as a problem; a later one breaks the connection.
      const first = await pieces.next();
      return await reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(streamOf(first, pieces));
    } catch (error) {
      const id = randomUUID();
      log.error({ id, err: error }, 'Personal data could not be read');
      return reply.code(500).send({ code: 'INTERNAL', id });
    }
  }

  private playerOf({ headers }: FastifyRequest): string | undefined {
    try {
      const { kind, subject } = this.identityOf(headers.authorization);
      return kind === 'player' ? subject : undefined;
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }
}

const streamOf = (first: IteratorResult<string>, rest: AsyncGenerator<string>): Readable =>
  Readable.from(
    (async function* () {
      if (!first.done) yield first.value;
      yield* rest;
    })(),
    { objectMode: false },
  );

/**
 * Providers for a player's download of the service's data about them.
 * @param sections in the order of the export; empty for a service without data about players
 * @param inject what `sections` takes in addition to the pool
 */
export const personalData = (
  sections: (pool: SqlPool, ...injected: never[]) => PersonalSection[],
  ...inject: InjectionToken[]
): Provider[] => [
  PersonalDataRoute,
  { provide: PERSONAL_SECTIONS, inject: [SqlPool, ...inject], useFactory: sections },
];

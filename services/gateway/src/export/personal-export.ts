import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { backendNames, services, type BackendName } from '@sprayhunt/contracts';
import {
  PERSONAL_DATA_PATH,
  Problem,
  SqlPool,
  traceparent,
  writePersonalData,
  type Identity,
  type PersonalSection,
} from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FOR_PLAYERS, jsonResponse, REFUSED } from '../openapi/route-schema.js';
import { ShippedQueries } from '../rest/shipped-queries.js';
import { SubgraphClient, unavailable } from '../subgraphs/subgraph-client.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { RateLimits } from '../limits/rate-limits.js';
import { PRODUCT_NAME } from '../product.js';
import { playersSession, Visitors } from '../session/visitors.js';
import { ownSections } from './own-sections.js';

const exportKeys = new Intl.ListFormat('en-GB').format(
  Object.values(services).map(({ exportKey }) => `\`${exportKey}\``),
);
const EXPORT = {
  operationId: 'exportPersonalData',
  summary:
    'Everything that is stored about the signed-in player, pictures included, as one file; also for pending players',
  security: FOR_PLAYERS,
  response: {
    200: {
      ...jsonResponse(
        { type: 'object' },
        `${exportKeys}, each with lists by name; pictures as {id, contentType, base64, …}. ` +
          'A file that was cut off is not valid JSON.',
      ),
      headers: {
        'Content-Disposition': { type: 'string', description: 'An attachment with a name for the file.' },
      },
    },
    default: REFUSED,
  },
};

/**
 * `GET /api/profile/export`: all data about the player, as one JSON file. The services' responses are joined as they
 * arrive, unread and unbuffered. All of them have started before the first byte is sent; a later failure breaks the
 * download, which is then invalid JSON and never looks complete.
 */
@Injectable()
export class PersonalExport {
  private readonly own: readonly PersonalSection[];

  constructor(
    private readonly visitors: Visitors,
    private readonly limits: RateLimits,
    private readonly signer: IdentitySigner,
    private readonly services: SubgraphClient,
    private readonly queries: ShippedQueries,
    pool: SqlPool,
  ) {
    this.own = ownSections(pool);
  }

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    server.get('/profile/export', { exposeHeadRoute: false, schema: EXPORT }, (request, reply) =>
      this.respond(request, reply),
    );
  }

  private async respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('reads', request.ip);
    const visitor = await this.visitors.of(request);
    const { identity } = visitor;
    const session = playersSession(visitor);
    await this.limits.count('exports', session.holder.subject);
    const { username, parts } = await this.begin(identity).catch(async (error: unknown) => {
      await this.limits.revert('exports', session.holder.subject);
      throw error;
    });
    const now = new Date();
    const file = Readable.from(this.joined(parts, session.holder.subject, now), { objectMode: false });
    // A cancelled download, before or after its first byte, cancels the services' responses.
    file.once('close', () => close(parts));
    return reply
      .type('application/json; charset=utf-8')
      .header(
        'content-disposition',
        attachment(`${PRODUCT_NAME.toLowerCase()}-${username ?? 'account'}-${now.toISOString().slice(0, 10)}.json`),
      )
      .send(file);
  }

  private async begin(identity: Identity): Promise<{ username: string | null; parts: Readable[] }> {
    return { username: await this.usernameOf(identity), parts: await this.openAll(identity) };
  }

  private async usernameOf(identity: Identity): Promise<string | null> {
    const { item } = (await this.queries.run('current-user', {}, identity)) as {
      item: { username: string | null } | null;
    };
    if (!item) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
    return item.username;
  }

  /** @throws Problem `UNAVAILABLE` if one of the services does not start to respond */
  private async openAll(identity: Identity): Promise<Readable[]> {
    const opened = await Promise.allSettled(backendNames.map((service) => this.open(service, identity)));
    const failed = opened.find((part) => part.status === 'rejected');
    const parts = opened.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
    if (!failed) return parts;
    close(parts);
    throw failed.reason;
  }

  private async open(service: BackendName, identity: Identity): Promise<Readable> {
    const trace = traceparent();
    try {
      const { statusCode, body } = await this.services.poolOf(service).request({
        method: 'GET',
        path: PERSONAL_DATA_PATH,
        headers: { authorization: this.signer.authorization(identity, service), ...(trace && { traceparent: trace }) },
      });
      if (statusCode === 200) return body;
      await body.dump();
      throw new Error(`${service} returned ${statusCode}`);
    } catch (error) {
      throw unavailable(service, error);
    }
  }

  private async *joined(parts: Readable[], accountId: string, now: Date): AsyncGenerator<string | Buffer> {
    yield `{"product":${JSON.stringify(PRODUCT_NAME)},"exportedAt":"${now.toISOString()}"`;
    for (const [index, name] of backendNames.entries()) {
      yield `,${JSON.stringify(services[name].exportKey)}:`;
      yield* parts[index] as AsyncIterable<Buffer>;
    }
    yield `,${JSON.stringify(services.gateway.exportKey)}:`;
    yield* writePersonalData(this.own, accountId);
    yield '}';
  }
}

function close(parts: readonly Readable[]): void {
  for (const part of parts) part.on('error', () => undefined).destroy();
}

/** RFC 6266: the name in ASCII for all clients, and in full for those that support it. */
function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll("'", '%27');
  return `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encoded}`;
}

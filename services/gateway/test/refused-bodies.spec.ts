import { eventually, RawConnection } from '@sprayhunt/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runGateway, type RunningGateway } from './running-gateway.js';

let gateway: RunningGateway;

/** Media refuses before it reads, in the middle, and not at all. */
function mediaRoutes(server: FastifyInstance): void {
  void server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (_request, _body, done) => done(null));
    routes.put('/api/uploads/forbidden', (_request, reply) => reply.code(403).send({ code: 'FORBIDDEN' }));
    routes.put('/api/uploads/too-large', async ({ raw }, reply) => {
      await new Promise((resolve) => raw.once('data', resolve));
      return reply.code(413).send({ code: 'PAYLOAD_TOO_LARGE' });
    });
    routes.put('/api/uploads/away', ({ raw }) => void raw.socket.destroy());
    routes.put('/api/uploads/fine', async ({ raw }) => {
      for await (const _ of raw);
      return { ok: true };
    });
  });
}

beforeAll(async () => {
  gateway = await runGateway({ RATE_SENSITIVE: '1/600' }, mediaRoutes);
});
afterAll(() => gateway.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT = { 'content-type': 'text/plain' };
const soon = { timeout: 4_000 };
const NEARBY = '/api/discoveries/nearby?latitude=1&longitude=2';

/** What is sent, and the response with a body of 1 kB and with one of 300 kB. */
const entrances: [
  name: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  short: number,
  long: number,
][] = [
  ['REST, a foreign type', 'POST', '/api/discoveries', TEXT, 415, 415],
  ['REST, no type', 'POST', '/api/discoveries', {}, 415, 415],
  ['REST, text that is no JSON', 'POST', '/api/discoveries', JSON_TYPE, 400, 413],
  ['REST, a token that is none', 'PUT', '/api/profile/picture', { ...TEXT, authorization: 'Bearer no' }, 415, 415],
  ['REST, too fast', 'POST', '/api/login/code', JSON_TYPE, 400, 413],
  ['REST, a body that no one asked for', 'GET', NEARBY, TEXT, 200, 200],
  ['REST, an unknown path', 'POST', '/api/nothing', TEXT, 404, 404],
  ['REST, a broken path', 'POST', '/api/%zz', TEXT, 400, 400],
  ['GraphQL, a foreign type', 'POST', '/graphql', TEXT, 415, 415],
  ['GraphQL, text that is no JSON', 'POST', '/graphql', JSON_TYPE, 400, 413],
  ['GraphQL, by GET', 'GET', '/graphql', TEXT, 405, 405],
  ['an upload that media refuses', 'PUT', '/api/uploads/forbidden', TEXT, 403, 403],
  ['an upload that media refuses in the middle', 'PUT', '/api/uploads/too-large', TEXT, 413, 413],
  ['an upload that breaks off', 'PUT', '/api/uploads/away', TEXT, 503, 503],
  ['an upload that is taken', 'PUT', '/api/uploads/fine', TEXT, 200, 200],
  ['a picture', 'GET', '/objects/none', TEXT, 404, 404],
  ['a page', 'GET', '/openapi.json', TEXT, 200, 200],
  ['an unknown path', 'POST', '/nothing', TEXT, 404, 404],
  ['health', 'GET', '/healthz', TEXT, 200, 200],
];

describe('a body that is not read', () => {
  const sizes = [
    ['1 kB', 1_000, false],
    ['1 kB without its length', 1_000, true],
    ['300 kB', 300_000, false],
    ['300 kB without its length', 300_000, true],
  ] as const;

  describe.each(sizes)('of %s', (_, bytes, chunked) => {
    it.each(entrances)('leaves no hanging connection: %s', async (_name, method, path, headers, short, long) => {
      const connection = await RawConnection.to(gateway.url);
      connection.request(method, path, { headers, body: 'x'.repeat(bytes), chunked });
      await eventually(() => expect(connection.statuses).toEqual([bytes > 64_000 ? long : short]), soon);
      connection.request('GET', '/healthz');
      await eventually(() => expect(connection.statuses.length === 2 || connection.closed).toBe(true), soon);
      if (connection.statuses.length < 2)
        expect(connection.received.toLowerCase()).toContain('\r\nconnection: close\r\n');
      connection.end();
    });
  });

  it('is dropped while it is short and its length is known, also where it comes after the response', async () => {
    const connection = await RawConnection.to(gateway.url);
    connection.request('POST', '/graphql', { headers: { ...TEXT, 'content-length': '1000' } });
    await eventually(() => expect(connection.statuses).toEqual([415]), soon);
    connection.write('x'.repeat(1_000));
    connection.request('GET', '/healthz');
    await eventually(() => expect(connection.statuses).toEqual([415, 200]), soon);
    connection.end();
  });

  it('ends the connection in a while although the sender never stops', async () => {
    const connection = await RawConnection.to(gateway.url);
    connection.request('POST', '/graphql', { headers: { ...TEXT, 'content-length': '100000000' } });
    const sending = setInterval(() => connection.write('x'.repeat(10_000)), 20);
    await eventually(() => expect([connection.statuses, connection.closed]).toEqual([[415], true]), soon);
    clearInterval(sending);
  });
});

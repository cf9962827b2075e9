import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ReceiveUploadService } from './receive-upload.service.js';

/** How long a refused sender may go on sending into the void before the line is cut. */
const LINGER_MS = 2_000;

/** `PUT /api/uploads/:id?token=…`: the body is the file, whatever its headers call it. */
export function uploadRoute(server: FastifyInstance, uploads: ReceiveUploadService): void {
  server.put<{ Params: { id: string }; Querystring: { token?: unknown } }>('/api/uploads/:id', async (request, reply) => {
    const { raw, params, query, headers } = request;
    reply.raw.once('finish', () => letGo(raw));
    const declared = headers['content-length'];
    const answer = await uploads.receive({
      id: params.id,
      token: typeof query.token === 'string' ? query.token : '',
      declaredBytes: declared === undefined ? undefined : Number(declared),
      body: raw,
    });
    return reply.header('cache-control', 'no-store').send(answer);
  });
}

/**
 * What is left of the body is dropped unread for a moment, so that the answer reaches the sender
 * before the line is cut; a sender who has finished keeps the line.
 */
function letGo(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const cut = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(cut)).once('end', () => clearTimeout(cut)).once('error', () => clearTimeout(cut));
}

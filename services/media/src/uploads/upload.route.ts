import type { FastifyInstance } from 'fastify';
import type { ReceiveUploadService } from './receive-upload.service.js';

/** `PUT /api/uploads/:id?token=…`: the body is the file, whatever its content type. */
export function uploadRoute(server: FastifyInstance, uploads: ReceiveUploadService): void {
  server.put<{ Params: { id: string }; Querystring: { token?: unknown } }>(
    '/api/uploads/:id',
    async (request, reply) => {
      const { raw, params, query, headers } = request;
      const declared = headers['content-length'];
      const result = await uploads.receive({
        id: params.id,
        token: typeof query.token === 'string' ? query.token : '',
        declaredBytes: declared === undefined ? undefined : Number(declared),
        body: raw,
      });
      return reply.header('cache-control', 'no-store').send(result);
    },
  );
}

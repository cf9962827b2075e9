import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '@sprayhunt/service-kit';
import type { Progress, ResumableUploadService, Ticket } from './resumable-upload.service.js';
import { byteCap } from './upload.entity.js';

type Request = FastifyRequest<{ Params: { id: string }; Querystring: { token?: unknown } }>;

const VERSION = '1.0.0';
const PART = 'application/offset+octet-stream';

/**
 * The tus protocol 1.0.0 (tus.io) with the extensions creation, expiration and termination. The address of a ticket
 * is endpoint and upload in one: POST announces the file, PATCH sends it, HEAD returns how much has arrived, DELETE
 * gives it up. The PATCH that completes the file returns the picture, as a PUT does.
 */
export function tusRoutes(server: FastifyInstance, uploads: ResumableUploadService): void {
  const path = '/api/uploads/:id';
  const withVersion = async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ 'tus-resumable': VERSION, 'cache-control': 'no-store' });
    if (request.headers['tus-resumable'] === VERSION) return;
    void reply.header('tus-version', VERSION);
    throw new Problem('VERSION_NOT_SUPPORTED', `Send the header Tus-Resumable: ${VERSION}, or PUT the whole file.`);
  };

  server.options(path, (_request, reply) =>
    reply
      .code(204)
      .headers({
        'tus-resumable': VERSION,
        'tus-version': VERSION,
        'tus-extension': 'creation,expiration,termination',
        'tus-max-size': byteCap('discovery'),
      })
      .send(),
  );

  server.post(path, { onRequest: withVersion }, async (request: Request, reply) => {
    const length = parseHeader(request, 'upload-length', 1);
    const progress = await uploads.begin(ticketOf(request), length);
    return reply
      .code(201)
      .headers({ ...describe(progress), location: request.url })
      .send();
  });

  server.head(path, { onRequest: withVersion }, async (request: Request, reply) => {
    return reply.headers(describe(await uploads.progress(ticketOf(request)))).send();
  });

  server.patch(path, { onRequest: withVersion }, async (request: Request, reply) => {
    const { raw, headers } = request;
    if (headers['content-type'] !== PART)
      throw new Problem('UNSUPPORTED_MEDIA_TYPE', `Send parts of a file as ${PART}.`);
    const offset = parseHeader(request, 'upload-offset', 0);
    const declared = headers['content-length'];
    const { result, ...progress } = await uploads.append({
      ...ticketOf(request),
      offset,
      declaredBytes: declared === undefined ? undefined : Number(declared),
      body: raw,
    });
    void reply.headers(describe(progress));
    return result ? reply.send(result) : reply.code(204).send();
  });

  server.delete(path, { onRequest: withVersion }, async (request: Request, reply) => {
    await uploads.remove(ticketOf(request));
    return reply.code(204).send();
  });
}

const ticketOf = ({ params: { id }, query: { token } }: Request): Ticket => ({
  id,
  token: typeof token === 'string' ? token : '',
});

const describe = ({ offset, length, expires }: Progress) => ({
  'upload-offset': offset,
  ...(length !== null && { 'upload-length': length }),
  'upload-expires': expires.toUTCString(),
});

function parseHeader({ headers }: Request, name: 'upload-length' | 'upload-offset', min: number): number {
  const text = headers[name];
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text) || Number(text) < min)
    throw new Problem('MALFORMED', `${name} must be a whole number of at least ${min}.`, {
      fields: [{ field: name, code: 'INVALID', detail: `Send a whole number of at least ${min}.` }],
    });
  return Number(text);
}

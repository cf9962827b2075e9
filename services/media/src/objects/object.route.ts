import { Problem, type RotatingSecret } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PICTURE_SIZES, type PictureSize } from '../pipeline/picture-messages.js';
import type { ObjectStore, StoredObject } from '../store/object-store.js';
import { isWithheldTokenValid } from '../moderation/withheld-token.js';
import { objectKey, withheldKey } from './picture.entity.js';

type ObjectRequest = FastifyRequest<{ Params: { id: string; size?: string }; Querystring: { withheld?: unknown } }>;

/** A picture never changes at its address, and is displayed, never executed. */
const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
} as const;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Withheld pictures are for moderators, and are not stored by caches. */
const WITHHELD_HEADERS = { ...HEADERS, 'cache-control': 'private, no-store' } as const;

/**
 * `GET` and `HEAD /objects/:id[/small|medium|large]`; without a size, the large one. With a signed `?withheld=`, `GET`
 * also returns a withheld picture.
 */
export function objectRoutes(server: FastifyInstance, store: ObjectStore, secrets: RotatingSecret): void {
  for (const url of ['/objects/:id', '/objects/:id/:size']) {
    server.get(url, { exposeHeadRoute: false }, async (request: ObjectRequest, reply) => {
      const { key, etag } = nameOf(request);
      const fresh = isFresh(request, etag);
      if (fresh && (await store.stat(key))) return reply.code(304).headers(describe(etag)).send();
      const object = fresh ? null : await store.read(key);
      if (object) return describeWhole(reply, etag, object).send(object.body);
      const withheld = !isPermitted(request, secrets) ? null : await store.read(withheldKey(key));
      if (!withheld) throw notFound();
      return reply.headers({ ...WITHHELD_HEADERS, 'content-length': withheld.bytes }).send(withheld.body);
    });
    server.head(url, async (request: ObjectRequest, reply) => {
      const { key, etag } = nameOf(request);
      const object = await store.stat(key);
      if (!object) throw notFound();
      if (isFresh(request, etag)) return reply.code(304).headers(describe(etag)).send();
      return describeWhole(reply, etag, object).send();
    });
  }
}

function nameOf({ params: { id, size = 'large' } }: ObjectRequest): { key: string; etag: string } {
  if (!ID.test(id) || !isSize(size)) throw notFound();
  return { key: objectKey(id, size), etag: `"${id}-${size}"` };
}

const isPermitted = ({ params: { id }, query: { withheld } }: ObjectRequest, secrets: RotatingSecret): boolean =>
  typeof withheld === 'string' && isWithheldTokenValid(secrets, id, withheld);

const isSize = (size: string): size is PictureSize => PICTURE_SIZES.some(([name]) => name === size);

/** `If-None-Match`, as RFC 9110 compares it: weakly, and a star matches any existing object. */
const isFresh = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));

const describe = (etag: string) => ({ ...HEADERS, etag });

const describeWhole = (reply: FastifyReply, etag: string, { bytes, modified }: StoredObject): FastifyReply =>
  reply.headers({ ...describe(etag), 'content-length': bytes, 'last-modified': modified.toUTCString() });

const notFound = () => new Problem('NOT_FOUND', 'There is no such picture.');

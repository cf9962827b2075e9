import { createHash } from 'node:crypto';
import { Problem } from '@sprayhunt/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../session/visitors.js';

const KEY_MAX = 255;

/** @throws Problem `MALFORMED` for a key that is empty or too long */
export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !key || key.length > KEY_MAX)
    throw new Problem('MALFORMED', `An Idempotency-Key has 1 to ${KEY_MAX} characters.`);
  return key;
}

/** The player or client whose key it is; undefined for a caller without a session. */
export const keyOwner = ({ partner, named }: Visitor): string | undefined =>
  partner?.player?.accountId ?? partner?.clientId ?? named?.holder.subject;

/**
 * The holder of a caller's keys. A guest's subject becomes the account's id at sign-up, so the holder survives it. A
 * partner who acts for a player uses the player's keys. Without a session, a repeated request has the address, user
 * agent and body of the first.
 * @param sent query and body
 */
export const keyHolder = (visitor: Visitor, sent: unknown): string =>
  keyOwner(visitor) ??
  uuidOf(
    createHash('sha256')
      .update(`${visitor.address}\n${visitor.userAgent ?? ''}\n`)
      .update(JSON.stringify(sent))
      .digest('hex'),
  );

/** A UUID of version 8 (RFC 9562). */
const uuidOf = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

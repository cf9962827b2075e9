import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** Check digits (hexadecimal) at the end of an id. */
const CHECKSUM_START = 8;

/**
 * A version 7 UUID for a future picture. Its last digits are a checksum of the first ones, so that every service can
 * tell an issued id from an invented one, and waits only for the former. It is not a secret: an invented id with a
 * valid checksum only makes its sender wait.
 */
export function newPictureId(): string {
  const id = uuidv7().slice(0, -CHECKSUM_START);
  return id + checksumOf(id);
}

export const isPictureId = (id: string): boolean =>
  id.slice(-CHECKSUM_START) === checksumOf(id.slice(0, -CHECKSUM_START));

const checksumOf = (digits: string): string =>
  createHash('sha256').update(`picture:${digits}`).digest('hex').slice(0, CHECKSUM_START);

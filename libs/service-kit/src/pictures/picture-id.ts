import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** Hexadecimal digits at the end of an id that follow from the others. */
const CHECKED = 8;

/**
 * A version 7 uuid for a picture that is to come. Its last digits follow from the first ones, so that every
 * service tells an id that media has given out from one that somebody made up, and waits for the first alone.
 * No secret: who takes the trouble to make one up that fits is told to wait, and harms nobody.
 */
export function newPictureId(): string {
  const id = uuidv7().slice(0, -CHECKED);
  return id + checkDigits(id);
}

export const isPictureId = (id: string): boolean => id.slice(-CHECKED) === checkDigits(id.slice(0, -CHECKED));

const checkDigits = (digits: string): string => createHash('sha256').update(`picture:${digits}`).digest('hex').slice(0, CHECKED);

import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** The first value signs, each is accepted. There is one value unless a rotation is under way. */
export type RotatingSecret = readonly [string, ...string[]];

/** Characters of a secret. */
const LEAST = 32;

/** A secret, or during its rotation several, one a line: the new one first (docs/operations/rotate.md). */
export const rotatingSecret = z
  .string()
  .transform((text) => text.split(/\r?\n/) as [string, ...string[]])
  .refine(
    (lines) => lines.every((line) => line.length >= LEAST),
    `is not a secret of ${LEAST} characters or more, or several, a line each`,
  );

/** Whether one of the secrets made the signature. */
export const isSignedByOne = (secrets: RotatingSecret, sign: (secret: string) => Buffer, given: Buffer): boolean =>
  secrets.some((one) => {
    const wanted = sign(one);
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });

/** The keys of a text with one or more PEM blocks. */
export const pemBlocks = (text: string): string[] =>
  text.split(/(?=-----BEGIN)/).filter((block) => block.includes('-----BEGIN'));

import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** The first value signs, all of them are accepted. There is one value unless a rotation is under way. */
export type RotatingSecret = readonly [string, ...string[]];

/** In characters. */
const MIN_SECRET_LENGTH = 32;

/** A secret; during a rotation several, one per line, the new one first (docs/operations/rotate.md). */
export const rotatingSecret = z
  .string()
  .transform((text) => text.split(/\r?\n/) as [string, ...string[]])
  .refine(
    (lines) => lines.every((line) => line.length >= MIN_SECRET_LENGTH),
    `is not a secret of ${MIN_SECRET_LENGTH} characters or more, or several, a line each`,
  );

/** Whether any of the secrets created the signature. */
export const isSignedByAny = (secrets: RotatingSecret, sign: (secret: string) => Buffer, signature: Buffer): boolean =>
  secrets.some((secret) => {
    const expected = sign(secret);
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });

/** Splits a text with one or more PEM blocks into its keys. */
export const pemBlocks = (text: string): string[] =>
  text.split(/(?=-----BEGIN)/).filter((block) => block.includes('-----BEGIN'));

import { m } from '#messages';
import { z } from 'zod';

/** A text that may be empty, trimmed. */
export const textUpTo = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: () => m.lib_at_most({ count: most }) });

/** A text that must be given, trimmed. @param missing the sentence where it is not */
export const requiredText = (missing: () => string, most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: missing, abort: true })
    .max(most, { error: () => m.lib_at_most({ count: most }) });

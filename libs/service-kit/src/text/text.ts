import { z } from 'zod';

/** Control characters except tabs and line breaks, lone surrogates, and bidirectional overrides. */
const NOT_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const LINE_BREAK = /\r\n|[\n\r\p{Zl}\p{Zp}]/u;

export const INVALID_TEXT_DETAIL = 'Remove control characters and characters that change the direction of the text.';

/**
 * Whether it is valid text: well-formed Unicode without control characters and bidirectional overrides. Tabs and line
 * breaks are allowed.
 */
export const isText = (input: string): boolean => !NOT_TEXT.test(input);

/** The normal form of stored texts: NFC, `\n` for every line break, a space for a tab, trimmed. */
const normalize = (input: string): string =>
  input.normalize('NFC').replaceAll('\t', ' ').replaceAll(new RegExp(LINE_BREAK, 'gu'), '\n').trim();

/** Length in Unicode code points, as a database counts characters. */
export const lengthOf = (input: string): number => [...input].length;

/** Length in code points of the normal form, as it is stored. */
export const normalizedLength = (given: string): number => lengthOf(normalize(given));

interface TextRule {
  /** How sentences name it, for example `The title`. */
  name: string;
  /** Length in Unicode code points, after normalisation. */
  max: number;
  /** Whether it may contain line breaks. */
  lines?: boolean;
}

/**
 * The rule for user text. Returns it normalised (NFC, trimmed, `\n` for every line break, a space for a tab), or null
 * if missing or blank. Refuses control characters, lone surrogates and bidirectional overrides (`INVALID`), a line
 * break where lines are not allowed (`LINE_BREAK`), and more characters than `max` (`TOO_LONG`).
 */
export const text = ({ name, max, lines = false }: TextRule) =>
  z
    .string(`${name} must be a text.`)
    .nullish()
    .transform((input, context): string | null => {
      if (input == null) return null;
      const normalized = normalize(input);
      if (!isText(normalized)) return fault(context, 'INVALID', INVALID_TEXT_DETAIL);
      if (!lines && normalized.includes('\n')) return fault(context, 'LINE_BREAK', `${name} has one line.`);
      if (lengthOf(normalized) > max)
        return fault(context, 'TOO_LONG', `${name} has at most ${max.toLocaleString('en')} characters.`);
      return normalized || null;
    });

/** The same for required text (`REQUIRED`, with the message `missing`). */
export const requiredText = ({ missing, ...rule }: TextRule & { missing: string }) =>
  text(rule).transform((input, context): string => input ?? fault(context, 'REQUIRED', missing));

/** Adds a fault with our own code and ends the field's checks. */
export function fault(context: z.core.$RefinementCtx, code: string, message: string): never {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

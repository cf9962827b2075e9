import { z } from 'zod';

/** Control characters but tabs and line breaks, halves of surrogate pairs, and what turns the direction of the text around it. */
const NOT_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const LINE_BREAK = /\r\n|[\n\r\p{Zl}\p{Zp}]/u;

export const LEAVE_OUT = 'Leave out control characters and marks that turn the direction of writing.';

/** Whether it is nothing but text: well-formed Unicode without control characters and bidirectional overrides. Tabs and line breaks may be in it. */
export const isText = (given: string): boolean => !NOT_TEXT.test(given);

/** The one form in which texts are kept: NFC, `\n` for every line break, a space for a tab, no white space around. */
const tidy = (given: string): string => given.normalize('NFC').replaceAll('\t', ' ').replaceAll(new RegExp(LINE_BREAK, 'gu'), '\n').trim();

/** Unicode code points: what a database counts as characters. */
export const lengthOf = (given: string): number => [...given].length;

interface TextRule {
  /** How a sentence begins that speaks of it, for example `The title`. */
  name: string;
  /** Length in Unicode code points, after tidying. */
  max: number;
  /** Whether it may have several lines. */
  lines?: boolean;
}

/**
 * A text that somebody writes; whoever takes one takes it by this rule. It is answered tidied (NFC, trimmed,
 * `\n` for every line break, a space for a tab), and null where it is left out or blank. Refused are control
 * characters, halves of surrogate pairs and bidirectional overrides (`INVALID`), a line break where there are
 * no lines (`LINE_BREAK`), and more characters than `max` (`TOO_LONG`).
 */
export const text = ({ name, max, lines = false }: TextRule) =>
  z
    .string(`${name} must be a text.`)
    .nullish()
    .transform((given, context): string | null => {
      if (given == null) return null;
      const tidied = tidy(given);
      if (!isText(tidied)) return fault(context, 'INVALID', LEAVE_OUT);
      if (!lines && tidied.includes('\n')) return fault(context, 'LINE_BREAK', `${name} has one line.`);
      if (lengthOf(tidied) > max) return fault(context, 'TOO_LONG', `${name} has at most ${max.toLocaleString('en')} characters.`);
      return tidied || null;
    });

/** The same where it must not be left out or blank (`REQUIRED`, with the sentence `missing`). */
export const requiredText = ({ missing, ...rule }: TextRule & { missing: string }) =>
  text(rule).transform((given, context): string => given ?? fault(context, 'REQUIRED', missing));

/** Adds a fault with a code of ours; the field's checks end with it. */
export function fault(context: z.core.$RefinementCtx, code: string, message: string): never {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

import { lookAlikeSkeleton } from '@sprayhunt/service-kit';

export const USERNAME_LENGTH = { min: 3, max: 30 };

/** Characters that are always invisible: joiners, fillers, variation selectors, tags. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Identifier characters (the IdentifierClass of RFC 8264) and a few separators, with a letter or digit
 * at both ends. Capitals are kept but do not distinguish names.
 */
const ALLOWED = /^[\p{L}\p{Nd}](?:[\p{L}\p{Mn}\p{Mc}\p{Nd} ._'-]*[\p{L}\p{Mn}\p{Mc}\p{Nd}_])?$/u;

/**
 * Excluded from that class: parts of Korean syllables, phonetic and modifier letters, many of which
 * look like small capitals, dotless letters or punctuation, and stretching or repeating marks (RFC 5892, 2.6).
 */
const EXCLUDED =
  /[\u302E-\u302F\u0237\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF\u0250-\u0252\u0255\u0258\u025A\u025C-\u0262\u0264-\u0267\u026A-\u0271\u0273-\u0288\u028A\u028C-\u02BA\u02BD-\u02FF\u0640\u07FA\u1D00-\u1DBF\u3031-\u3035\u303B\uA700-\uA7FF\uAB30-\uAB6F\u{10780}-\u{107BF}\u{1DF00}-\u{1DFFF}]/u;

/** The recommended scripts of Unicode (UAX 31, table 5). */
const SCRIPTS =
  'Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'.split(
    ' ',
  );

/** Scripts that are written together in Japanese, Chinese and Korean (UTS 39, highly restrictive). */
const COMBINED_SCRIPTS = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
];

const inScripts = (scripts: string[]) =>
  new RegExp(`^[${[...scripts, 'Zyyy', 'Zinh'].map((script) => `\\p{scx=${script}}`).join('')}]*$`, 'u');
const SINGLE_SCRIPT = [...SCRIPTS.map((script) => [script]), ...COMBINED_SCRIPTS].map(inScripts);

/**
 * At most as many marks on a letter as languages use after composition (five if they are vowels beside it), none on
 * other characters, and none twice.
 */
const STACKED_MARKS = /\p{Mn}{3}|\p{M}{6}|(\p{M})\1|(?<![\p{L}\p{M}])\p{M}/u;

const MIXED_DIGITS =
  /[0-9].*(?![0-9])\p{Nd}|(?![0-9])\p{Nd}.*[0-9]|[\u0660-\u0669].*[\u06F0-\u06F9]|[\u06F0-\u06F9].*[\u0660-\u0669]/u;

/** The two keys: no two accounts share either. */
export interface UsernameKeys {
  small: string;
  capital: string;
}

/** The displayed name: NFC, single spaces, trimmed. */
export const normalizeUsername = (text: string) => text.normalize('NFKC').trim().replace(/\s+/gu, ' ');

/** Expects a normalised name; its length is counted in code points. */
export const isUsername = (name: string): boolean =>
  ALLOWED.test(name) &&
  name.search(INVISIBLE) < 0 &&
  !EXCLUDED.test(name) &&
  !STACKED_MARKS.test(name) &&
  !MIXED_DIGITS.test(name) &&
  SINGLE_SCRIPT.some((pattern) => pattern.test(name));

/**
 * The unique keys of a name, independent of case, look-alike letters (skeletons of Unicode TS 39) and invisible
 * characters. Capital and small letters look like different letters of other alphabets (в does not look like b, but В
 * like B), so a name has two skeletons and is taken if either is.
 */
export const usernameKeys = (name: string): UsernameKeys => keysOf(name.replace(INVISIBLE, ''));

/** The keys of older names with invisible characters whose new keys were taken. */
export const formerUsernameKeys = (name: string): UsernameKeys => keysOf(name);

function keysOf(name: string): UsernameKeys {
  const folded = normalizeUsername(name).toUpperCase().toLowerCase();
  return { small: lookAlikeSkeleton(folded), capital: lookAlikeSkeleton(folded.toUpperCase()) };
}

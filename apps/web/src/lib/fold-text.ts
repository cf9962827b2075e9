/** Letters that Unicode does not decompose, and Arabic letters that are written for each other. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ đ: 'd', ð: 'd', ħ: 'h', ł: 'l', ø: 'o', ŧ: 't', ŋ: 'n', ɓ: 'b', ɗ: 'd', æ: 'ae', œ: 'oe', þ: 'th', ĸ: 'k' },
  ...{ ς: 'σ', ى: 'ي', ة: 'ه', ٱ: 'ا', ک: 'ك', ی: 'ي' },
};
const FOLDED_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/**
 * Accents, points and vowel signs that a reader leaves out when searching. The sound marks of kana (U+3099, U+309A) and
 * the vowels of Indic scripts stay: without them it is another word.
 */
const MARKS = /(?![\u3099\u309A])[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/gu;
const isMark = /\p{M}/u;
/** The tatweel, invisible characters, and the letters that are apostrophes: ʻokina, ʼ. */
const IGNORED = /[\u0640\u02B9-\u02BF\p{Default_Ignorable_Code_Point}]/gu;

const KATAKANA = /[\u30A1-\u30F6]/g;
const HIRAGANA_BEFORE = 0x60;
/** The decimal digits of Arabic and Persian; full-width ones are decomposed. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

const withoutMarks = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(IGNORED, '')
    .replace(MARKS, (character) => (isMark.test(character) ? '' : character));

/**
 * The form of a text in which searches compare: without case (full case folding: `ß` is `ss`, `ı` is `i`), accents,
 * vowel points, width, and the difference of hiragana and katakana. Both the stored text and the search pass through
 * it. Punctuation and blanks stay. `apps/web/src/lib/fold-text.ts` is the same file.
 */
export function foldText(text: string): string {
  // Capitals unite all letters of one kind: ß and ss, ı and i, ſ and s. Only ẞ has to become ß before.
  return withoutMarks(withoutMarks(text).toLowerCase().toUpperCase().toLowerCase())
    .replace(FOLDED_LETTER, (letter) => LETTERS[letter]!)
    .normalize('NFC')
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - HIRAGANA_BEFORE))
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}

import { foldText } from './fold-text.js';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that are written without blanks between words, with the prolonged sound mark. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30FC]';
const WORD_RUNS = new RegExp(`${UNSPACED}+|(?:(?!${UNSPACED})[\\p{L}\\p{M}\\p{N}])+`, 'gu');
const isUnspaced = new RegExp(`^${UNSPACED}`, 'u');
/** Characters of a word that are compared; an index takes no endless ones. */
const WORD_LENGTH = 64;

/** Runs of letters and digits in the folded text, each of one kind of script. */
const runsOf = (text: string): string[] =>
  (foldText(text).match(WORD) ?? []).flatMap((word) => word.match(WORD_RUNS) ?? []);
const shortened = (word: string): string => [...word].slice(0, WORD_LENGTH).join('');

/** A run of a script without blanks as its pairs of characters; a single character is itself. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, index) => characters[index]! + character);
}

/** The words of a search, folded, in the pieces that `searchText` stores. */
export const searchWords = (text: string): string[] =>
  runsOf(text).flatMap((run) => (isUnspaced.test(run) ? pairsOf(run) : [shortened(run)]));

/**
 * A text as it is stored for searches: its folded words with a blank between them. Of scripts without blanks it has
 * all pairs of neighbouring characters and each character, so that a part of a sentence is found.
 */
export const searchText = (text: string): string =>
  runsOf(text)
    .flatMap((run) => (isUnspaced.test(run) && run.length > 1 ? [...pairsOf(run), ...run] : [shortened(run)]))
    .join(' ');

/** For `to_tsquery('simple', …)` on a `searchText`: all words, each the beginning of one; '' without words. */
export const prefixQuery = (text: string): string =>
  searchWords(text)
    .map((word) => `${word}:*`)
    .join(' & ');

/** What `websearch_to_tsquery` understands: quotes, a minus before a word, and `or`. */
const PHRASE_OR_WORD = /-?"[^"]*"?|\S+/gu;

/** For `websearch_to_tsquery` on a `searchText`: quotes, a minus before a word and `or` keep their meaning. */
export const webQuery = (text: string): string =>
  (text.replace(/[“”„«»]/gu, '"').match(PHRASE_OR_WORD) ?? [])
    .flatMap((part) => {
      const words = searchWords(part);
      if (words.length === 0) return [];
      const minus = part.startsWith('-') ? '-' : '';
      if (minus || part.includes('"')) return [`${minus}"${words.join(' ')}"`];
      return words;
    })
    .join(' ');

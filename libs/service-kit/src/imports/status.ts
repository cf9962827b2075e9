import { plain } from './absent.js';
import { GONE, STANDING, TURNING } from './vocabulary.js';

export type Status = 'standing' | 'gone';

const pattern = (phrases: ReadonlySet<string>) =>
  new RegExp(
    `(?<before>\\S+ )?(?<=^|\\s)(?:${[...phrases]
      .filter((phrase) => phrase.length > 3)
      .sort((a, b) => b.length - a.length)
      .join('|')})(?=$|\\s)`,
  );
const GONE_WITHIN = pattern(GONE);
const STANDING_WITHIN = pattern(STANDING);

/**
 * What a status word of a data set means: "In place", "Removed in 2015", "Disparue"; undefined if it is not known.
 * A word like "not" or "to be" before a known one leaves it unknown.
 */
export function statusOf(text: string): Status | undefined {
  const words = plain(text)
    .replace(/[^\p{L}\p{N}'/]+/gu, ' ')
    .trim();
  if (GONE.has(words)) return 'gone';
  if (STANDING.has(words)) return 'standing';
  const [gone, standing] = [GONE_WITHIN.exec(words), STANDING_WITHIN.exec(words)];
  const found = gone ?? standing;
  if (!found || TURNING.includes(found.groups?.['before']?.trim() ?? '')) return undefined;
  return gone ? 'gone' : 'standing';
}

/** Status words of a column by what they mean. */
export interface StatusWords {
  values: Record<string, Status>;
  /** How often each word that is not known occurs. */
  unclear: Map<string, number>;
}

/** Translates the words of a status column: those that an operator explains, then those that are known. */
export function statusWords(texts: string[], explained: Record<string, Status> = {}, negative = false): StatusWords {
  const given = new Map(Object.entries(explained).map(([word, status]) => [plain(word), status]));
  const words: StatusWords = { values: { ...explained }, unclear: new Map() };
  for (const text of texts) {
    const known =
      given.get(plain(text)) ??
      turned(statusOf(text), negative && /^(yes|true|y|1|no|false|n|0|oui|non|ja|nein|si)$/i.test(text));
    if (known) words.values[text] = known;
    else words.unclear.set(text, (words.unclear.get(text) ?? 0) + 1);
  }
  return words;
}

const turned = (status: Status | undefined, isTurned: boolean) =>
  status && isTurned ? (status === 'gone' ? 'standing' : 'gone') : status;

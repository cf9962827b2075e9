import { plain } from './absent.js';
import { CONTACT_NAMES, ENDINGS, NAMES, NOISE, TRACKING } from './vocabulary.js';

const keyOf = (text: string) => plain(text).replace(/[^\p{L}\p{N}]/gu, '');

/** The words of a column's name: "titleOfWork", "titre_oeuvre" and "Title, of work" have several. */
const wordsOf = (column: string) =>
  plain(column.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/\b(public|street)[\s_]art(?![a-z])/g, '$1art')
    .split(/[^\p{L}\p{N}]+/u);

const meaningful = (text: string) =>
  wordsOf(text)
    .filter((word) => !NOISE.has(word))
    .join('');

const KNOWN = new Set(Object.values(NAMES).flat());

/** Whether files often have a column of this name. */
export const isColumnName = (text: string) => KNOWN.has(keyOf(text)) || KNOWN.has(meaningful(text));

/**
 * The keys under which the names of a file's columns are looked up, each with its column: first whole names, then
 * those without a path, without words that say nothing, without what is in parentheses, and one of two languages.
 */
export function columnKeys(columns: string[]): Map<string, string> {
  const keys = new Map<string, string>();
  const spellings: ((column: string) => string[])[] = [
    (column) => [keyOf(column)],
    (column) => [keyOf(column.split('.').at(-1)!)],
    (column) => [meaningful(column), meaningful(column.replace(/[([].*?[)\]]/g, ' '))],
    (column) => column.split(/[/|:]| - /).map(meaningful),
  ];
  for (const spelling of spellings) {
    for (const column of columns)
      for (const key of spelling(column)) if (key !== '' && !keys.has(key)) keys.set(key, column);
  }
  return keys;
}

/** The columns about works: not those about the editing of a row. */
export function worksColumns(columns: string[]): string[] {
  const isTracked = columns.some((column) => TRACKING.slice(-2).includes(keyOf(column)));
  return isTracked ? columns.filter((column) => !TRACKING.includes(keyOf(column))) : columns;
}

/** The columns that are called like a field: first by whole names, then by endings. */
export function columnsOf(field: string, keys: ReadonlyMap<string, string>): string[] {
  const named = (NAMES[field] ?? [field.toLowerCase()])
    .map((name) => keys.get(name))
    .filter((column) => column !== undefined);
  const alike = [...keys].filter(([key]) => ENDINGS[field]?.test(key)).map(([, column]) => column);
  return [...new Set([...named, ...alike])];
}

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i;
const PHONE = /^\+?[\d\s().-]{8,20}$/;
const EMAILS = new RegExp(EMAIL, 'gi');

/** A share of addresses above which they are what a column is about. */
const ABOUT_CONTACTS = 0.2;

/** A text without the e-mail addresses in it. */
export const withoutEmails = (text: string): string => (text.includes('@') ? text.replace(EMAILS, '…') : text);

/**
 * Whether a column is about how to reach persons: telephone numbers by its name, e-mail addresses by name or values.
 * A description may hold an address here and there.
 */
export function holdsContacts(column: string, values: string[]): boolean {
  if (CONTACT_NAMES.test(plain(column).replace(/[^a-z0-9]+/g, '_'))) return true;
  if (/contact|kontakt|contacto|contatto/.test(plain(column)) && values.some((text) => PHONE.test(text))) return true;
  const addresses = values.filter((text) => EMAIL.test(text) && !/^https?:/i.test(text));
  return (
    addresses.length > values.length * ABOUT_CONTACTS ||
    addresses.some((text) => withoutEmails(text).length < text.length / 2)
  );
}

/** Pairs of names in which the east and the north of a projection are called alike. */
const SIDES: [east: RegExp, north: string][] = [
  [/^x|x$/, 'y'],
  [/^x(?=[^a-z])|x(?=\d)/, 'y'],
  [/easting/, 'northing'],
  [/^east|east$/, 'north'],
  [/rechts/, 'hoch'],
  [/^ost|ost$/, 'nord'],
  [/^este|este$/, 'norte'],
  [/^est|est$/, 'nord'],
  [/^e$/, 'n'],
  [/^utme/, 'utmn'],
  [/lon(g|gitude)?/, 'lat'],
  [/longitud/, 'latitud'],
  [/longitude/, 'latitude'],
];

/** Two columns whose names say that they are an easting and a northing. */
export function projectedPair(
  keys: ReadonlyMap<string, string>,
  fits: (column: string) => boolean,
): [east: string, north: string] | undefined {
  for (const [east, north] of SIDES) {
    for (const [key, column] of keys) {
      const other = keys.get(key.replace(east, north));
      if (east.test(key) && other !== undefined && other !== column && fits(column) && fits(other))
        return [column, other];
    }
  }
  return undefined;
}

import { type Language, language } from './language';

/** By language and options: a list writes hundreds of numbers, and making a format takes longer than using it. */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** A number as it is written in a language, the present one where none is given: 12,345. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions, locale: Language = language()): string {
  // The same in all our languages. The first format of a page takes a phone 50 ms, which a screen of small numbers
  // saves.
  if (!options && Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = numberFormats.get(key);
  if (!format) numberFormats.set(key, (format = new Intl.NumberFormat(locale, options)));
  return format.format(value);
}

/** "works, walls and missions" */
export const formatList = (parts: readonly string[]): string => new Intl.ListFormat(language()).format(parts);

/** From one moment to another, without saying twice what both share: Sat, Dec 5, 6:00 – 9:00 PM. */
export function formatSpan(
  from: string | number | Date,
  to: string | number | Date,
  options: Intl.DateTimeFormatOptions,
): string {
  const parts = new Intl.DateTimeFormat(language(), options).formatRangeToParts(new Date(from), new Date(to));
  const [zone, second] = parts.filter(({ type }) => type === 'timeZoneName');
  // Intl itself says a zone twice where the days differ; the space before it goes with it.
  const surplus = zone && zone.value === second?.value ? parts.indexOf(zone) : -1;
  return parts
    .filter((_, index) => surplus < 0 || (index !== surplus && index !== surplus - 1))
    .map(({ value }) => value)
    .join('');
}

/**
 * A date or moment (ISO 8601, or milliseconds since 1970) as it is written in the present language, in the browser's
 * time zone: Nov 22, 2026.
 */
export const formatDate = (
  moment: string | number | Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string => new Intl.DateTimeFormat(language(), options).format(new Date(moment));

/**
 * When a photo was taken (ISO 8601), by the clock where it was taken: the digits before the offset, wherever the
 * browser is. A time in UTC says nothing of that clock, and is shown in the browser's time zone.
 */
export function formatWallTime(moment: string, options: Intl.DateTimeFormatOptions): string {
  if (moment.endsWith('Z')) return formatDate(moment, options);
  return formatDate(`${moment.slice(0, 19)}Z`, { ...options, timeZone: 'UTC' });
}

/** An amount in a currency's smallest unit (cents) as it is written in the present language: $9.99. */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return formatNumber(amount / 10 ** digits, { style: 'currency', currency });
}

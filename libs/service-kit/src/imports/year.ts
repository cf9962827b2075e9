const DATE = [
  /^(?:c(?:a|irca)?\.?|um|vers|about|hacia)?\s*(\d{4})(?!\d)/i,
  /^\d{1,2}[-/.]\d{1,2}[-/.](\d{4})(?!\d)/,
  /^(\d{4})(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
  /^(?:\d{1,2}\.?\s+(?:de\s+)?)?\p{L}{3,10}\.?\s+(?:de\s+)?(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?(\d{4})$/iu,
  /^\d{1,2}-\p{L}{3,4}-(\d{4})$/u,
];

/** Milliseconds since 1970, as ArcGIS exports dates. */
const MILLISECONDS = /^-?\d{11,13}$/;

/**
 * The year that a text begins with ("2007-2008", "1999, reinstalled, 2001"), or that of a date
 * ("31-12-2019", "1/5/2019", "May 2019", "20190501", 1546300800000); null without one.
 */
export function yearIn(text: string): number | null {
  const found = DATE.map((date) => date.exec(text.trim())?.[1]).find((part) => part !== undefined);
  const year = MILLISECONDS.test(text.trim()) ? new Date(Number(text)).getUTCFullYear() : Number(found);
  return year >= 1000 && year <= new Date().getUTCFullYear() + 1 ? year : null;
}

import { z } from 'zod';
import type { Place } from '../input/coordinates.js';
import { fieldOf, type ColumnMap } from './column-map.js';
import { plainText, shortened } from './plain-text.js';
import { degreesIn, positionIn, positionOf } from './position.js';
import type { RawRow } from './read-rows.js';

/** Replacement character of wrongly encoded text. */
const UNREADABLE = '\uFFFD';

/** Postgres cannot calculate with smaller values (22003). */
const SMALLEST = 1e-30;
const calculable = (degrees: number) => (Math.abs(degrees) < SMALLEST ? 0 : degrees);

const quoted = (text: string) => `"${shortened(text, 60)}"`;

/** Reads the fields of one row and collects its errors. */
export class RowFields {
  /** Why the row is invalid. */
  readonly faults: string[] = [];
  /** Fields with unreadable characters, which are kept. */
  readonly unreadable: string[] = [];
  shortened = false;

  constructor(
    private readonly row: RawRow,
    private readonly map: ColumnMap,
  ) {}

  /** One line, normalised and at most `limit` characters; null if empty. */
  text(field: string, limit: number): string | null {
    return this.normalize(field, limit, this.said(field)?.replace(/\s+/g, ' '));
  }

  /** The same with line breaks. */
  lines(field: string, limit: number, text = this.said(field)): string | null {
    return this.normalize(field, limit, text);
  }

  required(field: string, limit: number): string {
    const text = this.text(field, limit);
    if (text === null) this.faults.push(`has no ${field}`);
    return text ?? '';
  }

  /** Unchanged, because a shortened id would be another one. */
  id(): string {
    const id = this.said('id')?.replace(/\s+/g, ' ').replaceAll('\u0000', '') ?? '';
    if (id === '') this.faults.push('has no id');
    else if (id.length > 200) this.faults.push('has an id of more than 200 characters');
    return id;
  }

  /** One of `values`, or `otherwise` if empty. */
  oneOf<T extends string>(field: string, values: readonly T[], otherwise: T): T {
    const text = this.said(field);
    if (text === undefined) return otherwise;
    const value = values.find((one) => one === text.toLowerCase());
    if (!value) this.faults.push(`${field} ${quoted(text)} is none of ${values.join(', ')}`);
    return value ?? otherwise;
  }

  /** A whole number within bounds; null if empty. */
  wholeNumber(field: string, least: number, most: number): number | null {
    const text = this.said(field);
    if (text === undefined) return null;
    const value = Number(text);
    const fits = Number.isInteger(value) && value >= least && value <= most;
    if (!fits) this.faults.push(`${field} ${quoted(text)} is not a whole number from ${least} to ${most}`);
    return fits ? value : null;
  }

  url(field: string): string | null {
    const text = this.said(field);
    if (text === undefined) return null;
    const isPage = z.url({ protocol: /^https?$/ }).max(500).safeParse(text).success;
    if (!isPage) this.faults.push(`${field} ${quoted(text)} is not an address of a page`);
    return isPage ? text : null;
  }

  /** The year that a text starts with ("2007-2008", "1999, reinstalled, 2001") or a date ends with ("3/12/2007"); null without one. */
  year(field: string): number | null {
    const [, first, last] = /^(?:(\d{4})(?!\d)|\d{1,2}[/.]\d{1,2}[/.](\d{4})(?!\d))/.exec(this.said(field) ?? '') ?? [];
    const year = Number(first ?? last);
    return year >= 1000 && year <= new Date().getUTCFullYear() + 1 ? year : null;
  }

  /** Degrees; from the map's columns, else from the geometry. */
  position(): Place {
    const found = this.located();
    if (typeof found === 'string') {
      this.faults.push(found);
      return { latitude: NaN, longitude: NaN };
    }
    const { latitude, longitude } = this.map.swapped ? { latitude: found.longitude, longitude: found.latitude } : found;
    if (!(Math.abs(latitude) <= 90)) this.faults.push(`latitude ${latitude} is not within -90 and 90`);
    else if (!(Math.abs(longitude) <= 180)) this.faults.push(`longitude ${longitude} is not within -180 and 180`);
    else if (latitude === 0 && longitude === 0) this.faults.push('is at 0, 0, which stands for "unknown"');
    return { latitude: calculable(latitude), longitude: calculable(longitude) };
  }

  /** The row's position, or why it has none. */
  private located(): Place | string {
    const [position, latitude, longitude] = ['position', 'latitude', 'longitude'].map((field) => this.said(field));
    if (position !== undefined) return positionIn(position) ?? `position ${quoted(position)} does not hold two coordinates`;
    if (latitude !== undefined && longitude !== undefined) {
      const place = { latitude: degreesIn(latitude), longitude: degreesIn(longitude) };
      if (place.latitude === undefined) return `latitude ${quoted(latitude)} is not a number`;
      if (place.longitude === undefined) return `longitude ${quoted(longitude)} is not a number`;
      return place as Place;
    }
    return this.row.geometry == null ? 'has no position' : positionOf(this.row.geometry);
  }

  private said(field: string): string | undefined {
    return fieldOf(this.map, this.row.columns, field);
  }

  private normalize(field: string, limit: number, text = ''): string | null {
    const normalize = plainText(text);
    if (normalize.includes(UNREADABLE)) this.unreadable.push(field);
    const short = shortened(normalize, limit);
    if (short !== normalize) this.shortened = true;
    return short || null;
  }
}

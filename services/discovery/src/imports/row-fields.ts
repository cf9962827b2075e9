import { z } from 'zod';
import { fieldOf, type ColumnMap } from './column-map.js';
import { plainText, shortened } from './plain-text.js';
import type { RawRow } from './read-rows.js';

/** What was typed or saved in the wrong encoding reads as this character. */
const UNREADABLE = '\uFFFD';

/** The fields of one row, collecting what is wrong with it. */
export class RowFields {
  readonly faults: string[] = [];
  shortened = false;

  constructor(
    private readonly row: RawRow,
    private readonly map: ColumnMap,
  ) {}

  /** Tidied and at most `limit` characters; null where the row says nothing. */
  text(field: string, limit: number, text = fieldOf(this.map, this.row.columns, field)): string | null {
    const tidy = text === undefined ? '' : plainText(text);
    if (tidy.includes(UNREADABLE)) this.faults.push(`${field} is not UTF-8 text`);
    const short = shortened(tidy, limit);
    if (short !== tidy) this.shortened = true;
    return short || null;
  }

  required(field: string, limit: number): string {
    const text = this.text(field, limit);
    if (text === null) this.faults.push(`has no ${field}`);
    return text ?? '';
  }

  /** Exactly as given, because a shortened id would be another one. */
  id(): string {
    const id = fieldOf(this.map, this.row.columns, 'id')?.replace(/\s+/g, ' ') ?? '';
    if (id === '') this.faults.push('has no id');
    else if (id.length > 200) this.faults.push('has an id of more than 200 characters');
    return id;
  }

  /** One of `values`, or `otherwise` where the row says nothing. */
  oneOf<T extends string>(field: string, values: readonly T[], otherwise: T): T {
    const text = fieldOf(this.map, this.row.columns, field);
    if (text === undefined) return otherwise;
    const value = values.find((one) => one === text);
    if (!value) this.faults.push(`${field} "${text}" is none of ${values.join(', ')}`);
    return value ?? otherwise;
  }

  url(field: string): string | null {
    const text = fieldOf(this.map, this.row.columns, field);
    if (text === undefined) return null;
    const isPage = z.url({ protocol: /^https?$/ }).max(500).safeParse(text).success;
    if (!isPage) this.faults.push(`${field} "${shortened(text, 60)}" is not an address of a page`);
    return isPage ? text : null;
  }

  /** The year that a text begins with ("2007-2008", "1999, reinstalled, 2001"); a text without one has none. */
  year(field: string): number | null {
    const year = Number(/^(\d{4})(?!\d)/.exec(fieldOf(this.map, this.row.columns, field) ?? '')?.[1]);
    return year >= 1000 && year <= new Date().getUTCFullYear() + 1 ? year : null;
  }

  /** Degrees; from the geometry, else from the columns. Never guessed. */
  position(): { latitude: number; longitude: number } {
    const given = this.row.position ?? {
      latitude: degrees(fieldOf(this.map, this.row.columns, 'latitude')),
      longitude: degrees(fieldOf(this.map, this.row.columns, 'longitude')),
    };
    const { latitude, longitude } = given;
    if (latitude === undefined || longitude === undefined) this.faults.push('has no position');
    else if (!(Math.abs(latitude) <= 90)) this.faults.push(`latitude ${latitude} is not within -90 and 90`);
    else if (!(Math.abs(longitude) <= 180)) this.faults.push(`longitude ${longitude} is not within -180 and 180`);
    else if (latitude === 0 && longitude === 0) this.faults.push('is at 0, 0, which stands for "unknown"');
    return { latitude: latitude ?? NaN, longitude: longitude ?? NaN };
  }
}

/** NaN for a text that is no number, so that it is refused and not passed over. */
const degrees = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

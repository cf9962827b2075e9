import { z } from 'zod';
import type { Place } from '../input/coordinates.js';
import { withoutEmails } from './columns.js';
import { fieldOf, type ColumnMap } from './column-map.js';
import { plainText, shortened } from './plain-text.js';
import { numberIn } from './numbers.js';
import { degreesIn, positionIn, positionOf, withoutPosition } from './position.js';
import type { RawRow } from './read-rows.js';
import { placeOf, type Point } from './reference-system.js';
import { madeId } from './row-id.js';
import { statusOf, type Status } from './status.js';
import { yearIn } from './year.js';

/** Replacement character of wrongly encoded text. */
const UNREADABLE = '\uFFFD';

const NOT_IN_IDS = /[\p{Cc}\p{Cs}\uFFFD]/gu;

/** Postgres cannot calculate with smaller values (22003). */
const SMALLEST = 1e-30;
const calculable = (degrees: number) => (Math.abs(degrees) < SMALLEST ? 0 : degrees);

/** Some programs write a point without coordinates for none. */
function hasGeometry(geometry: unknown): boolean {
  const { coordinates } = (geometry ?? { coordinates: [] }) as { coordinates?: unknown };
  return !Array.isArray(coordinates) || coordinates.some((one) => one !== null);
}

const quoted = (text: string) => `"${shortened(text, 60)}"`;

/** Reads the fields of one row and collects its errors. */
export class RowFields {
  /** Why the row is invalid. */
  readonly faults: string[] = [];
  /** Fields with unreadable characters, which are removed. */
  readonly unreadable: string[] = [];
  shortened = false;
  /** Whether the row names no place. */
  unplaced = false;
  private place?: Place;

  constructor(
    private readonly row: RawRow,
    private readonly map: ColumnMap,
  ) {}

  /** Whether nothing is wrong with the row but that it names no place. */
  lacksOnlyPlace(): boolean {
    return this.unplaced && this.faults.length === 1;
  }

  /** One line, normalised and at most `limit` characters; null if empty. */
  text(field: string, limit: number): string | null {
    return this.normalize(field, limit, this.said(field), ' ');
  }

  /** The same with line breaks. */
  lines(field: string, limit: number, text = this.said(field)): string | null {
    return this.normalize(field, limit, text, '\n');
  }

  required(field: string, limit: number): string {
    const text = this.text(field, limit);
    if (text === null) this.faults.push(`has no ${field}`);
    return text ?? '';
  }

  /** An address, without the coordinates that some cells have after it. */
  address(limit: number): string | null {
    return this.normalize('address', limit, withoutPosition(this.said('address') ?? ''), ' ');
  }

  /** Not cut, because a shortened id would be another one. A lenient map makes a missing one of title and place. */
  id(): string {
    const id = this.said('id')?.replace(/\s+/g, ' ').replace(NOT_IN_IDS, '') || (this.map.lenient ? this.made() : '');
    if (id === '') this.faults.push('has no id');
    else if (id.length > 200) this.faults.push('has an id of more than 200 characters');
    return id;
  }

  private made(): string {
    const place = this.position();
    const title = ['title', 'name'].map((field) => fieldOf(this.map, this.row.columns, field, 'id')).find(Boolean);
    return Number.isFinite(place.latitude) ? madeId(title && plainText(title).replace(/\s+/g, ' '), place) : '';
  }

  /** One of `values`, or `otherwise` if empty. */
  oneOf<T extends string>(field: string, values: readonly T[], otherwise: T): T {
    const text = this.said(field);
    if (text === undefined) return otherwise;
    const value = values.find((one) => one === text.toLowerCase());
    if (!value) this.faults.push(`${field} ${quoted(text)} is none of ${values.join(', ')}`);
    return value ?? otherwise;
  }

  /** Standing, unless the row says otherwise. */
  status(): Status {
    const text = this.said('status');
    const status = text === undefined ? 'standing' : statusOf(text);
    if (!status)
      this.faults.push(
        `status ${quoted(text!)} is neither standing nor gone: ` +
          `add --status "${shortened(text!, 60)}=standing" (or =gone)`,
      );
    return status ?? 'standing';
  }

  /** A whole number within bounds; null if empty. */
  wholeNumber(field: string, least: number, most: number): number | null {
    const text = this.said(field);
    if (text === undefined) return null;
    const value = numberIn(text) ?? NaN;
    const fits = Number.isInteger(value) && value >= least && value <= most;
    if (!fits) this.faults.push(`${field} ${quoted(text)} is not a whole number from ${least} to ${most}`);
    return fits ? value : null;
  }

  /** The address of a page; "www.example.org" is one, too. */
  url(field: string): string | null {
    const text = this.said(field)?.replace(/^www\./i, 'https://www.');
    if (text === undefined) return null;
    const isPage = z
      .url({ protocol: /^https?$/ })
      .max(500)
      .safeParse(text).success;
    if (!isPage && !this.map.lenient) this.faults.push(`${field} ${quoted(text)} is not an address of a page`);
    return isPage ? text : null;
  }

  /** A year, or that of a date; null without one. */
  year(field: string): number | null {
    return yearIn(this.said(field) ?? '');
  }

  /** Degrees; from the map's columns, else from the geometry. */
  position(): Place {
    this.place ??= this.located();
    return this.place;
  }

  private located(): Place {
    const point = this.point();
    const place = typeof point === 'string' ? point : placeOf(this.turned(point), this.crs(point));
    const fault =
      typeof place !== 'string' && place.latitude === 0 && place.longitude === 0
        ? 'is at 0, 0, which stands for "unknown"'
        : place;
    if (typeof fault !== 'string')
      return { latitude: calculable(fault.latitude), longitude: calculable(fault.longitude) };
    this.unplaced ||= typeof place !== 'string';
    this.faults.push(fault);
    return { latitude: NaN, longitude: NaN };
  }

  /** With the coordinates in their order: as the map says, else for a bare pair the only order that is possible. */
  private turned(point: Point): Point {
    const turn = ({ x, y, ...more }: Point): Point => ({ x: y, y: x, ...more });
    const ordered = this.map.swapped ? turn(point) : point;
    const fitsOnlyTurned =
      ordered.unordered && Math.abs(ordered.y) > 90 && Math.abs(ordered.y) <= 180 && Math.abs(ordered.x) <= 90;
    return fitsOnlyTurned ? turn(ordered) : ordered;
  }

  /** The reference system of the row's coordinates: the map's, their own or that of a column. */
  crs(point: Point | string): string | undefined {
    return this.map.fields['crs']?.value ?? (typeof point === 'string' ? undefined : point.crs) ?? this.said('crs');
  }

  /** The row's coordinates as they are written, or why it has none. */
  point(): Point | string {
    const [position, latitude, longitude] = ['position', 'latitude', 'longitude'].map((field) => this.said(field));
    if (position !== undefined)
      return positionIn(position) ?? `position ${quoted(position)} does not hold two coordinates`;
    if (latitude !== undefined && longitude !== undefined) {
      const [y, x] = [degreesIn(latitude), degreesIn(longitude)];
      if (y === undefined) return `latitude ${quoted(latitude)} is not a number`;
      if (x === undefined) return `longitude ${quoted(longitude)} is not a number`;
      return { x, y };
    }
    if (hasGeometry(this.row.geometry)) return positionOf(this.row.geometry, this.map.geometryCrs);
    this.unplaced = latitude === undefined && longitude === undefined;
    return 'has no position';
  }

  private said(field: string): string | undefined {
    return fieldOf(this.map, this.row.columns, field);
  }

  private normalize(field: string, limit: number, text = '', lineBreak = ' '): string | null {
    if (text.includes(UNREADABLE)) this.unreadable.push(field);
    const readable = plainText(this.map.lenient ? withoutEmails(text) : text).replaceAll('\n', lineBreak);
    const short = shortened(readable, limit);
    if (short !== readable) this.shortened = true;
    return short || null;
  }
}

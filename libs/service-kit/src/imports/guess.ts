import { columnKeys, columnsOf, holdsContacts, projectedPair, worksColumns } from './columns.js';
import { columnMap, valueIn, type WrittenMap } from './column-map.js';
import type { Importer } from './importer.js';
import { numberIn } from './numbers.js';
import { ownExportMap } from './own-export.js';
import { degreesIn, positionIn, positionOf } from './position.js';
import { isExchanged } from './position-check.js';
import type { Sample } from './probe.js';
import { crsOfColumn, isKnownCrs } from './reference-system.js';
import { statusWords, type Status } from './status.js';
import { DOUBTFUL_STATUS, FIRST_NAMES, LAST_NAMES, NAMES, NEGATIVE_STATUS } from './vocabulary.js';

/** What an operator says about the values of a file. */
export interface Answers {
  /** The reference system of the coordinates: an EPSG code or a proj4 definition. */
  crs?: string;
  /** What words of the status mean. */
  statuses?: Record<string, Status>;
  /** Leaves the status out. */
  withoutStatus?: boolean;
}

/** A guessed map for a file without one. */
export interface Guess {
  map: WrittenMap;
  /** What an operator should know about it. */
  notes: string[];
  /** What an operator has to decide before the map is used. */
  doubts: string[];
}

export function guessedMap(sample: Sample, importer: Importer, answers: Answers = {}): Guess {
  const exported = ownExportMap(sample, importer.exported);
  return exported ? { map: exported, notes: [], doubts: [] } : new Guessing(sample, importer, answers).guess();
}

/** A map with an operator's answers, which go before what it says itself. */
export function answeredMap(map: WrittenMap, { crs, statuses, withoutStatus }: Answers): WrittenMap {
  const { status, ...others } = map.fields as Record<string, unknown>;
  const column =
    typeof status === 'string' || Array.isArray(status) ? { from: status } : (status as object | undefined);
  const fields = {
    ...others,
    ...(column &&
      !withoutStatus && {
        status: statuses ? { ...column, values: { ...(column as { values?: object }).values, ...statuses } } : status,
      }),
    ...(crs !== undefined && { crs: { value: crs } }),
  };
  return { ...map, fields: fields as WrittenMap['fields'] };
}

/** Fields that have rules of their own. */
const OWN_RULES = ['id', 'latitude', 'longitude', 'position', 'crs', 'status'];

/** How many rows may lack an id of their own or share it before the column is none of ids. */
const OWN_IDS = 0.9;

class Guessing {
  private readonly byKey: Map<string, string>;
  private readonly fields: Record<string, unknown> = {};
  private readonly notes: string[] = [];
  private readonly doubts: string[] = [];
  private readonly rows: Sample['rows'];
  private readonly values = new Map<string, string[]>();

  constructor(
    private readonly sample: Sample,
    private readonly importer: Importer,
    private readonly answers: Answers,
  ) {
    this.rows = sample.rows.filter(({ fault }) => !fault);
    const contacts = sample.columns.filter((column) => holdsContacts(column, this.valuesOf(column)));
    if (contacts.length > 0) {
      const names = contacts.map((column) => `"${column}"`).join(', ');
      this.notes.push(`Left out because of e-mail addresses or telephone numbers: ${names}; a --map may name them.`);
    }
    this.byKey = columnKeys(worksColumns(sample.columns).filter((column) => !contacts.includes(column)));
  }

  guess(): Guess {
    this.position();
    this.people();
    for (const field of this.importer.fields)
      if (!(field in this.fields) && !OWN_RULES.includes(field)) this.take(field, FITS[field]);
    this.addressOfPosition();
    if (this.importer.fields.includes('status') && !this.answers.withoutStatus) this.status();
    this.identify();
    const map = answeredMap({ fields: this.fields as WrittenMap['fields'], lenient: true }, { crs: this.answers.crs });
    if (isExchanged(this.rows, { ...columnMap(map), geometryCrs: this.sample.source.crs })) {
      this.notes.push('Latitude and longitude look exchanged; they are read the other way round ("swapped": true).');
      map.swapped = true;
    }
    return { map, notes: this.notes, doubts: this.doubts };
  }

  /** Sets a field to the first column that is called like it and that nothing else uses. */
  private take(field: string, fits: Fits = () => true): void {
    const column = this.firstFree(columnsOf(field, this.byKey), fits);
    if (column !== undefined) this.fields[field] = column;
  }

  private columnFor(names: string[], fits?: Fits): string | undefined {
    return this.firstFree(
      names.map((name) => this.byKey.get(name)).filter((column) => column !== undefined),
      fits,
    );
  }

  /** The first column that nothing else uses and whose values fit. */
  private firstFree(columns: string[], fits: Fits = () => true): string | undefined {
    const used = Object.values(this.fields).flat();
    return columns.find(
      (column) => !used.includes(column) && this.valuesOf(column).length > 0 && fits(this.valuesOf(column)),
    );
  }

  /** Coordinates in two columns, in one, or in the geometry, which needs no mapping. */
  private position(): void {
    if (this.rows.some(({ geometry }) => geometry != null && typeof positionOf(geometry) !== 'string')) return;
    this.take('latitude', areDegrees);
    this.take('longitude', areDegrees);
    if ('latitude' in this.fields && 'longitude' in this.fields) return this.declaredSystem();
    delete this.fields['latitude'];
    delete this.fields['longitude'];
    this.take('position', arePositions);
    if (!('position' in this.fields)) this.projected();
    if (!('position' in this.fields) && !('latitude' in this.fields)) {
      const found = [...new Set(this.byKey.values())].find(
        (column) => arePositions(this.valuesOf(column)) && this.valuesOf(column).length >= this.rows.length / 2,
      );
      if (found !== undefined) this.fields['position'] = found;
    }
    this.declaredSystem();
  }

  /** Eastings and northings, of a system that still has to be named. */
  private projected(): void {
    const pair = projectedPair(this.byKey, (column) => areProjected(this.valuesOf(column)));
    if (!pair) return;
    [this.fields['longitude'], this.fields['latitude']] = pair;
  }

  /** The reference system that a column holds or the name of a column names. */
  private declaredSystem(): void {
    const located = ['longitude', 'latitude', 'position']
      .map((field) => this.fields[field])
      .filter((column) => typeof column === 'string');
    const named = located.map(crsOfColumn).find(Boolean);
    if (named) this.fields['crs'] = { value: named };
    else this.take('crs', (values) => mostly(values, isKnownCrs));
  }

  private people(): void {
    if (!this.importer.fields.includes('artistName')) return;
    const [first, last] = [this.columnFor(FIRST_NAMES), this.columnFor(LAST_NAMES)];
    if (first && last && first !== last) this.fields['artistName'] = { join: [first, last] };
  }

  /** A cell with an address and coordinates is both. */
  private addressOfPosition(): void {
    const { position, address } = this.fields;
    if (typeof position !== 'string' || address !== undefined || !this.importer.fields.includes('address')) return;
    if (
      mostly(this.valuesOf(position), (text) => /\p{L}.*\n/su.test(text) && !/^\W*(?:POINT|SRID|https?:)/i.test(text))
    )
      this.fields['address'] = position;
  }

  private status(): void {
    for (const name of NAMES['status']!) {
      const column = this.columnFor([name]);
      if (column === undefined) continue;
      const texts = this.valuesOf(column);
      const { values, unclear } = statusWords(texts, this.answers.statuses, NEGATIVE_STATUS.has(name));
      // Without a word for "gone" the column says nothing that is not so by itself.
      if (DOUBTFUL_STATUS.has(name) && unclear.size > 0 && !Object.values(values).includes('gone')) continue;
      this.fields['status'] = { from: column, values };
      if (unclear.size > 0) this.doubts.push(statusDoubt(column, unclear));
      return;
    }
  }

  /** A column of ids; else a title that no two rows share; else what the import makes of title and place. */
  private identify(): void {
    const named = [...NAMES['id']!, ...[...this.byKey.keys()].filter((key) => /(?:id|nr|num)$/.test(key))];
    const are = (share: number) => (values: string[]) =>
      new Set(values).size >= this.rows.length * share &&
      new Set(values).size > 0 &&
      (this.rows.length === 1 || new Set(values).size > 1);
    const column = this.columnFor(named, are(1)) ?? this.columnFor(named, are(OWN_IDS));
    if (column !== undefined) {
      this.fields['id'] = column;
      return;
    }
    const title = this.fields['title'] ?? this.fields['name'];
    const isOwn = typeof title === 'string' && are(1)(this.valuesOf(title));
    if (isOwn) this.fields['id'] = title;
    this.notes.push(
      `No column holds ids; a row is known by its ${isOwn ? 'title' : 'title and place'}, ` +
        'and is another one where that changes.',
    );
  }

  private valuesOf(column: string): string[] {
    const values =
      this.values.get(column) ??
      this.rows.map(({ columns }) => valueIn([], columns[column])).filter((text) => text !== undefined);
    this.values.set(column, values);
    return values;
  }
}

type Fits = (values: string[]) => boolean;

/** A column may hold some broken values. */
const mostly = (values: string[], holds: (text: string) => boolean) => values.filter(holds).length > values.length / 2;

const areDegrees: Fits = (values) => !mostly(values, (text) => Math.abs(degreesIn(text) ?? 0) > 180);
const areProjected: Fits = (values) => mostly(values, (text) => Math.abs(numberIn(text) ?? 0) > 180);
const arePositions: Fits = (values) => mostly(values, (text) => positionIn(text) !== undefined);
const areWords: Fits = (values) => mostly(values, (text) => /\p{L}/u.test(text) && !/^https?:/i.test(text));

/** What the values of a field look like, where its names have other meanings as well. */
const FITS: Record<string, Fits> = {
  title: (values) =>
    mostly(values, (text) => /[\p{L}\p{N}]/u.test(text) && !/^https?:/i.test(text)) &&
    !mostly(values, (text) => /^\d{5,}$/.test(text)),
  artistName: areWords,
  description: areWords,
  address: (values) =>
    areWords(values) && !mostly(values, (text) => positionIn(text) !== undefined && !/\n/.test(text)),
  year: (values) => mostly(values, (text) => /\d/.test(text)),
  sourceUrl: (values) => mostly(values, (text) => /^(?:https?:\/\/|www\.)/i.test(text)),
  city: areWords,
  country: areWords,
};

function statusDoubt(column: string, unclear: Map<string, number>): string {
  const words = [...unclear].sort((a, b) => b[1] - a[1]);
  const shown = words
    .slice(0, 10)
    .map(([text, count]) => `"${text.slice(0, 60)}" (${count} ${count === 1 ? 'row' : 'rows'})`)
    .join(', ');
  const more = words.length > 10 ? ` and ${words.length - 10} more` : '';
  return (
    `"${column}" may be the status, but ${shown}${more} is neither standing nor gone; say what each means with ` +
    `--status "${words[0]![0].slice(0, 60)}=standing" (or =gone), or leave the column out with --status none.`
  );
}

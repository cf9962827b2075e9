import { greatCircle, type Place } from '../input/coordinates.js';
import { countryAt } from './atlas.js';
import { columnKeys, columnsOf } from './columns.js';
import type { ColumnMap } from './column-map.js';
import { placeNamed, type NamedPlace } from './place-names.js';
import type { RawRow } from './read-rows.js';
import { areProjected, crsTitle, isGeographic, isKnownCrs, projectionsOf, type Point } from './reference-system.js';
import { RowFields } from './row-fields.js';

/** What an operator should know or has to decide about the positions of a file. */
export interface PositionReport {
  notes: string[];
  doubts: string[];
}

/** Rows whose positions are looked up in the atlas. */
const LOOKED_UP = 200;
/** From so many pins on, those at sea are no chance: few data sets are of lighthouses. */
const MANY = 10;
const MOSTLY = 0.9;
const CANDIDATES_SHOWN = 12;
const FAR_SHOWN = 5;

/** Metres: a city's works are never as far apart as this. */
const FAR = 200_000;
/** A pin is far if it is so many times as far out as most others. */
const FAR_FACTOR = 10;

/**
 * Checks the positions of a file's first rows.
 * @param unit what numbers its rows
 */
export function checkPositions(rows: RawRow[], map: ColumnMap, unit: string): PositionReport {
  const read = rows
    .filter(({ fault }) => !fault)
    .map((row) => ({ number: row.number, row, fields: new RowFields(row, map) }));
  const placed = read
    .map(({ number, row, fields }) => ({ number, row, place: fields.position() }))
    .filter(({ place }) => isPlace(place));
  const report: PositionReport = { notes: [], doubts: [] };
  const points = read.map(({ row, fields }) => ({ row, point: fields.point() })).filter(isLocated);
  const crs = read.map(({ fields }) => fields.crs(fields.point())).find((system) => system !== undefined);
  const projected = points.filter(({ point }) => areProjected(point));
  if (projected.length > points.length / 2)
    report.doubts.push(
      ...systemDoubts(
        spread(projected, 20),
        crs,
        spread(placed, LOOKED_UP).map(({ place }) => place),
      ),
    );
  const unplaced = read.filter(({ fields }) => fields.unplaced).length;
  if (unplaced > 0 && placed.length > 0)
    report.notes.push(`${unplaced} of the first ${read.length} rows have no position and are left out.`);
  if (placed.length === 0) return report;
  const places = spread(placed, LOOKED_UP).map(({ place }) => place);
  report.notes.push(`The positions lie ${countriesOf(places)}.`);
  const atSea = places.filter((place) => countryAt(place) === undefined).length;
  if (atSea > places.length * MOSTLY && atSea >= MANY && projected.length === 0) {
    report.doubts.push(
      'Nearly all positions lie at sea: a sign may be missing, or the columns may be others. ' +
        'Name them with --map, also if they are right.',
    );
  }
  const off = disagreement(spread(placed, LOOKED_UP));
  report.doubts.push(...off.doubts);
  report.notes.push(...off.notes, ...farPins(placed, unit));
  return report;
}

/** Whether positions make sense only with latitude and longitude exchanged: in range, on land, where the rows say. */
export function isExchanged(rows: RawRow[], map: ColumnMap): boolean {
  const sound = spread(
    rows.filter(({ fault }) => !fault),
    LOOKED_UP,
  );
  const placesOf = placeReader(sound);
  const [given, exchanged] = [false, true].map((swapped) => {
    const places = sound.map((row) => ({ row, place: new RowFields(row, { ...map, swapped }).position() }));
    const placed = places.filter(({ place }) => isPlace(place));
    return {
      inRange: placed.length,
      onLand: placed.filter(({ place }) => countryAt(place) !== undefined).length,
      asNamed: placed.filter(({ row, place }) => placesOf(row).some((one) => one.holds(place))).length,
    };
  }) as [Reading, Reading];
  if (exchanged.inRange === 0) return false;
  if (given.asNamed + exchanged.asNamed > 0) return exchanged.asNamed > given.asNamed;
  if (given.inRange < exchanged.inRange / 2) return true;
  return given.onLand < given.inRange / 2 && exchanged.onLand > exchanged.inRange * 0.8;
}

interface Reading {
  inRange: number;
  onLand: number;
  asNamed: number;
}

const isPlace = ({ latitude }: Place) => Number.isFinite(latitude);

/** At most so many, from the whole list. */
const spread = <T>(list: T[], most: number): T[] =>
  list.length <= most
    ? list
    : Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]!);

interface LocatedRow {
  row: RawRow;
  point: Point;
}

const isLocated = (one: { row: RawRow; point: Point | string }): one is LocatedRow => typeof one.point !== 'string';

function systemDoubts(located: LocatedRow[], crs: string | undefined, placed: Place[]): string[] {
  const points = located.map(({ point }) => point);
  const [first] = points as [Point];
  const sample = `${first.x}, ${first.y}`;
  if (crs !== undefined && !isKnownCrs(crs)) {
    return [
      `The coordinates (${sample}) are in ${crs}, which is not known; name the system with --crs EPSG:… ` +
        'or --crs "+proj=…", or convert them to WGS 84.',
    ];
  }
  if (crs !== undefined && !isGeographic(crs)) {
    const onLand = placed.filter((place) => countryAt(place) !== undefined).length;
    return onLand > 0 && onLand >= placed.length / 2
      ? []
      : [`In ${crs} the coordinates (${sample}) do not lie on land; name another system with --crs.`];
  }
  const placesOf = placeReader(located.map(({ row }) => row));
  const fitting = projectionsOf(points)
    .filter(({ places }) => places.every((place) => countryAt(place) !== undefined))
    .map(({ projection, places }) => ({
      projection,
      country: countryAt(places[0]!),
      asNamed: places.filter((place, index) => placesOf(located[index]!.row).some((one) => one.holds(place))).length,
    }))
    .sort((a, b) => b.asNamed - a.asNamed);
  const shown = fitting.slice(0, CANDIDATES_SHOWN);
  const list = shown.map(({ projection, country }) => `${crsTitle(projection)}: ${country}`).join('; ');
  const more = fitting.length > shown.length ? `; or another UTM zone (EPSG:326 or 327, and the zone)` : '';
  return [
    `The coordinates (${sample}) are not degrees but those of a projected system. Name it, for example ` +
      `--crs EPSG:${shown[0]?.projection.code ?? 25833}, or --crs "+proj=…".` +
      (list ? ` What fits, and where the positions would lie: ${list}${more}.` : ''),
  ];
}

function countriesOf(places: Place[]): string {
  const counts = new Map<string, number>();
  for (const place of places) {
    const country = countryAt(place);
    const where = country === undefined ? 'at sea' : `in ${country}`;
    counts.set(where, (counts.get(where) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const named = sorted.slice(0, 5).map(([where, count]) => (sorted.length === 1 ? where : `${where} (${count})`));
  return `${named.join(', ')}${sorted.length > 5 ? ' and elsewhere' : ''}`;
}

/** Finds the places that a row names: in its columns of countries and cities, and in the parts of its address. */
function placeReader(rows: RawRow[]): (row: RawRow) => NamedPlace[] {
  const keys = columnKeys(Object.keys(rows[0]?.columns ?? {}));
  const [own, addresses] = [[...columnsOf('country', keys), ...columnsOf('city', keys)], columnsOf('address', keys)];
  return ({ columns }) => {
    const parts = addresses
      .flatMap((column) => (columns[column] ?? '').split(/[,\n]/))
      .map((part) => part.replace(/\d+/g, ''));
    return [...own.map((column) => columns[column] ?? ''), ...parts]
      .map(placeNamed)
      .filter((place) => place !== undefined);
  };
}

/** Doubts about rows outside their country, and notes about those outside their city, whose name others may share. */
function disagreement(placed: { row: RawRow; place: Place }[]): PositionReport {
  const placesOf = placeReader(placed.map(({ row }) => row));
  const naming = placed
    .map(({ row, place }) => ({ place, named: placesOf(row) }))
    .filter(({ named }) => named.length > 0);
  const off = naming.filter(({ place, named }) => !named.some((one) => one.holds(place)));
  const [first] = off;
  if (!first || off.length < placed.length / 2) return { notes: [], doubts: [] };
  const country = countryAt(first.place);
  const names = [...new Set(first.named.map(({ name }) => name))].join(', ');
  const where = country ? `in ${country}, far from there` : 'at sea';
  const text = `The rows name ${names}, but their positions lie ${where}; check the columns, and name them with --map.`;
  return first.named.some(({ kind }) => kind === 'country')
    ? { notes: [], doubts: [text] }
    : { notes: [text], doubts: [] };
}

/** Names single pins that are far from all others. */
function farPins(placed: { number: number; place: Place }[], unit: string): string[] {
  if (placed.length < 3) return [];
  const middle = {
    latitude: median(placed.map(({ place }) => place.latitude)),
    longitude: median(placed.map(({ place }) => place.longitude)),
  };
  const distances = placed.map((pin) => ({ ...pin, distance: greatCircle(pin.place, middle) }));
  const usual = Math.max(FAR, FAR_FACTOR * median(distances.map(({ distance }) => distance)));
  const far = distances.filter(({ distance }) => distance > usual);
  if (far.length > Math.max(1, placed.length / 10)) return [];
  return far
    .slice(0, FAR_SHOWN)
    .map(
      ({ number, place, distance }) =>
        `${unit} ${number} is ${Math.round(distance / 1000)} km from most others, ` +
        `at ${place.latitude}, ${place.longitude}: check its coordinates.`,
    );
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

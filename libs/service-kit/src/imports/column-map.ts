import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isAbsent, plain } from './absent.js';

const texts = z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1)]);

/** Where a field comes from. */
export interface FieldSource {
  /** Columns: the first non-empty one, or with `with` all of them. */
  from: string[];
  /** Separator of joined columns. */
  with?: string;
  /** Translates the column's values. */
  values?: Record<string, string>;
  /** The same value for all rows. */
  value?: string;
}

const fieldSchema = z.union(
  [
    texts.transform((from): FieldSource => ({ from })),
    z
      .strictObject({ from: texts, with: z.string().optional(), values: z.record(z.string(), z.string()).optional() })
      .transform((given): FieldSource => given),
    z
      .strictObject({ join: z.array(z.string()).min(1), with: z.string().default(' ') })
      .transform((given): FieldSource => ({ from: given.join, with: given.with })),
    z
      .strictObject({ value: z.string().min(1), from: z.tuple([]).optional() })
      .transform(({ value }): FieldSource => ({ from: [], value })),
  ],
  'is no column, list of columns, {"join": […]}, {"from": …, "values": {…}} or {"value": …}',
);

const columnMapSchema = z.strictObject({
  /** Display name of the data set. */
  source: z.string().min(1).max(120).optional(),
  /** Page of the data set; a row may have its own. */
  sourceUrl: z.url().max(500).optional(),
  /** Licence and attribution. */
  licence: z.string().min(1).max(200).optional(),
  /** Texts that mean "no value". */
  absent: z.array(z.string()).default([]),
  fields: z.record(z.string(), fieldSchema),
  /** Columns added to the description, each with its label. */
  notes: z.record(z.string(), z.string()).default({}),
  /** The file has latitude and longitude swapped. */
  swapped: z.boolean().default(false),
  /**
   * Loses no row for what was guessed: a missing id is made of title and place, a repeated one is numbered, and a
   * link that is no address of a page is left out.
   */
  lenient: z.boolean().default(false),
});

/** Maps the columns of a data set to our fields. */
export type ColumnMap = z.infer<typeof columnMapSchema> & {
  /** The reference system that the file declares for its geometries. */
  geometryCrs?: string;
};

/** A column map as an operator writes it. */
export type WrittenMap = z.input<typeof columnMapSchema>;

/** An invalid map; the message says why. */
export class MapRefused extends Error {
  override readonly name = 'MapRefused';
}

/** @throws MapRefused */
export function columnMap(map: unknown): ColumnMap {
  const { success, data, error } = columnMapSchema.safeParse(map);
  if (success) return data;
  throw new MapRefused(
    `The map is not ` +
      `valid: ${error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; ')}`,
  );
}

export const readColumnMap = async (file: string | URL): Promise<ColumnMap> =>
  columnMap(parsed(await readFile(file, 'utf8')));

/**
 * Reads an operator's map: JSON or a JSON file, a full map or its fields only.
 * @throws MapRefused
 */
export function givenMap(text: string): WrittenMap {
  const inline = text.trimStart().startsWith('{');
  if (!inline && !existsSync(text))
    throw new MapRefused(`The map "${text}" is neither a file nor JSON that begins with {.`);
  const json = parsed(inline ? text : readFileSync(text, 'utf8'));
  const map = (isObject(json) && !isObject(json['fields']) ? { fields: json } : json) as WrittenMap;
  columnMap(map);
  return map;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new MapRefused(`The map is not valid JSON: ${(error as Error).message}.`);
  }
}

/** Short names for fields. */
const ALIASES: Record<string, string> = {
  artist: 'artistName',
  url: 'sourceUrl',
  lat: 'latitude',
  lng: 'longitude',
  lon: 'longitude',
};

/**
 * The map for the columns of a file: `"first last"` means both columns, joined, where there is no
 * column of that name.
 * @param known all fields
 * @throws MapRefused for an unknown field
 */
export function resolvedMap(map: ColumnMap, columns: ReadonlySet<string>, known: readonly string[]): ColumnMap {
  const fields: ColumnMap['fields'] = {};
  for (const [given, source] of Object.entries(map.fields)) {
    const field = ALIASES[given] ?? given;
    if (!known.includes(field))
      throw new MapRefused(`The map names "${given}", which is no field. Fields: ${known.join(', ')}.`);
    fields[field] = joinedWords(source, columns);
  }
  return { ...map, fields };
}

function joinedWords(source: FieldSource, columns: ReadonlySet<string>): FieldSource {
  const [column, ...more] = source.from;
  if (column === undefined || more.length > 0 || columns.has(column)) return source;
  const words = column.split(' ').filter(Boolean);
  return words.length > 1 && words.every((word) => columns.has(word)) ? { ...source, from: words, with: ' ' } : source;
}

/** Columns of the map that are missing in the file, each with its field. */
export function missingColumns(map: ColumnMap, columns: ReadonlySet<string>): string[] {
  const named = [
    ...Object.entries(map.fields).flatMap(([field, { from }]) => from.map((column) => [column, field] as const)),
    ...Object.keys(map.notes).map((column) => [column, 'notes'] as const),
  ];
  return named.filter(([column]) => !columns.has(column)).map(([column, field]) => `"${column}" (for ${field})`);
}

/**
 * A row's value of one field; undefined if empty.
 * @param absentIn the field whose placeholders mean "no value"
 */
export function fieldOf(
  map: ColumnMap,
  columns: Record<string, string>,
  field: string,
  absentIn = field,
): string | undefined {
  const source = map.fields[field];
  if (!source) return undefined;
  if (source.value !== undefined) return source.value;
  const said = source.from
    .map((column) => valueIn(map.absent, columns[column], absentIn))
    .filter((text) => text !== undefined);
  const text = source.with === undefined ? said[0] : said.join(source.with) || undefined;
  return text === undefined || !source.values ? text : translated(source.values, text);
}

function translated(values: Record<string, string>, text: string): string {
  return values[text] ?? Object.entries(values).find(([given]) => plain(given) === plain(text))?.[1] ?? text;
}

/** "Label: text" for each note of a row that the fields do not already contain. */
export function notesOf(map: ColumnMap, columns: Record<string, string>, shown: (string | undefined)[]): string[] {
  return Object.entries(map.notes).flatMap(([column, label]) => {
    const text = valueIn(map.absent, columns[column]);
    return text === undefined || shown.includes(text) ? [] : [`${label}: ${text}`];
  });
}

/** A cell's value; undefined if blank or a text that means "no value" in a field. */
export function valueIn(absent: readonly string[], cell: string | undefined, field?: string): string | undefined {
  const text = cell?.trim() ?? '';
  return absent.includes(text) || isAbsent(text, field) ? undefined : text;
}

import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const texts = z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1)]);

/** Where a field comes from. */
export interface FieldSource {
  /** Columns: the first that says something, or with `with` all of them. */
  from: string[];
  /** What stands between the columns where they are joined. */
  with?: string;
  /** Translates what the column says. */
  values?: Record<string, string>;
  /** The same text for every row. */
  value?: string;
}

const fieldSchema = z.union(
  [
    texts.transform((from): FieldSource => ({ from })),
    z
      .strictObject({ from: texts, with: z.string().optional(), values: z.record(z.string(), z.string()).optional() })
      .transform((given): FieldSource => given),
    z.strictObject({ join: z.array(z.string()).min(1), with: z.string().default(' ') }).transform((given): FieldSource => ({ from: given.join, with: given.with })),
    z.strictObject({ value: z.string().min(1), from: z.tuple([]).optional() }).transform(({ value }): FieldSource => ({ from: [], value })),
  ],
  'is no column, list of columns, {"join": […]}, {"from": …, "values": {…}} or {"value": …}',
);

const columnMapSchema = z.strictObject({
  /** Name of the data set, as players read it. */
  source: z.string().min(1).max(120).optional(),
  /** Where the data set can be seen; a row may name a page of its own. */
  sourceUrl: z.url().max(500).optional(),
  /** Licence and attribution. */
  licence: z.string().min(1).max(200).optional(),
  /** Texts that stand for "nothing". */
  absent: z.array(z.string()).default([]),
  fields: z.record(z.string(), fieldSchema),
  /** Columns added to the description, each with the label to show. */
  notes: z.record(z.string(), z.string()).default({}),
  /** The file has latitude and longitude the wrong way round. */
  swapped: z.boolean().default(false),
});

/** How the columns of a data set become the fields of ours. */
export type ColumnMap = z.infer<typeof columnMapSchema>;

/** A column map as an operator writes it. */
export type WrittenMap = z.input<typeof columnMapSchema>;

/** A map that cannot be used; the message says why. */
export class MapRefused extends Error {
  override readonly name = 'MapRefused';
}

/** @throws MapRefused */
export function columnMap(map: unknown): ColumnMap {
  const { success, data, error } = columnMapSchema.safeParse(map);
  if (success) return data;
  throw new MapRefused(`The map is not valid: ${error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; ')}`);
}

export const readColumnMap = async (file: string | URL): Promise<ColumnMap> => columnMap(parsed(await readFile(file, 'utf8')));

/**
 * What an operator gives as a map: JSON, or a file with it; the whole map, or its fields alone.
 * @throws MapRefused
 */
export function givenMap(text: string): WrittenMap {
  const inline = text.trimStart().startsWith('{');
  if (!inline && !existsSync(text)) throw new MapRefused(`The map "${text}" is neither a file nor JSON that begins with {.`);
  const json = parsed(inline ? text : readFileSync(text, 'utf8'));
  const map = (isObject(json) && !isObject(json['fields']) ? { fields: json } : json) as WrittenMap;
  columnMap(map);
  return map;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new MapRefused(`The map is not valid JSON: ${(error as Error).message}.`);
  }
}

/** Shorter names for fields, as people write them. */
const ALIASES: Record<string, string> = { artist: 'artistName', url: 'sourceUrl', lat: 'latitude', lng: 'longitude', lon: 'longitude' };

/**
 * The map for the columns of a file: `"first last"` means both columns, joined, where there is no
 * column of that name.
 * @param known the fields that there are
 * @throws MapRefused for a field that there is not
 */
export function resolvedMap(map: ColumnMap, columns: ReadonlySet<string>, known: readonly string[]): ColumnMap {
  const fields: ColumnMap['fields'] = {};
  for (const [given, source] of Object.entries(map.fields)) {
    const field = ALIASES[given] ?? given;
    if (!known.includes(field)) throw new MapRefused(`The map names "${given}", which is no field. Fields: ${known.join(', ')}.`);
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

/** Columns that the map names and that are not there, each with what it is for. */
export function missingColumns(map: ColumnMap, columns: ReadonlySet<string>): string[] {
  const named = [
    ...Object.entries(map.fields).flatMap(([field, { from }]) => from.map((column) => [column, field] as const)),
    ...Object.keys(map.notes).map((column) => [column, 'notes'] as const),
  ];
  return named.filter(([column]) => !columns.has(column)).map(([column, field]) => `"${column}" (for ${field})`);
}

/** What a row says for one field; undefined where it says nothing. */
export function fieldOf(map: ColumnMap, columns: Record<string, string>, field: string): string | undefined {
  const source = map.fields[field];
  if (!source) return undefined;
  if (source.value !== undefined) return source.value;
  const said = source.from.map((column) => saidIn(map.absent, columns[column])).filter((text) => text !== undefined);
  const text = source.with === undefined ? said[0] : said.join(source.with) || undefined;
  return text === undefined ? undefined : (source.values?.[text] ?? text);
}

/** "Label: text" for each note that a row has and that the fields do not show already. */
export function notesOf(map: ColumnMap, columns: Record<string, string>, shown: (string | undefined)[]): string[] {
  return Object.entries(map.notes).flatMap(([column, label]) => {
    const text = saidIn(map.absent, columns[column]);
    return text === undefined || shown.includes(text) ? [] : [`${label}: ${text}`];
  });
}

/** What a cell says; undefined where it is blank or one of the texts that stand for "nothing". */
export function saidIn(absent: readonly string[], cell: string | undefined): string | undefined {
  const text = cell?.trim() ?? '';
  return text === '' || absent.includes(text) ? undefined : text;
}

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';

/** One row of a file as it stands there. */
export interface RawRow {
  /** Where the row begins, counted from 1. */
  line: number;
  /** Columns of a CSV, properties of a GeoJSON feature. */
  columns: Record<string, unknown>;
  /** Position of a GeoJSON feature; a CSV keeps its position in columns. Degrees. */
  position?: { latitude: number; longitude: number };
  /** Why the row cannot be read at all. */
  fault?: string;
}

export type Format = 'csv' | 'geojson';

/** A file that cannot be read as what it was called. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export const readRows = (file: string, format: Format): AsyncIterable<RawRow> =>
  format === 'csv' ? readCsv(file) : readGeoJson(file);

/** Streams; the memory it takes does not grow with the file. The first line names the columns. */
async function* readCsv(file: string): AsyncGenerator<RawRow> {
  const unreadable: RawRow[] = [];
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: 1_000_000,
      on_skip: (error) => {
        if (error instanceof CsvError) unreadable.push({ line: Number(error['lines'] ?? 0), columns: {}, fault: error.message });
        return undefined;
      },
    }),
  );
  for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
    yield* unreadable.splice(0);
    const breaks = Object.values(record).reduce((sum, text) => sum + text.split('\n').length - 1, 0);
    yield { line: info.lines - breaks, columns: record };
  }
  yield* unreadable;
}

/** Bytes up to which a GeoJSON file is taken; it is held in memory. */
const GEOJSON_BYTES = 256 * 1024 * 1024;

async function* readGeoJson(file: string): AsyncGenerator<RawRow> {
  const { size } = await stat(file);
  if (size > GEOJSON_BYTES) throw new UnreadableFile(`The file has ${size} bytes; GeoJSON is taken up to ${GEOJSON_BYTES}. Use CSV.`);
  const text = await readFile(file, 'utf8');
  const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) }).safeParse(parsed(text));
  if (!collection.success) throw new UnreadableFile('The file is not a GeoJSON FeatureCollection.');
  const lines = featureLines(text);
  for (const [index, feature] of collection.data.features.entries()) yield rowOf(feature, lines[index] ?? 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UnreadableFile(`The file is not JSON: ${(error as Error).message}`);
  }
}

const featureSchema = z.object({
  type: z.literal('Feature'),
  properties: z.record(z.string(), z.unknown()).nullable(),
  geometry: z.object({ type: z.string(), coordinates: z.unknown() }).nullish(),
});
const pointSchema = z.tuple([z.number(), z.number()], z.number());

function rowOf(feature: unknown, line: number): RawRow {
  const result = featureSchema.safeParse(feature);
  if (!result.success) return { line, columns: {}, fault: 'is not a GeoJSON Feature' };
  const { properties, geometry } = result.data;
  const columns = properties ?? {};
  if (!geometry) return { line, columns };
  if (geometry.type !== 'Point') return { line, columns, fault: `is a ${geometry.type}, not a Point` };
  const point = pointSchema.safeParse(geometry.coordinates);
  if (!point.success) return { line, columns, fault: 'has a Point without two numbers' };
  const [longitude, latitude] = point.data;
  return { line, columns, position: { latitude, longitude } };
}

/** The line on which each element of the top-level array `features` begins. */
function featureLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let inFeatures = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '\n') line++;
    else if (char === '"') {
      const end = endOfString(text, i);
      if (depth === 1 && text.slice(i, end + 1) === '"features"') inFeatures = true;
      i = end;
    } else if (char === '{' || char === '[') {
      if (inFeatures && depth === 2 && char === '{') lines.push(line);
      depth++;
    } else if (char === '}' || char === ']') {
      depth--;
      if (depth === 1 && char === ']') inFeatures = false;
    }
  }
  return lines;
}

/** Valid JSON has no line break inside of a string, so none is missed here. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}

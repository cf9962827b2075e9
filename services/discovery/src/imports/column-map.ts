import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Where a field comes from: the first of the columns that says something; `values` translates. */
const fieldSchema = z.union([
  z.string().transform((column) => ({ from: [column], values: undefined })),
  z.array(z.string()).transform((from) => ({ from, values: undefined })),
  z.strictObject({ from: z.string(), values: z.record(z.string(), z.string()) }).transform(({ from, values }) => ({ from: [from], values })),
]);

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
});

/** How the columns of a data set become the fields of ours. */
export type ColumnMap = z.infer<typeof columnMapSchema>;

export const columnMap = (map: z.input<typeof columnMapSchema>): ColumnMap => columnMapSchema.parse(map);

export async function readColumnMap(file: string | URL): Promise<ColumnMap> {
  return columnMapSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** What a row says for one field; undefined where it says nothing. */
export function fieldOf(map: ColumnMap, columns: Record<string, unknown>, field: string): string | undefined {
  const { from = [], values } = map.fields[field] ?? {};
  for (const column of from) {
    const text = saying(map, columns[column]);
    if (text !== undefined) return values ? values[text] ?? text : text;
  }
  return undefined;
}

/** "Label: text" for each note that a row has and that the fields do not show already. */
export function notesOf(map: ColumnMap, columns: Record<string, unknown>, shown: (string | undefined)[]): string[] {
  return Object.entries(map.notes).flatMap(([column, label]) => {
    const text = saying(map, columns[column]);
    return text === undefined || shown.includes(text) ? [] : [`${label}: ${text}`];
  });
}

function saying(map: ColumnMap, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  return text === '' || map.absent.includes(text) ? undefined : text;
}

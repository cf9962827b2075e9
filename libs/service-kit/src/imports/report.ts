import { ConfigError } from '../config/service-config.js';
import Table from 'cli-table3';
import { fieldOf, MapRefused, resolvedMap, columnMap, type WrittenMap } from './column-map.js';
import type { ListedDataSet } from './data-sets.js';
import { licenceText, ImportRefused, type ImportSummary, type Remark } from './import-rows.js';
import type { Importer } from './importer.js';
import { plainText, shortened } from './plain-text.js';
import type { Sample } from './probe.js';
import { readers, unitOf, UnreadableFile, type SourceFile } from './read-rows.js';
import type { FoundEncoding } from './readers/encoding.js';

const REMARKS_SHOWN = 100;
const ROWS_SHOWN = 5;
const CELL_LENGTH = 28;

/** The report of an import for an operator. */
export function summaryText(name: string, summary: ImportSummary): string {
  const { read, added, updated, unchanged, gone, removed, shortened, unreadable, refused, unplaced, unit } = summary;
  const counts = [
    `${name}: ${read} rows read, ${added} new, ${updated} changed, ${unchanged} unchanged`,
    ...(gone > 0
      ? [`${gone} no longer in the file${removed ? ', removed' : ', kept (--remove-gone removes them)'}`]
      : []),
    ...(shortened > 0 ? [`${shortened} shortened`] : []),
    ...(unreadable > 0 ? [`${unreadable} with characters that cannot be read`] : []),
    ...(refused > 0
      ? [`${refused} not taken${unplaced > 0 ? `, ${unplaced} of them for want of a position` : ''}`]
      : []),
  ];
  const remarks = remarksText(summary.remarks, unreadable, unit);
  return [...(remarks ? [remarks] : []), counts.join(', ')].join('\n');
}

export const faultsText = ({ faults, refused, unit }: ImportSummary): string => remarksText(faults, refused, unit);

function remarksText(remarks: Remark[], all: number, unit: string): string {
  const shown = remarks.slice(0, REMARKS_SHOWN).map(({ number, reason }) => `  ${unit} ${number}: ${reason}`);
  return [...shown, ...(all > shown.length ? [`  … and ${all - shown.length} more`] : [])].join('\n');
}

/** Shows which column becomes which field, and the first rows as they would be imported. */
export function previewText(sample: Sample, importer: Importer, map: WrittenMap): string {
  const { source, rows } = sample;
  const resolved = sampleMap(sample, importer, map);
  const whole = rows.filter(({ fault }) => !fault);
  const fields = new Table({ head: ['field', 'from', 'for example'], style: { head: [], border: [] } });
  for (const [field, { from, with: between, value, values }] of Object.entries(resolved.fields)) {
    const example = whole.map((row) => fieldOf(resolved, row.columns, field)).find((text) => text !== undefined);
    const origin = value !== undefined ? 'every row' : from.join(between === undefined ? ', else ' : ' + ');
    fields.push([field, values ? `${origin}, translated` : origin, cell(example)]);
  }
  if (rows.some(({ geometry }) => geometry != null) && !resolved.fields['position'] && !resolved.fields['latitude'])
    fields.push(['position', 'geometry', '']);
  const read = whole.slice(0, ROWS_SHOWN).map((raw) => ({ number: raw.number, ...importer.read(raw, resolved) }));
  const shown = importer.fields
    .flatMap((field) => (field === 'position' ? [] : [snake(importer, field)]))
    .filter((column) => read.some(({ row }) => row[column] != null));
  const first = new Table({ head: [unitOf(source), ...shown, ''], style: { head: [], border: [] } });
  for (const {
    number,
    row,
    fields: { faults },
  } of read)
    first.push([number, ...shown.map((column) => cell(row[column])), faults.join('; ')]);
  return [
    formatText(source),
    fields.toString(),
    'The first rows:',
    first.toString(),
    ...unusedText(sample, resolved),
  ].join('\n');
}

function formatText({ format, encoding, delimiter, packing, sheet }: SourceFile): string {
  const parts = [readers[format].name + (packing === 'gzip' ? ' in gzip' : packing ? `, ${packing.entry}` : '')];
  if (format === 'xlsx') parts.push(sheet === undefined ? 'the first sheet' : `sheet "${sheet}"`);
  else parts.push(encoding);
  if (format === 'csv') parts.push(`columns parted by ${delimiter === '\t' ? 'tabs' : `"${delimiter}"`}`);
  return parts.join(', ');
}

/** What is known of an encoding that is a guess. */
export function encodingText({ encoding, others = [], examples = [] }: FoundEncoding): string {
  const shown = examples.map((text) => `“${plainText(text)}”`).join(', ');
  return (
    `The file is not UTF-8. As ${encoding}, which is a guess, it has ${shown}.` +
    `${others.length > 0 ? ` It may also be ${others.join(', ')}.` : ''}`
  );
}

/** A map for the rows of a sample. */
export const sampleMap = ({ source, columns }: Sample, importer: Importer, map: WrittenMap) => ({
  ...resolvedMap(columnMap(map), new Set(columns), importer.fields),
  geometryCrs: source.crs,
});

/** The table column of a field. */
const snake = ({ table }: Importer, field: string) =>
  field === 'id' ? table.identity[1] : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const cell = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value))
    ? shortened(plainText(String(value)).replaceAll('\n', ' '), CELL_LENGTH)
    : '';

function unusedText(
  { columns }: Sample,
  map: { fields: Record<string, { from: string[] }>; notes: Record<string, string> },
): string[] {
  const used = new Set([...Object.values(map.fields).flatMap(({ from }) => from), ...Object.keys(map.notes)]);
  const unused = columns.filter((column) => !used.has(column));
  return unused.length > 0 ? [`Not used: ${shortened(unused.join(', '), 600)}`] : [];
}

export function listText(sets: ListedDataSet[]): string {
  if (sets.length === 0) return 'No data set has been imported.';
  const table = new Table({
    head: ['name', 'kind', 'rows', 'licence and attribution', 'imported'],
    style: { head: [], border: [] },
    colWidths: [42, null, null, 52, null],
    wordWrap: true,
  });
  for (const set of sets)
    table.push([
      set.name,
      set.kind,
      set.rows,
      licenceText(set) ?? '',
      set.importedAt.toISOString().slice(0, 16).replace('T', ' '),
    ]);
  return table.toString();
}

/** Messages for errors of the operator or the file; all others are rethrown. */
export function failureText(error: unknown): string {
  if (error instanceof ImportRefused) {
    const { read, refused } = error.summary;
    return `${faultsText(error.summary)}\n${error.message} Correct the file${
      refused < read ? ', or import the ' + 'other rows with --skip-bad' : ' or the map'
    }.`;
  }
  if (error instanceof UnreadableFile || error instanceof MapRefused) return `${error.message} Nothing was imported.`;
  if (error instanceof ConfigError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `There is no file ${(error as NodeJS.ErrnoException).path}.`;
  if (code === 'EISDIR' || code === 'EACCES') return `The file cannot be read: ${message}.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '57P03')
    return 'The database does not respond. Start the product (npm start), or name its database by DATABASE_URL.';
  throw error;
}

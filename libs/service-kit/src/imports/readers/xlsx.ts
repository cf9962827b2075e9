import type { TableRecord } from './csv.js';
import { textOf } from './bytes.js';
import { UnreadableFile } from './source.js';
import { child, descendants, xmlElements, type XmlElement } from './xml-elements.js';
import { entriesOf } from './zip.js';

/** Characters of all texts that the cells of a workbook share, and one for each text: they are kept in memory. */
const MAX_SHARED_TEXT = 50_000_000;

const FORMAT = 'Excel workbook';

export interface Sheet {
  name: string;
  /** Its entry in the archive. */
  entry: string;
}

/** The sheets of a workbook in their order; hidden ones are left out. */
export async function sheetsOf(file: string): Promise<Sheet[]> {
  const targets = new Map<string, string>();
  for await (const { attributes } of elements(file, 'xl/_rels/workbook.xml.rels', ['Relationship']))
    targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
  const sheets: Sheet[] = [];
  for await (const { attributes } of elements(file, 'xl/workbook.xml', ['sheet'])) {
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
    const target = targets.get(id ?? '') ?? '';
    if (target && !/hidden/i.test(attributes['state'] ?? ''))
      sheets.push({ name: attributes['name'] ?? '', entry: target.startsWith('/') ? target.slice(1) : `xl/${target}` });
  }
  return sheets;
}

/**
 * The rows of a sheet: numbers as they are, dates as YYYY-MM-DD.
 * @throws UnreadableFile if the workbook is broken or has no such sheet
 */
export async function* xlsxRecords(file: string, name?: string): AsyncGenerator<TableRecord> {
  const sheets = await sheetsOf(file);
  const sheet = name === undefined ? sheets[0] : sheets.find((each) => each.name === name);
  if (!sheet)
    throw new UnreadableFile(
      name === undefined
        ? 'The workbook has no visible sheet.'
        : `The workbook has no sheet "${name}". It has: ${sheets.map((each) => each.name).join(', ')}.`,
    );
  const entries = await entriesOf(file);
  const texts = entries.includes('xl/sharedStrings.xml') ? await sharedTexts(file) : [];
  const isDate = entries.includes('xl/styles.xml') ? await dateStyles(file) : [];
  const epoch = await epochOf(file);
  let line = 0;
  for await (const { attributes, children } of elements(file, sheet.entry, ['row'])) {
    line = Number(attributes['r'] ?? line + 1);
    const cells: string[] = [];
    for (const cell of children) {
      const column = columnOf(cell.attributes['r']) ?? cells.length;
      while (cells.length < column) cells.push('');
      cells[column] = valueOf(cell, { texts, isDate, epoch });
    }
    yield { line, cells };
  }
}

const elements = (file: string, entry: string, wanted: string[]) =>
  xmlElements(textOf({ file, packing: { entry }, encoding: 'utf-8' }), wanted, { format: FORMAT });

/**
 * The texts that cells refer to by number.
 * @throws UnreadableFile if they are larger than `most`; empty ones count, too, since a small file may have millions
 */
export async function sharedTexts(file: string, most = MAX_SHARED_TEXT): Promise<string[]> {
  const texts: string[] = [];
  let length = 0;
  for await (const item of elements(file, 'xl/sharedStrings.xml', ['si'])) {
    const text = richText(item);
    length += text.length + 1;
    if (length > most)
      throw new UnreadableFile(`The workbook has more than ${most} characters of text; save it as CSV.`);
    texts.push(text);
  }
  return texts;
}

/** A text, or the runs of a formatted one; not how it is pronounced. */
const richText = (item: XmlElement) =>
  item.children
    .map((part) => (part.name === 't' ? part.text : part.name === 'r' ? (child(part, 't')?.text ?? '') : ''))
    .join('');

/** Whether the number format of each style is one of dates and times: it has a letter of them outside of texts. */
async function dateStyles(file: string): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  for await (const { name, attributes, children } of elements(file, 'xl/styles.xml', ['numFmt', 'cellXfs'])) {
    if (name === 'numFmt')
      formats.set(
        Number(attributes['numFmtId']),
        /[ymdhs]/i.test((attributes['formatCode'] ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')),
      );
    else
      for (const {
        attributes: { numFmtId },
      } of children)
        styles.push(formats.get(Number(numFmtId)) ?? isDateFormat(Number(numFmtId)));
  }
  return styles;
}

const isDateFormat = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

/** Day 0 of the workbook's dates. */
async function epochOf(file: string): Promise<number> {
  for await (const { attributes } of elements(file, 'xl/workbook.xml', ['workbookPr']))
    if (/^(?:1|true)$/.test(attributes['date1904'] ?? '')) return Date.UTC(1904, 0, 1);
  return Date.UTC(1899, 11, 30);
}

/** Index of the column of a cell: "B7" is in column 1. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? [];
  return letters === undefined
    ? undefined
    : [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function valueOf(
  cell: XmlElement,
  { texts, isDate, epoch }: { texts: string[]; isDate: boolean[]; epoch: number },
): string {
  const value = child(cell, 'v')?.text ?? '';
  const { t: type, s: style } = cell.attributes;
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'inlineStr') return [...descendants(cell, 'is')].map(richText).join('');
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'e') return '';
  if (type === 'str' || type === 'd' || value === '') return value;
  if (isDate[Number(style ?? 0)]) return dateText(epoch + Number(value) * 86_400_000);
  return String(Number(value));
}

/** YYYY-MM-DD, with the time if it is not midnight. */
function dateText(time: number): string {
  const text =
    Number.isFinite(time) && Math.abs(time) < 8.64e15
      ? new Date(Math.round(time / 1_000) * 1_000).toISOString().slice(0, 19)
      : '';
  return text.replace(/T00:00:00$/, '');
}

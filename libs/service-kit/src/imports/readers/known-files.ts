import { fileTypeFromBuffer } from 'file-type';
import { markOf, utf16Of } from './encoding.js';
import { entriesOf } from './zip.js';
import { UnreadableFile, type Packing } from './source.js';

const WITH_OGR = 'convert it to GeoJSON in WGS 84 (ogr2ogr -t_srs EPSG:4326 walls.geojson FILE)';
const AS_CSV = 'open it and save the table as CSV';

/** Types of files that hold no rows we can read, by their name in `file-type`, with the way out. */
const BINARIES: Record<string, [name: string, remedy: string]> = {
  pdf: ['a PDF', 'ask its publisher for the table as CSV'],
  shp: ['a shapefile', WITH_OGR],
  sqlite: ['an SQLite database or GeoPackage', WITH_OGR],
  parquet: ['a Parquet file', 'convert it to CSV'],
  cfb: ['an old Excel workbook (.xls) or another Office document', AS_CSV],
  docx: ['a Word document', AS_CSV],
  odt: ['an OpenDocument text', AS_CSV],
  ods: ['an OpenDocument spreadsheet', AS_CSV],
  '7z': ['an archive', 'unpack it and import the file in it'],
  rar: ['an archive', 'unpack it and import the file in it'],
  tar: ['an archive', 'unpack it and import the file in it'],
  bz2: ['a packed file', 'unpack it first'],
  xz: ['a packed file', 'unpack it first'],
  zst: ['a packed file', 'unpack it first'],
};

/** The same for XML by the name of its root element. */
const XML: Record<string, [name: string, remedy: string]> = {
  html: ['a page (HTML), not the data', 'download the file that the page offers'],
  FeatureCollection: ['GML', WITH_OGR],
  osm: ['OpenStreetMap XML', 'export it as GeoJSON (osmtogeojson)'],
  rss: ['a news feed', 'download the data as CSV or GeoJSON'],
  feed: ['a news feed', 'download the data as CSV or GeoJSON'],
  svg: ['a picture (SVG)', 'import the data set itself'],
  Workbook: ['an Excel workbook as XML', AS_CSV],
};
const OTHER_XML: [name: string, remedy: string] = [
  'XML, but neither KML nor GPX',
  'download the data as CSV or GeoJSON',
];

/** The same for other texts, by how they begin. */
const TEXTS: [begins: RegExp, name: string, remedy: string][] = [
  [
    /^(?:#!|<\?php|['"]use strict['"]|(?:import|export) .* from ['"]|(?:const|let|var|function) \w+)/,
    'a script',
    'run it, or download the data itself',
  ],
  [/^(?:import|from|def) [\w.]+(?:\n|\r| import| as |\()/, 'a script', 'run it, or download the data itself'],
  [/^\{\\rtf/, 'a formatted text (RTF)', AS_CSV],
  [/^%PDF/, 'a PDF', 'ask its publisher for the table as CSV'],
  [/^\{\s*"type"\s*:\s*"Topology"/, 'TopoJSON', WITH_OGR],
  [/^version https:\/\/git-lfs/, 'a pointer of Git LFS', 'download the file that it points to'],
  [/^(?:-- (?:MySQL|PostgreSQL)|CREATE TABLE|INSERT INTO)/i, 'a dump of a database', 'export the table as CSV'],
];

const unreadable = (name: string, remedy: string) => new UnreadableFile(`The file is ${name}; ${remedy}.`);

/**
 * Names a binary file that cannot be read; a text has no byte 0, unless it is UTF-16.
 * @throws UnreadableFile
 */
export async function refuseBinary(head: Buffer): Promise<void> {
  if (!head.includes(0) || markOf(head) !== undefined) return;
  const type = await fileTypeFromBuffer(head);
  const known = BINARIES[type?.ext ?? ''];
  if (known) throw unreadable(...known);
  if (!type && utf16Of(head) !== undefined) return;
  if (!type) throw unreadable('binary', 'convert it to CSV or GeoJSON');
  const medium = MEDIA[type.mime.split('/')[0]!];
  throw medium
    ? unreadable(`${medium} (${type.ext.toUpperCase()})`, 'import the data set itself')
    : unreadable(`of the type ${type.ext.toUpperCase()}`, 'convert it to CSV or GeoJSON');
}

const MEDIA: Record<string, string> = { image: 'a picture', audio: 'a sound', video: 'a film' };

/** The name of an XML document's root element, without prefix. */
export const rootOf = (head: string): string | undefined =>
  /^(?:\s|<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?[^>]*>)*<(?:[\w.-]+:)?([\w.-]+)/i.exec(head)?.[1];

/** Roots of a KML: fragments are published, too. */
const READ = ['kml', 'Document', 'Folder', 'Placemark', 'gpx'];

/**
 * Names a text that is no data set.
 * @throws UnreadableFile
 */
export function refuseText(head: string): void {
  const text = head.trimStart();
  const found = TEXTS.find(([begins]) => begins.test(text));
  if (found) throw unreadable(found[1], found[2]);
  const root = rootOf(head);
  if (root === undefined ? !text.startsWith('<') : READ.includes(root)) return;
  throw unreadable(
    ...(/^(?:html|head|body|table)$/i.test(root ?? '') || /^<!doctype html/i.test(text)
      ? XML['html']!
      : (XML[root ?? ''] ?? OTHER_XML)),
  );
}

/** A ZIP archive with one file that can be read is read: a KMZ, or a packed CSV. */
const READABLE = /\.(?:kml|csv|tsv|txt|json|geojson|geojsonl|ndjson|jsonl|gpx)$/i;
/** What is often beside it. */
const BESIDE = /(?:^|\/)[^/]*(?:licen[cs]e|read_?me|metadata|attribution)[^/]*$/i;

/**
 * What to read in a ZIP archive: undefined for an Excel workbook, which is read as a whole.
 * @throws UnreadableFile for an archive with no file or several files to read
 */
export async function entryIn(file: string): Promise<Packing | undefined> {
  const entries = await entriesOf(file);
  if (entries.includes('xl/workbook.xml')) return undefined;
  if (entries.includes('xl/workbook.bin')) throw unreadable('a binary Excel workbook (.xlsb)', AS_CSV);
  if (entries.includes('word/document.xml')) throw unreadable(...BINARIES['docx']!);
  if (entries.includes('content.xml')) throw unreadable(...BINARIES['ods']!);
  if (entries.some((name) => /\.shp$/i.test(name))) throw unreadable(...BINARIES['shp']!);
  const own = entries.filter((name) => !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name));
  const readable = own.filter((name) => READABLE.test(name) && !BESIDE.test(name));
  const main = readable.find((name) => /^doc\.kml$/i.test(name));
  const [entry, ...more] = main ? [main] : readable;
  if (entry !== undefined && more.length === 0) return { entry };
  const shown = own.slice(0, 5).join(', ') + (own.length > 5 ? ', …' : '');
  throw unreadable(
    `a ZIP archive with ${entry === undefined ? 'no file' : `${more.length + 1} files`} to import ` +
      `(${shown || 'it is empty'})`,
    'unpack it and import one file at a time',
  );
}

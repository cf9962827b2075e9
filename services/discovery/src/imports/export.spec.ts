import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { columnMap, guessedMap, resolvedMap, sampleOf, type Importer } from '@sprayhunt/service-kit/imports';
import { formats, type OpenFormatName } from '../open-data/formats.js';
import { openData, type OpenDataKind, type OpenRow } from '../open-data/open-data-rows.js';
import { discoveryImporter } from './discovery-importer.js';
import { wallImporter } from './wall-importer.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const TEXTS = ['=1+1', "'=1+1", "''-x", "'quoted'", '+ plus', '@home', '\uFF1Dwide', 'a "quoted"; text, too', '-minus'];
const PLACE = { latitude: -33.5, longitude: -70.25 };
const LICENCE = { licence: 'CC BY 4.0', attribution: 'City of Ghent' };

/** Rows as the export reads them, and as they are imported. */
const works = TEXTS.map((text, index) => ({
  exported: {
    id: `w${index}`,
    title: text,
    artist: `-${text}`,
    description: text,
    ...PLACE,
    year: 2019,
    status: 'gone',
    documented: '2026-01-01',
    source: 'Ghent',
    sourceUrl: 'https://a.example',
    ...LICENCE,
  },
  imported: {
    source_id: `w${index}`,
    title: text,
    artist_name: `-${text}`,
    description: text,
    ...PLACE,
    year: 2019,
    status: 'gone',
    source_url: 'https://a.example',
    licence: 'CC BY 4.0, City of Ghent',
  },
}));
const walls = TEXTS.map((text, index) => ({
  exported: {
    id: `w${index}`,
    name: text,
    city: 'Ghent',
    country: 'Belgium',
    address: text,
    hours: null,
    description: text,
    ...PLACE,
    source: 'Walls',
    sourceUrl: null,
    ...LICENCE,
  },
  imported: {
    catalogue_id: `w${index}`,
    name: text,
    city: 'Ghent',
    country: 'Belgium',
    address: text,
    hours: null,
    description: text,
    ...PLACE,
    source: 'City of Ghent',
  },
}));

const KINDS: [OpenDataKind, Importer, { exported: OpenRow; imported: object }[]][] = [
  ['works', discoveryImporter, works],
  ['walls', wallImporter, walls],
];

describe.each(KINDS)('our own export of %s', (kind, importer, rows) => {
  it.each<OpenFormatName>(['csv', 'geojson'])('comes back unchanged as %s', async (name) => {
    const { columns } = openData[kind];
    const { head, page, tail } = formats[name];
    const file = join(folder, `${kind}.${name}`);
    await writeFile(
      file,
      gzipSync(
        head(columns) +
          page(
            rows.map(({ exported }) => exported),
            columns,
            true,
          ) +
          tail,
      ),
    );
    const sample = await sampleOf(file, {}, importer.exported!.columns);
    const map = {
      ...resolvedMap(columnMap(guessedMap(sample, importer).map), new Set(sample.columns), importer.fields),
      source: 'Export',
    };
    const read = sample.rows.map((row) => importer.read(row, map));
    expect(read.flatMap(({ fields }) => fields.faults)).toEqual([]);
    expect(read.map(({ row }) => row)).toMatchObject(rows.map(({ imported }) => imported));
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleOf } from '@sprayhunt/service-kit/imports';
import { formats, type OpenFormatName } from '../open-data/formats.js';
import { openData, type OpenRow } from '../open-data/open-data-rows.js';
import { discoveryImporter } from './discovery-importer.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const TITLES = ['=1+1', "'=1+1", "''-x", "'quoted'", '+ plus', '@home', '\uFF1Dwide', 'a "quoted"\nline', '-', ''];

const rows = TITLES.map((title, index): OpenRow => ({
  ...{ id: `00000000-0000-0000-0000-00000000000${index}`, title, artist: null, description: `-${title}`, latitude: -33.5, longitude: -70.25, year: 2019 },
  ...{ status: 'standing', documented: '2026-01-01', source: 'players', sourceUrl: null, licence: 'ODbL-1.0', attribution: 'The players' },
}));

describe.each<OpenFormatName>(['csv', 'geojson'])('our own export as %s', (name) => {
  it('comes back unchanged', async () => {
    const { columns } = openData.works;
    const { head, page, tail } = formats[name];
    const file = join(folder, name);
    await writeFile(file, gzipSync(head(columns) + page(rows, columns, true) + tail));
    const sample = await sampleOf(file, {}, discoveryImporter.exported);
    const place = ({ columns: { latitude, longitude }, geometry }: (typeof sample.rows)[number]) => geometry ?? { type: 'Point', coordinates: [Number(longitude), Number(latitude)] };
    expect(sample.rows.map((row) => [row.columns['id'], row.columns['title'], row.columns['description'], place(row)])).toEqual(
      rows.map(({ id, title, description, latitude, longitude }) => [id, title, description, { type: 'Point', coordinates: [longitude, latitude] }]),
    );
  });
});

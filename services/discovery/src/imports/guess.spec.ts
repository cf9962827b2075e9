import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answers, checkPositions, guessedMap, sampleMap, sampleOf } from '@sprayhunt/service-kit/imports';
import { discoveryImporter } from './discovery-importer.js';
import { wallImporter } from './wall-importer.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guess-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function guessed(content: string | Buffer | URL, importer = discoveryImporter, answers: Answers = {}) {
  const file = content instanceof URL ? fileURLToPath(content) : join(folder, String(Math.random()));
  if (!(content instanceof URL)) await writeFile(file, content);
  const sample = await sampleOf(file);
  const { map, notes, doubts } = guessedMap(sample, importer, answers);
  const resolved = { ...sampleMap(sample, importer, map), source: 'Test' };
  const positions = checkPositions(sample.rows, resolved, 'line');
  const read = sample.rows.map((raw) => importer.read(raw, resolved));
  return {
    source: sample.source,
    map,
    fields: map.fields as Record<string, unknown>,
    notes: [...notes, ...positions.notes],
    doubts: [...doubts, ...positions.doubts],
    rows: read.map(({ row }) => row),
    faults: read.flatMap(({ fields }) => fields.faults),
  };
}

const shipped = (name: string) => new URL(`../../data/${name}`, import.meta.url);

describe('the guess for a file of open data', () => {
  it('is guessed for a CSV without ids (Brisbane)', async () => {
    const { fields, faults, rows } = await guessed(shipped('brisbane-public-art.csv'));
    expect(fields).toMatchObject({
      title: 'Item_title',
      artistName: 'Artist',
      latitude: 'Lat',
      longitude: 'Long',
      address: 'Location',
      year: 'Installed',
      description: 'Description',
      status: { from: 'displayed' },
      id: 'Item_title',
    });
    expect(faults).toEqual([]);
    expect(rows).toHaveLength(86);
  });

  it('is guessed for a registry of murals with the names of artists in two columns', async () => {
    const { fields, faults } = await guessed(
      'Mural Registration ID,Artwork Title,Artist First Name,Artist Last Name,Description of Artwork,Year ' +
        'Installed,Street Address,Latitude,Longitude\n' +
        '20001,One,Ana,Ortiz,A wall,2001,1 W Lake St,41.8,-87.6\n20002,Two,Ben,Ortiz,A door,2002,2 W Lake ' +
        'St,41.9,-87.7\n',
    );
    expect(fields).toEqual({
      id: 'Mural Registration ID',
      title: 'Artwork Title',
      artistName: { join: ['Artist First Name', 'Artist Last Name'] },
      description: 'Description of Artwork',
      year: 'Year Installed',
      address: 'Street Address',
      latitude: 'Latitude',
      longitude: 'Longitude',
    });
    expect(faults).toEqual([]);
  });

  it('is guessed for a French GeoJSON (Montréal)', async () => {
    const { fields, faults } = await guessed(shipped('montreal-murals-2018.geojson'));
    expect(fields).toEqual({ id: 'id', artistName: 'artiste', address: 'adresse', year: 'annee' });
    expect(faults).toEqual([]);
  });

  it('is guessed for a GeoJSON with a place in its properties, too (Vancouver)', async () => {
    const { fields, faults } = await guessed(shipped('vancouver-public-art-2023.geojson'));
    expect(fields).toMatchObject({
      id: 'registryid',
      title: 'title_of_work',
      description: 'descriptionofwork',
      address: 'siteaddress',
      year: 'yearofinstallation',
      sourceUrl: 'url',
      status: {
        from: 'status',
        values: { 'In place': 'standing', 'No longer in place': 'gone', Deaccessioned: 'gone' },
      },
    });
    expect(new Set(faults)).toEqual(new Set(['has no position']));
  });

  it('is guessed for our own walls', async () => {
    const { fields, faults } = await guessed(shipped('legal-walls.csv'), wallImporter);
    expect(fields).toMatchObject({
      id: 'id',
      name: 'name',
      city: 'city',
      country: 'country',
      address: 'address',
      hours: 'hours',
      description: 'description',
      source: 'source',
    });
    expect(faults).toEqual([]);
  });
});

describe('the guess for an unknown layout', () => {
  it.each([
    ['UTF-8 with a byte order mark and semicolons', (text: string) => Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ['Windows-1252', (text: string) => Buffer.from(text.replace('’', '\u0092'), 'latin1'), 'windows-1252'],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
  ])('is guessed from a mural registry in %s', async (_, encode, encoding) => {
    const text =
      'Mural Registration ID;Artwork Title;Artist First Name;Artist Last Name;Street Address;Year ' +
      'Installed;Latitude;Longitude;Status\r\n' +
      'M-1;L’été;José;Núñez;"1 Main St; rear";2019;"41,88";"-87,63";Active\r\n' +
      'M-2;Plain;;Crew;2 Main St;05/11/2020;41,89;-87,64;Removed\r\n';
    const { source, fields, rows, faults } = await guessed(encode(text));
    expect(source).toMatchObject({ format: 'csv', delimiter: ';', encoding });
    expect(fields['artistName']).toEqual({ join: ['Artist First Name', 'Artist Last Name'] });
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([
      {
        source_id: 'M-1',
        title: 'L’été',
        artist_name: 'José Núñez',
        address: '1 Main St; rear',
        year: 2019,
        latitude: 41.88,
        longitude: -87.63,
        status: 'standing',
      },
      { source_id: 'M-2', artist_name: 'Crew', year: 2020, status: 'gone' },
    ]);
  });

  it.each([
    ['lat,lng', '49.5,-123.25'],
    ['Y,X', '49.5,-123.25'],
    ['geo_point_2d', '"49.5, -123.25"'],
    ['the_geom', 'POINT (-123.25 49.5)'],
    ['Location', '"(49.5, -123.25)"'],
    ['geometry', '"{""type"":""Point"",""coordinates"":[-123.25,49.5]}"'],
    ['latitude,longitude', '-123.25,49.5'],
  ])('finds the place in %s', async (columns, cells) => {
    const { rows, faults } = await guessed(`objectid,titre,${columns}\n1,Un,${cells}\n2,Deux,${cells}\n`);
    expect(faults).toEqual([]);
    expect(rows[0]).toMatchObject({ source_id: '1', title: 'Un', latitude: 49.5, longitude: -123.25 });
  });

  it('takes a column called Location for the address where it holds words', async () => {
    const { fields } = await guessed('id,name,Location,lat,lon\n1,A,Main Street,1,2\n');
    expect(fields).toMatchObject({ address: 'Location', latitude: 'lat', longitude: 'lon' });
  });

  it('does not take metres for degrees', async () => {
    const { faults, doubts } = await guessed('id,name,x,y\n1,A,492000,5458000\n');
    expect(faults).toEqual([expect.stringContaining('492000, 5458000, which are not degrees')]);
    expect(doubts.join()).toContain('--crs');
  });

  it.each(['\n', ''])(
    'reads exchanged coordinates of a GeoJSON the other way round, with %j between features',
    async (between) => {
      const feature = (id: number) =>
        `{"type":"Feature","properties":{"ref":"a${id}","artwork":{"title":"T${id}` +
        `"}},"geometry":{"type":"Point","coordinates":[49.5,-123.2${id}]}}`;
      const { map, rows, faults } = await guessed(
        `{"type":"FeatureCollection","features":[${[feature(1), feature(2)].join(`,${between}`)}]}`,
      );
      expect(map.swapped).toBe(true);
      expect(faults).toEqual([]);
      expect(rows[0]).toMatchObject({ source_id: 'a1', title: 'T1', latitude: 49.5, longitude: -123.21 });
    },
  );

  it('asks for the words of a status that it does not know, and keeps the others', async () => {
    const { fields, doubts } = await guessed('id,name,lat,lon,Current Status\n1,A,1,2,Phase 3\n2,B,1,2,Removed\n');
    expect(fields['status']).toEqual({ from: 'Current Status', values: { Removed: 'gone' } });
    expect(doubts.join()).toContain('"Phase 3" (1 row) is neither standing nor gone');
    const answered = await guessed('id,name,lat,lon,status\n1,A,1,2,Phase 3\n', discoveryImporter, {
      statuses: { 'phase 3': 'gone' },
    });
    expect(answered).toMatchObject({ doubts: [], faults: [], rows: [{ status: 'gone' }] });
  });

  it('takes no column of the states of a country for the status', async () => {
    const { fields, doubts } = await guessed('id,name,lat,lon,State\n1,A,1,2,NSW\n2,B,1,2,New South Wales\n');
    expect(fields).not.toHaveProperty('status');
    expect(doubts).toEqual([]);
  });

  it('identifies rows without ids by title and place if titles repeat', async () => {
    const { rows, faults } = await guessed('name,lat,lon\nUntitled,1,2\nUntitled,3,4\n');
    expect(faults).toEqual([]);
    expect(rows.map((row) => row['source_id'])).toEqual(['Untitled 1 2', 'Untitled 3 4']);
  });

  it('takes a file with U+FFFD for UTF-8, and leaves that out', async () => {
    const { source, rows } = await guessed('id,name,lat,lon\n1,caf\uFFFD,1,2\n');
    expect(source.encoding).toBe('utf-8');
    expect(rows[0]).toMatchObject({ title: 'caf' });
  });
});

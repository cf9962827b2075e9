import { isText } from '@sprayhunt/service-kit';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  columnMap,
  fieldOf,
  type Format,
  givenMap,
  MapRefused,
  missingColumns,
  notesOf,
  plainText,
  type RawRow,
  readRows,
  resolvedMap,
  shortened,
  UnreadableFile,
} from '@sprayhunt/service-kit/imports';
import { discoveryImporter } from './discovery-importer.js';
import { wallImporter } from './wall-importer.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(format: Format, text: string): Promise<RawRow[]> {
  const file = join(folder, `${Math.random()}.${format}`);
  await writeFile(file, text);
  const rows: RawRow[] = [];
  for await (const row of readRows({ file, format, encoding: 'utf-8', delimiter: ',' })) rows.push(row);
  return rows;
}

describe('reading CSV', () => {
  it('returns the line on which each row begins, also after texts over several lines', async () => {
    const rows = await read('csv', '\uFEFFid,title\n1,"two\nlines"\n2,plain\n\n3,"a ""quoted"" word"\n');
    expect(rows.map(({ number, columns }) => [number, columns['id'], columns['title']])).toEqual([
      [2, '1', 'two\nlines'],
      [4, '2', 'plain'],
      [6, '3', 'a "quoted" word'],
    ]);
  });

  it('reports a row with too many or too few columns and reads the others', async () => {
    const rows = await read('csv', 'id,title\n1,a\n2\n3,b,c\n4,d\n');
    expect(rows.filter(({ fault }) => !fault).map(({ columns }) => columns['id'])).toEqual(['1', '4']);
    expect(rows.filter(({ fault }) => fault)).toMatchObject([
      { number: 3, fault: 'has 1 columns where the header has 2' },
      { number: 4, fault: 'has 3 columns where the header has 2' },
    ]);
  });

  it('gives every column a unique name', async () => {
    const [row] = await read('csv', 'id,, title ,id\n1,2,3,4\n');
    expect(row!.columns).toEqual({ id: '1', 'column 2': '2', title: '3', 'id (2)': '4' });
  });

  it('says where a quotation mark is not closed, and reads the rows after it', async () => {
    const rows = await read('csv', `id,title\n1,a\n2,"never closed\n${'3,b\n'.repeat(9)}`);
    expect(rows.map(({ number, fault }) => [number, fault])).toEqual([
      [2, undefined],
      [3, 'opens a quotation mark that is not closed'],
      ...Array.from({ length: 9 }, (_, index) => [index + 4, undefined]),
    ]);
  });
});

describe('reading GeoJSON', () => {
  const collection = (between: string, ...features: string[]) =>
    `{ "type": "FeatureCollection", "name": "}\\"[", "features": [${features.join(`,${between}`)}] }`;
  const point = (coordinates: string) =>
    `{ "type": "Feature", "properties": {
      "a": "{[\\"" }, "geometry": { "type": "Point", "coordinates": ${coordinates} } }`;

  it.each(['\n', ''])('returns the number of the feature, with %j between them', async (between) => {
    const rows = await read('geojson', collection(between, point('[1, 2]'), point('[3, 4]'), '7'));
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(rows[2]!.fault).toBe('is not an object');
  });

  it('makes columns of what lies deeper', async () => {
    const properties = `{ "a": { "lat": 1, "lon": 2, "deeper": { "x": true } }, "list": ["b", "c"], "place": {
        "type": "Point", "coordinates": [5, 6] }, "none": null }`;
    const [row] = await read(
      'geojson',
      collection('', `{ "type": "Feature", "id": 9, "properties": ${properties}, "geometry": null }`),
    );
    expect(row!.columns).toEqual({
      id: '9',
      'a.lat': '1',
      'a.lon': '2',
      'a.deeper.x': 'true',
      list: 'b, c',
      place: 'POINT (5 6)',
      none: '',
    });
  });

  it('refuses what is not JSON, and reports where a broken file ends', async () => {
    await expect(read('geojson', 'not json')).rejects.toThrow(UnreadableFile);
    await expect(
      read('geojson', `{ "type": "FeatureCollection", "features": [${point('[1, 2]')}, ${point('[1, 2]')}, { "type"`),
    ).rejects.toThrow('after feature 2');
  });
});

describe('a column map', () => {
  const map = columnMap({
    absent: ['n/a'],
    fields: {
      title: ['name', 'other'],
      status: { from: 'state', values: { 'In place': 'standing' } },
      artistName: { join: ['first', 'last'] },
      city: { value: 'Ghent' },
    },
    notes: { made: 'Made' },
  });

  it('takes the first column that is not empty', () => {
    expect(fieldOf(map, { name: 'n/a', other: ' Ibis ' }, 'title')).toBe('Ibis');
    expect(fieldOf(map, { name: '' }, 'title')).toBeUndefined();
  });

  it('translates values, and keeps unknown ones, which are refused later', () => {
    expect(fieldOf(map, { state: 'In place' }, 'status')).toBe('standing');
    expect(fieldOf(map, { state: 'Lost' }, 'status')).toBe('Lost');
  });

  it('joins columns, and takes a text for every row', () => {
    expect(fieldOf(map, { first: 'Ada', last: 'Lovelace' }, 'artistName')).toBe('Ada Lovelace');
    expect(fieldOf(map, { first: '', last: 'Lovelace' }, 'artistName')).toBe('Lovelace');
    expect(fieldOf(map, { first: '', last: '' }, 'artistName')).toBeUndefined();
    expect(fieldOf(map, {}, 'city')).toBe('Ghent');
  });

  it('adds notes that are not shown already', () => {
    expect(notesOf(map, { made: 'circa 1990' }, ['1990'])).toEqual(['Made: circa 1990']);
    expect(notesOf(map, { made: '1990' }, ['1990'])).toEqual([]);
  });

  it('reads "first last" as both columns, unless there is a column of that name', () => {
    const written = columnMap(givenMap('{"artist": "first last"}'));
    expect(resolvedMap(written, new Set(['first', 'last']), discoveryImporter.fields).fields).toEqual({
      artistName: { from: ['first', 'last'], with: ' ' },
    });
    expect(resolvedMap(written, new Set(['first', 'last', 'first last']), discoveryImporter.fields).fields).toEqual({
      artistName: { from: ['first last'] },
    });
  });

  it('names the columns that a file lacks', () => {
    expect(missingColumns(map, new Set(['name', 'state', 'first', 'last', 'made']))).toEqual(['"other" (for title)']);
  });

  it.each([
    ['{"title": ', /^The map is not valid JSON: .*\.$/],
    ['nowhere.json', /neither a file nor JSON/],
    ['{"fields": {}, "titel": "x"}', /The map is not valid: .*titel/],
    ['{"title": 7}', /fields\.title: is no column/],
  ])('is refused in a sentence: %s', (text, sentence) => {
    expect(() => givenMap(text)).toThrow(MapRefused);
    expect(() => givenMap(text)).toThrow(sentence);
  });

  it('is refused with a field that there is not', () => {
    expect(() => resolvedMap(columnMap({ fields: { titel: 'a' } }), new Set(['a']), discoveryImporter.fields)).toThrow(
      /"titel", which is no field. Fields: id, title/,
    );
  });
});

describe('texts of a data set', () => {
  it('lose entities and stray white space', () => {
    expect(plainText('l&rsquo;art\r\n\r\n\r\n\\tof \u00A0x\u02B7m&#601;&theta;\u0000 ')).toBe('l’art\n\nof xʷməθ');
  });

  it('contain no characters that the rule for players’ texts refuses', () => {
    const codes = Array.from({ length: 0x10000 }, (_, code) => code);
    expect(codes.filter((code) => !isText(plainText(`a${String.fromCharCode(code)}b`)))).toEqual([]);
  });

  it('are cut between words', () => {
    expect(shortened('one two three', 13)).toBe('one two three');
    expect(shortened('one two three', 10)).toBe('one two…');
    expect(shortened('unbroken', 5)).toBe('unbr…');
  });
});

const WORKS = columnMap({
  fields: {
    id: 'id',
    title: 'title',
    artist: 'artist',
    description: 'text',
    latitude: 'latitude',
    longitude: 'longitude',
    year: 'year',
    status: 'status',
    url: 'url',
    licence: 'rights',
  },
});

describe('reading a work', () => {
  const map = { ...resolvedMap(WORKS, new Set(), discoveryImporter.fields), source: 'Test', licence: 'CC0' };
  const good = { id: '1', title: 'Ibis', latitude: '-28.1', longitude: '153.4' };
  const work = (columns: Record<string, string>, more: { geometry?: unknown; swapped?: boolean } = {}) => {
    const { row, fields } = discoveryImporter.read(
      { number: 2, columns, geometry: more.geometry },
      { ...map, swapped: more.swapped ?? false },
    );
    return { row, faults: fields.faults, unreadable: fields.unreadable };
  };

  it('keeps year, artist, state, licence and source', () => {
    expect(
      work({ ...good, artist: 'Someone', year: '2007-2008', status: 'Gone', url: 'https://example.org/1' }).row,
    ).toMatchObject({
      source_id: '1',
      source: 'Test',
      licence: 'CC0',
      artist_name: 'Someone',
      year: 2007,
      status: 'gone',
      source_url: 'https://example.org/1',
      address: '-28.100000, 153.400000',
    });
    expect(work({ ...good, rights: 'CC BY' }).row).toMatchObject({ licence: 'CC BY' });
  });

  it('reads a year only where the text begins with one or is a date that ends with one', () => {
    const years = [
      '1999, reinstalled, 2001',
      '3/12/2007',
      '31.12.2007',
      '2017-05-04T00:00:00',
      '2011.0',
      'World Expo, installed 1989',
      '20071',
      '0007',
      '',
    ];
    expect(years.map((year) => work({ ...good, year }).row['year'])).toEqual([
      1999,
      2007,
      2007,
      2017,
      2011,
      null,
      null,
      null,
      null,
    ]);
  });

  it('takes the position from the columns, else from a geometry that is one point', () => {
    const place = { latitude: -28, longitude: 153.4 };
    const none = { id: '1' };
    expect(work(good, { geometry: { type: 'Point', coordinates: [1, 2] } }).row).toMatchObject({
      latitude: -28.1,
      longitude: 153.4,
    });
    expect(work({ ...none, latitude: '-28,0', longitude: '153,4' }).row).toMatchObject(place);
    for (const geometry of [
      { type: 'Point', coordinates: [153.4, -28, 7] },
      { type: 'MultiPoint', coordinates: [[153.4, -28]] },
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [153.4, -28] }] },
    ])
      expect(work(none, { geometry }).row).toMatchObject(place);
    expect(work(none, { geometry: { type: 'Point', coordinates: [-28, 153.4] }, swapped: true }).row).toMatchObject(
      place,
    );
  });

  it.each([
    [
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      'is a LineString, not a Point',
    ],
    [{ type: 'Point', coordinates: ['1', 2] }, 'has a Point of ["1",2], which is not two numbers'],
    [null, 'has no position'],
  ])('refuses the geometry %j', (geometry, fault) => {
    expect(work({ id: '1' }, { geometry }).faults).toEqual([fault]);
  });

  it.each([
    [{ latitude: '' }, 'has no position'],
    [{ latitude: '91' }, 'latitude 91 is not within -90 and 90'],
    [{ longitude: '-181' }, 'longitude -181 is not within -180 and 180'],
    [{ longitude: '-87.6\uFFFD' }, 'longitude "-87.6\uFFFD" is not a number'],
    [{ latitude: 'north' }, 'latitude "north" is not a number'],
    [{ latitude: '0x1C' }, 'latitude "0x1C" is not a number'],
    [{ latitude: '0', longitude: '0' }, 'is at 0, 0, which stands for "unknown"'],
    [{ id: ' ' }, 'has no id'],
    [
      { status: 'Phase 3' },
      'status "Phase 3" is neither standing nor gone: add --status "Phase 3=standing" (or =gone)',
    ],
    [{ url: 'javascript:alert(1)' }, 'sourceUrl "javascript:alert(1)" is not an address of a page'],
  ])('refuses %o: %s', (columns, fault) => {
    expect(work({ ...good, ...columns }).faults).toEqual([fault]);
  });

  it('takes a text without the characters that cannot be read, and reports it', () => {
    const { row, faults, unreadable } = work({ ...good, title: 'caf\uFFFD', text: 'fine' });
    expect({ title: row['title'], faults, unreadable }).toEqual({ title: 'caf', faults: [], unreadable: ['title'] });
  });

  it('keeps line breaks in descriptions only', () => {
    expect(work({ ...good, title: 'one\ntwo', text: 'one\ntwo' }).row).toMatchObject({
      title: 'one two',
      description: 'one\ntwo',
    });
  });

  it('names every fault of a row', () => {
    expect(work({ status: 'Phase 3' }).faults).toEqual([
      'has no position',
      'has no id',
      expect.stringContaining('status "Phase 3"'),
    ]);
  });
});

describe('reading a legal wall', () => {
  const good = {
    id: 'a',
    name: 'A',
    city: 'B',
    country: 'C',
    address: 'D',
    description: 'E',
    latitude: '1',
    longitude: '2',
  };
  const map = columnMap({
    fields: Object.fromEntries([...Object.keys(good), 'hours', 'source'].map((field) => [field, field])),
  });
  const wall = (columns: object, licence?: string) =>
    wallImporter.read({ number: 2, columns: { ...good, ...columns } }, { ...map, source: 'Test', licence });

  it('takes hours where known', () => {
    expect(wall({ hours: 'Daylight' }).row).toMatchObject({ hours: 'Daylight', catalogue: 'Test', catalogue_id: 'a' });
    expect(wall({}).row).toMatchObject({ hours: null });
  });

  it('shows the attribution of the licence, unless a wall has its own source', () => {
    expect(wall({}, 'CC BY 4.0, City of Test').row).toMatchObject({ source: 'Test, CC BY 4.0, City of Test' });
    expect(wall({ source: 'A list' }, 'CC BY 4.0').row).toMatchObject({ source: 'A list' });
  });

  it('needs name, city, country, address and description', () => {
    expect(wall({ name: '', city: '', country: '', address: '', description: ' ' }).fields.faults).toEqual([
      'has no name',
      'has no city',
      'has no country',
      'has no address',
      'has no description',
    ]);
  });
});

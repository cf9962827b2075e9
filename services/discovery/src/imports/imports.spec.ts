import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnMap, fieldOf, notesOf } from './column-map.js';
import { discoveryColumns, discoveryImporter } from './discovery-importer.js';
import { plainText, shortened } from './plain-text.js';
import { readRows, UnreadableFile, type Format, type RawRow } from './read-rows.js';
import { wallColumns, wallImporter } from './wall-importer.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(format: Format, text: string): Promise<RawRow[]> {
  const file = join(folder, `${Math.random()}.${format}`);
  await writeFile(file, text);
  const rows: RawRow[] = [];
  for await (const row of readRows(file, format)) rows.push(row);
  return rows;
}

describe('reading CSV', () => {
  it('tells the line on which each row begins, also after texts over several lines', async () => {
    const rows = await read('csv', '\uFEFFid,title\n1,"two\nlines"\n2,plain\n\n3,"a ""quoted"" word"\n');
    expect(rows.map(({ line, columns }) => [line, columns['id'], columns['title']])).toEqual([
      [2, '1', 'two\nlines'],
      [4, '2', 'plain'],
      [6, '3', 'a "quoted" word'],
    ]);
  });

  it('reports a row with too many or too few columns and reads the others', async () => {
    const rows = await read('csv', 'id,title\n1,a\n2\n3,b,c\n4,d\n');
    expect(rows.filter(({ fault }) => !fault).map(({ columns }) => columns['id'])).toEqual(['1', '4']);
    expect(rows.filter(({ fault }) => fault).map(({ line }) => line)).toEqual([3, 4]);
  });
});

describe('reading GeoJSON', () => {
  const collection = (...features: string[]) => `{ "type": "FeatureCollection", "name": "}\\"[", "features": [\n${features.join(',\n')}\n] }`;

  it('takes the position from the geometry and the line from the file', async () => {
    const rows = await read(
      'geojson',
      collection(
        '{ "type": "Feature", "properties": { "a": "{[\\"" }, "geometry": { "type": "Point", "coordinates": [153.4, -28.0, 7] } }',
        '{ "type": "Feature",\n "properties": null, "geometry": null }',
        '{ "type": "Feature", "properties": {}, "geometry": { "type": "LineString", "coordinates": [[1, 2], [3, 4]] } }',
        '{ "type": "Feature", "properties": {}, "geometry": { "type": "Point", "coordinates": ["1", 2] } }',
        '7',
      ),
    );
    expect(rows.slice(0, 4).map(({ line, position, fault }) => ({ line, position, fault }))).toEqual([
      { line: 2, position: { latitude: -28, longitude: 153.4 }, fault: undefined },
      { line: 3, position: undefined, fault: undefined },
      { line: 5, position: undefined, fault: 'is a LineString, not a Point' },
      { line: 6, position: undefined, fault: 'has a Point without two numbers' },
    ]);
    expect(rows[4]!.fault).toBe('is not a GeoJSON Feature');
  });

  it('refuses what is no FeatureCollection', async () => {
    await expect(read('geojson', '{"type":"Feature"}')).rejects.toThrow(UnreadableFile);
    await expect(read('geojson', 'not json')).rejects.toThrow(UnreadableFile);
  });
});

describe('a column map', () => {
  const map = columnMap({
    absent: ['n/a'],
    fields: { title: ['name', 'other'], status: { from: 'state', values: { 'In place': 'standing' } } },
    notes: { made: 'Made' },
  });

  it('takes the first column that says something', () => {
    expect(fieldOf(map, { name: 'n/a', other: ' Ibis ' }, 'title')).toBe('Ibis');
    expect(fieldOf(map, { name: '', other: null }, 'title')).toBeUndefined();
    expect(fieldOf(map, { name: 7 }, 'title')).toBe('7');
  });

  it('translates values, and leaves unknown ones to be refused', () => {
    expect(fieldOf(map, { state: 'In place' }, 'status')).toBe('standing');
    expect(fieldOf(map, { state: 'Lost' }, 'status')).toBe('Lost');
  });

  it('adds notes that are not shown already', () => {
    expect(notesOf(map, { made: 'circa 1990' }, ['1990'])).toEqual(['Made: circa 1990']);
    expect(notesOf(map, { made: '1990' }, ['1990'])).toEqual([]);
  });

  it('is refused with an unknown key', () => {
    expect(() => columnMap({ fields: {}, titel: 'x' } as never)).toThrow();
  });
});

describe('texts of a data set', () => {
  it('lose entities and stray white space', () => {
    expect(plainText('l&rsquo;art\r\n\r\n\r\n\\tof \u00A0x\u02B7m&#601;&theta;\u0000 ')).toBe('l’art\n\nof xʷməθ');
  });

  it('are cut between words', () => {
    expect(shortened('one two three', 13)).toBe('one two three');
    expect(shortened('one two three', 10)).toBe('one two…');
    expect(shortened('unbroken', 5)).toBe('unbr…');
  });
});

describe('checking a discovery', () => {
  const check = (columns: Record<string, unknown>, position?: RawRow['position']) =>
    discoveryImporter.check({ line: 2, columns, position }, { ...discoveryColumns, source: 'Test', licence: 'CC0' });
  const good = { id: '1', title: 'Ibis', latitude: '-28.1', longitude: '153.4' };

  it('keeps year, artist, state, licence and source', () => {
    expect(check({ ...good, artist: 'Somebody', year: '2007-2008', status: 'gone', url: 'https://example.org/1' })).toMatchObject({
      row: {
        sourceId: '1',
        source: 'Test',
        licence: 'CC0',
        artistName: 'Somebody',
        year: 2007,
        status: 'gone',
        sourceUrl: 'https://example.org/1',
        address: '-28.100000, 153.400000',
      },
    });
  });

  it('reads a year only where the text begins with one', () => {
    const yearOf = (year: string) => (check({ ...good, year }) as { row: { year: number | null } }).row.year;
    expect(['1999, reinstalled, 2001', 'World Expo, installed 1989', '20071', '0007', ''].map(yearOf)).toEqual([1999, null, null, null, null]);
  });

  it.each([
    [{ latitude: '' }, 'has no position'],
    [{ latitude: '91' }, 'latitude 91 is not within -90 and 90'],
    [{ longitude: '-181' }, 'longitude -181 is not within -180 and 180'],
    [{ latitude: '28,1' }, 'latitude NaN is not within -90 and 90'],
    [{ latitude: '0', longitude: '0' }, 'is at 0, 0, which stands for "unknown"'],
    [{ id: ' ' }, 'has no id'],
    [{ status: 'lost' }, 'status "lost" is none of standing, gone'],
    [{ title: 'caf\uFFFD' }, 'title is not UTF-8 text'],
    [{ url: 'javascript:alert(1)' }, 'sourceUrl "javascript:alert(1)" is not an address of a page'],
  ])('refuses %o: %s', (columns, fault) => {
    expect(check({ ...good, ...columns })).toEqual({ faults: [fault] });
  });

  it('names every fault of a row', () => {
    expect(check({ status: 'lost' })).toEqual({ faults: ['has no position', 'has no id', 'status "lost" is none of standing, gone'] });
  });
});

describe('checking a legal wall', () => {
  const good = { id: 'a', name: 'A', city: 'B', country: 'C', address: 'D', description: 'E', latitude: '1', longitude: '2' };
  const check = (columns: object) => wallImporter.check({ line: 2, columns: { ...good, ...columns } }, { ...wallColumns, source: 'Test' });

  it('takes hours where known', () => {
    expect(check({ hours: 'Daylight' })).toMatchObject({ row: { hours: 'Daylight', catalogue: 'Test', sourceId: 'a' } });
    expect(check({})).toMatchObject({ row: { hours: null } });
  });

  it('needs name, city, country, address and description', () => {
    expect(check({ name: '', city: '', country: '', address: '', description: ' ' })).toEqual({
      faults: ['has no name', 'has no city', 'has no country', 'has no address', 'has no description'],
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { countryAt } from './atlas.js';
import { columnMap } from './column-map.js';
import { checkPositions, isExchanged } from './position-check.js';

const MAP = columnMap({ fields: { latitude: 'lat', longitude: 'lon' } });
const rows = (...places: [number, number][]) =>
  places.map(([lat, lon], index) => ({
    number: index + 2,
    columns: { lat: String(lat), lon: String(lon) } as Record<string, string>,
  }));
const check = (...places: [number, number][]) => checkPositions(rows(...places), MAP, 'line');

describe('the atlas', () => {
  it('knows land, coast and sea', () => {
    expect(countryAt({ latitude: 45.5, longitude: -73.6 })).toBe('Canada');
    expect(countryAt({ latitude: -27.47, longitude: 153.02 })).toBe('Australia');
    expect(countryAt({ latitude: 41.38, longitude: 2.19 })).toBe('Spain');
    expect(countryAt({ latitude: 68.4, longitude: 17.4 })).toBe('Norway');
    expect(countryAt({ latitude: 0, longitude: -30 })).toBeUndefined();
    expect(countryAt({ latitude: -74, longitude: 40.7 })).toBeUndefined();
  });
});

describe('the positions of a file', () => {
  it('are named by their countries', () => {
    expect(check([45.5, -73.6], [45.51, -73.5])).toEqual({ notes: ['The positions lie in Canada.'], doubts: [] });
    expect(check([0, -30]).notes).toEqual(['The positions lie at sea.']);
  });

  it('are asked about if there are many, nearly all at sea', () => {
    const atSea = Array.from({ length: 10 }, (_, index): [number, number] => [-34.6 - index / 100, 58.4]);
    expect(check(...atSea).doubts.join()).toContain('a sign may be missing');
    expect(check(...atSea.slice(1)).doubts).toEqual([]);
  });

  it('name one pin that is far from all others', () => {
    const { notes } = check([45.5, -73.6], [45.51, -73.5], [45.52, -73.55], [45.5, 73.6]);
    expect(notes.at(-1)).toMatch(/^line 5 is \d+ km from most others, at 45.5, 73.6/);
  });

  it('name no pins of a data set of two cities', () => {
    expect(check([45.5, -73.6], [45.51, -73.5], [49.2, -123.1], [49.21, -123.1]).notes).toHaveLength(1);
  });

  it('count rows without one', () => {
    const some = [...rows([45.5, -73.6]), { number: 3, columns: { lat: '', lon: '' } }];
    expect(checkPositions(some, MAP, 'line').notes[0]).toBe('1 of the first 2 rows have no position and are left out.');
  });

  it('are named as far from the city that the rows name', () => {
    const [row] = rows([41.88, 87.63]);
    const report = checkPositions([{ ...row!, columns: { ...row!.columns, City: 'Chicago' } }], MAP, 'line');
    expect(report.notes.join()).toContain('The rows name Chicago, but their positions lie in China, far from there');
  });

  it('are not suspected for a street that is called like a city', () => {
    const [first, ...others] = rows([49.28, -123.12], [49.28, -123.12], [49.28, -123.12]);
    const report = checkPositions(
      [{ ...first!, columns: { ...first!.columns, address: '5 Melville' } }, ...others],
      MAP,
      'line',
    );
    expect(report.notes).toEqual(['The positions lie in Canada.']);
  });

  it('may lie at the border of the country that the rows name', () => {
    const [row] = rows([47.56, 7.59]);
    expect(checkPositions([{ ...row!, columns: { ...row!.columns, country: 'Schweiz' } }], MAP, 'line').doubts).toEqual(
      [],
    );
  });

  it('ask for the system of projected coordinates, with those that fit', () => {
    const [doubt] = check([1_200_000, 2_600_000], [1_201_000, 2_601_000]).doubts;
    expect(doubt).toContain('not degrees');
    expect(doubt).toContain('EPSG:2056 (CH1903+ / LV95): Switzerland');
  });

  it('put the system first that fits the places that the rows name', () => {
    const [row] = rows([487000, 121000]);
    const doubtOf = (columns: object) =>
      checkPositions([{ ...row!, columns: { ...row!.columns, ...columns } }], MAP, 'line').doubts.join();
    expect(doubtOf({})).toContain('for example --crs EPSG:27700');
    expect(doubtOf({ adres: 'Dam 1, Amsterdam' })).toContain('for example --crs EPSG:28992');
  });

  it('ask again where a system puts them into the sea, or is not known', () => {
    const inSystem = (crs: string) =>
      checkPositions(
        rows([5_458_000, 492_000]),
        { ...MAP, fields: { ...MAP.fields, crs: { from: [], value: crs } } },
        'line',
      );
    expect(inSystem('EPSG:32610').doubts).toEqual([]);
    expect(inSystem('EPSG:32625').doubts.join()).toContain('do not lie on land');
    expect(inSystem('EPSG:12345').doubts.join()).toContain('EPSG:12345, which is not known');
  });

  it('are asked about where the rows name another country', () => {
    const [row] = rows([2.17, 41.38]);
    const report = checkPositions([{ ...row!, columns: { ...row!.columns, country: 'Spain' } }], MAP, 'line');
    expect(report.doubts.join()).toContain('The rows name Spain, but their positions lie in');
  });
});

describe('exchanged latitude and longitude', () => {
  it.each([
    ['out of range', [[-123.1, 49.2]]],
    [
      'all at sea',
      [
        [13.4, 52.5],
        [13.41, 52.51],
      ],
    ],
    [
      'in Antarctica',
      [
        [-74, 40.7],
        [-73.9, 40.71],
      ],
    ],
    [
      'partly out of range',
      [
        [-90.05, 35.1],
        [-89.95, 35.1],
      ],
    ],
  ] as [string, [number, number][]][])('are noticed: %s', (_, places) => {
    expect(isExchanged(rows(...places), MAP)).toBe(true);
  });

  it('are noticed by the country or the city that a column or an address names', () => {
    const [row] = rows([2.17, 41.38]);
    expect(isExchanged([row!], MAP)).toBe(false);
    expect(isExchanged([{ ...row!, columns: { ...row!.columns, country: 'España' } }], MAP)).toBe(true);
    expect(isExchanged([{ ...row!, columns: { ...row!.columns, address: 'La Rambla, Barcelona, Spain' } }], MAP)).toBe(
      true,
    );
    expect(isExchanged([{ ...row!, columns: { ...row!.columns, address: 'La Rambla 5\n08002 Barcelona' } }], MAP)).toBe(
      true,
    );
    expect(isExchanged([{ ...row!, columns: { ...row!.columns, Ville: 'Barcelona' } }], MAP)).toBe(true);
  });

  it('are not suspected on land, or at sea both ways', () => {
    expect(isExchanged(rows([45.5, -73.6]), MAP)).toBe(false);
    expect(isExchanged(rows([1, 2]), MAP)).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { angleIn } from './angles.js';
import { numberIn } from './numbers.js';
import { positionIn, positionOf, withoutPosition } from './position.js';

/** Longitude and latitude to six decimals. */
const at = (text: string) => {
  const point = positionIn(text);
  return point && [Math.round(point.x * 1e6) / 1e6, Math.round(point.y * 1e6) / 1e6];
};

describe('a number', () => {
  it.each([
    ['45.5017', 45.5017],
    ['45,5017', 45.5017],
    ['-73,6', -73.6],
    ['5.030.123,45', 5030123.45],
    ['5,030,123.45', 5030123.45],
    ['5 030 123,45', 5030123.45],
    ["2'600'000.5", 2600000.5],
    ['5.030.123', 5030123],
    ['−33.9', -33.9],
    ['5.030', 5.03],
    ['1e3', 1000],
  ])('is read from %s', (text, number) => {
    expect(numberIn(text)).toBe(number);
  });

  it.each(['', 'north', '1.2.3', '1,2,3', '0x1C', '12 34'])('is not seen in %j', (text) => {
    expect(numberIn(text)).toBeUndefined();
  });
});

describe('an angle', () => {
  it.each([
    ['52.5 N', 52.5],
    ['52,5° S', -52.5],
    ['N 52° 30.123', 52.50205],
    ["W073°34.2'", -73.57],
    ['45°30\'12"N', 45.503333],
    ['45º 30′ 12″ S', -45.503333],
    ['45 30 12 N', 45.503333],
    ['45:30:12', 45.503333],
    ["-45°30'", -45.5],
    ['48d51m24sN', 48.856667],
    ['2° 21\' 7" Est', 2.351944],
    ["3°42'O", -3.7],
    ["13°24' Ost", 13.4],
    ['48.85°', 48.85],
  ])('is read from %s', (text, degrees) => {
    expect(angleIn(text)?.degrees).toBeCloseTo(degrees, 5);
  });

  it.each(["45°70'N", '41 52', '12:30', 'Main St N', '5 N Main St'])('is not seen in %s', (text) => {
    expect(angleIn(text)).toBeUndefined();
  });
});

describe('a position in one text', () => {
  it.each([
    '49.5, -123.25',
    '(49.5, -123.25)',
    '[49.5,-123.25]',
    '49.5;-123.25',
    '49.5 -123.25',
    '49.5/-123.25',
    '49,5; -123,25',
    '49,5 -123,25',
    'POINT (-123.25 49.5)',
    'point z(-123.25 49.5 7)',
    'SRID=4326;POINT(-123.25 49.5)',
    'Site: POINT(-123.25 49.5)',
    'MULTIPOINT((-123.25 49.5))',
    '{"type": "Point", "coordinates": [-123.25, 49.5]}',
    "{'type': 'Point', 'coordinates': [-123.25, 49.5]}",
    '{"latitude": "49.5", "longitude": "-123.25", "human_address": ""}',
    'Location: (49.5, -123.25)',
    '1 Main Street\nVancouver, BC\n(49.5, -123.25)',
    'Lat: 49.5, Lng: -123.25',
    'longitude=-123.25 latitude=49.5',
    'Wall at 49.500, -123.250',
    "49°30'N 123°15'W",
    '49°30\'00"N, 123°15\'00"W',
    'N 49° 30.000 W 123° 15.000',
    "123°15'W 49°30'N",
    '49.5 N, 123.25 W',
    '49.5°N 123.25°W',
    '49° 30\' 0", -123° 15\' 0"',
    'https://www.google.com/maps/@49.5,-123.25,17z',
    'https://maps.google.com/?q=49.5,-123.25',
    'https://www.google.com/maps/place/X/@49.1,-123.1,17z/data=!3m1!4b1!4m5!3m4!1s0x0:0x0!8m2!3d49.5!4d-123.25',
    'https://www.google.com/maps/search/?api=1&query=49.5%2C-123.25',
    'https://www.openstreetmap.org/#map=17/49.5/-123.25',
    'https://www.openstreetmap.org/?mlat=49.5&mlon=-123.25#map=12/49.1/-123.1',
    'geo:49.5,-123.25',
    'See https://maps.apple.com/?ll=49.5,-123.25',
    '0101000000' + '0000000000d05ec0' + '0000000000c04840',
    '0101000020e6100000' + '0000000000d05ec0' + '0000000000c04840',
    '\\x00000000' + '01c05ed000000000004048c00000000000',
  ])('is read from %s', (text) => {
    expect(at(text)).toEqual([-123.25, 49.5]);
  });

  it.each([
    'Main Street 5',
    '49.5',
    '{"type": "Point"}',
    '{',
    '1, 2, 3',
    '123 N Main St, 45 W',
    'Room 5, 12',
    'POINT EMPTY',
    'https://example.org/5',
    '2019',
    '010100',
    'Built 1999, 2001',
  ])('is not seen in %s', (text) => {
    expect(positionIn(text)).toBeUndefined();
  });

  it('keeps the reference system that it declares', () => {
    expect(positionIn('SRID=25833;POINT(391000 5820000)')).toEqual({ x: 391000, y: 5820000, crs: 'EPSG:25833' });
    expect(positionIn('391000.5, 5820000.5')).toEqual({ x: 391000.5, y: 5820000.5 });
    expect(positionIn('SRID=0;POINT(1 2)')).toEqual({ x: 1, y: 2 });
  });

  it('knows in which texts the order is a guess', () => {
    expect(positionIn('(45.5, -73.6)')).toMatchObject({ unordered: true });
    expect(positionIn('45.5 N, 73.6 W')).not.toHaveProperty('unordered');
  });

  it('can be cut off an address', () => {
    expect(withoutPosition('1 Main Street\nVancouver, BC\n(49.5, -123.25)')).toBe('1 Main Street\nVancouver, BC');
    expect(withoutPosition('Room 5, 12')).toBe('Room 5, 12');
  });

  it('is taken off a text with any number of blanks in linear time', () => {
    const padded = `1 Main Street${' '.repeat(20_000)}Vancouver`;
    const begun = performance.now();
    expect(withoutPosition(padded)).toBe(padded);
    expect(withoutPosition(`${padded} ,; (49.5, -123.25)`)).toBe(padded);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe('a geometry', () => {
  it('is a place if it is small: the middle of a line or an area', () => {
    expect(
      positionOf({
        type: 'LineString',
        coordinates: [
          [2.35, 48.85],
          [2.352, 48.852],
        ],
      }),
    ).toEqual({ x: 2.351, y: 48.851 });
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [390000, 5820000],
          [390020, 5820000],
          [390020, 5820010],
          [390000, 5820000],
        ],
      ],
    };
    expect(positionOf(area, 'EPSG:25833')).toEqual({ x: 390010, y: 5820005, crs: 'EPSG:25833' });
    expect(
      positionOf({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [5, 0],
            [5, 5],
            [0, 0],
          ],
        ],
      }),
    ).toBe('is a Polygon, not a Point');
  });

  it('is the only point of a collection', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [9, 9],
      ],
    };
    expect(
      positionOf({ type: 'GeometryCollection', geometries: [line, { type: 'Point', coordinates: [1, 2] }] }),
    ).toEqual({ x: 1, y: 2 });
  });
});

it('an area with more corners than a call has arguments is no single place, and no failure of the import', () => {
  const ring = Array.from({ length: 300_000 }, (_, index) => [index / 300_000, (index % 7) / 7]);
  expect(positionOf({ type: 'Polygon', coordinates: [ring] })).toBe('is a Polygon, not a Point');
});

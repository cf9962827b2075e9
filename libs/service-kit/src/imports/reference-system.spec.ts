import { describe, expect, it } from '@jest/globals';
import { crsOfColumn, epsgCode, isKnownCrs, placeOf, projectionsOf } from './reference-system.js';

describe('a reference system', () => {
  it.each([
    ['EPSG:25833', 25833],
    ['epsg 2154', 2154],
    ['25833', 25833],
    ['urn:ogc:def:crs:EPSG::31467', 31467],
    ['urn:ogc:def:crs:EPSG:6.9:4326', 4326],
    ['http://www.opengis.net/def/crs/EPSG/0/28992', 28992],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326],
    ['EPSG:900913', 3857],
    ['2950.0', 2950],
    ['WGS84', 4326],
  ])('is named by %s', (text, code) => {
    expect(epsgCode(text)).toBe(code);
    expect(isKnownCrs(text)).toBe(true);
  });

  it.each(['EPSG:99999', 'local grid', ''])('is not named by %j', (text) => {
    expect(isKnownCrs(text)).toBe(false);
  });

  it('may be in the name of a column', () => {
    expect(['X_25833', 'Y (EPSG:2154)', 'x_lambert93', 'RD_X', 'x', 'year_2019'].map(crsOfColumn)).toEqual([
      'EPSG:25833',
      'EPSG:2154',
      'EPSG:2154',
      'EPSG:28992',
      undefined,
      undefined,
    ]);
  });
});

describe('projected coordinates', () => {
  // The origins of the systems as their publishers state them, and squares of cities.
  it.each([
    ['EPSG:2154', 700000, 6600000, 46.5, 3],
    ['EPSG:28992', 155000, 463000, 52.1552, 5.3872],
    ['EPSG:2056', 2600000, 1200000, 46.9511, 7.4386],
    ['EPSG:21781', 600000, 200000, 46.9511, 7.4386],
    ['EPSG:27700', 651409.9, 313177.27, 52.658, 1.7161],
    ['EPSG:2326', 836694.05, 819069.8, 22.3107, 114.181],
    ['EPSG:32633', 500000, 0, 0, 15],
    ['EPSG:3857', -8237642, 4970072, 40.7128, -74],
    ['+proj=utm +zone=33 +ellps=GRS80', 500000, 0, 0, 15],
  ])('of %s become degrees', (crs, x, y, latitude, longitude) => {
    const place = placeOf({ x, y }, crs);
    expect(place).toMatchObject({ latitude: expect.closeTo(latitude, 3), longitude: expect.closeTo(longitude, 3) });
  });

  it.each([
    ['EPSG:25833', 389260, 5819800, 52.52, 13.37],
    ['EPSG:31370', 149000, 170500, 50.84, 4.35],
    ['EPSG:31467', 3513000, 5403000, 48.76, 9.18],
    ['EPSG:32188', 299500, 5039500, 45.5, -73.57],
    ['EPSG:2950', 299500, 5039500, 45.5, -73.57],
    ['EPSG:26910', 491500, 5458500, 49.28, -123.12],
    ['EPSG:7856', 334000, 6251000, -33.87, 151.21],
    ['EPSG:28356', 334000, 6251000, -33.87, 151.21],
    ['EPSG:2263', 987000, 200000, 40.72, -73.99],
  ])('of %s lie in their city', (crs, x, y, latitude, longitude) => {
    const place = placeOf({ x, y }, crs);
    expect(place).toMatchObject({ latitude: expect.closeTo(latitude, 1.8), longitude: expect.closeTo(longitude, 1.8) });
  });

  it('stay degrees where they are degrees', () => {
    expect(placeOf({ x: 13.4, y: 52.5 }, 'EPSG:25833')).toEqual({ latitude: 52.5, longitude: 13.4 });
  });

  it('are refused without a known system, with the way out', () => {
    expect(placeOf({ x: 389260, y: 5819800 }, undefined)).toContain(
      'which are not degrees: name the reference system with --crs',
    );
    expect(placeOf({ x: 389260, y: 5819800 }, 'urn:ogc:def:crs:OGC:1.3:CRS84')).toContain('--crs');
    expect(placeOf({ x: 389260, y: 5819800 }, 'EPSG:99999')).toContain('EPSG:99999, which is not known');
    expect(placeOf({ x: 2600000, y: 1200000 }, 'EPSG:32625')).toContain('outside the area of EPSG:32625');
    expect(placeOf({ x: 1, y: 95 }, undefined)).toBe('latitude 95 is not within -90 and 90');
  });

  it('suggest the systems in whose area they lie', () => {
    const codes = projectionsOf([{ x: 2600000, y: 1200000 }]).map(({ projection }) => projection.code);
    expect(codes).toContain(2056);
    expect(codes).not.toContain(21781);
  });
});

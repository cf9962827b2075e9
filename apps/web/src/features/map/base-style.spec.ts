import { describe, expect, it } from '@jest/globals';
import { styleFor } from './base-style';
import { readSources } from './map-config';
import { plaster } from './plaster';

const nothing = readSources({});
const tiles = readSources({ tileUrl: 'https://t.example/{z}/{x}/{y}.png', satelliteTileUrl: 'https://s.example/{z}/{x}/{y}.jpg', tileAttribution: '© Someone' });
const ids = (style: ReturnType<typeof styleFor>) => style.layers.map(({ id }) => id);

describe('the style of the MapLibre map', () => {
  it('HOME-41 is drawn from the shipped geography alone where nothing is configured', () => {
    const style = styleFor('roadmap', 'night', nothing);
    expect(JSON.stringify(style)).not.toMatch(/https?:/);
    expect(ids(style)).toEqual(expect.arrayContaining(['sea', 'land', 'coast', 'borders', 'countries', 'rings', 'crosses']));
  });

  it('HOME-33 HOME-34 knows no points of interest and no transit stations', () => {
    for (const type of ['roadmap', 'satellite', 'hybrid', 'terrain'] as const) expect(ids(styleFor(type, 'daylight', tiles)).join()).not.toMatch(/poi|transit/);
  });

  it('covers the drawn ground with configured pictures, and names them on hybrid', () => {
    const satellite = styleFor('satellite', 'night', tiles);
    expect(satellite.sources.imagery).toMatchObject({ tiles: ['https://s.example/{z}/{x}/{y}.jpg'], attribution: '© Someone' });
    expect(ids(satellite).indexOf('imagery')).toBeGreaterThan(ids(satellite).indexOf('land'));
    expect(ids(satellite)).not.toContain('countries');
    expect(ids(styleFor('hybrid', 'night', tiles))).toContain('countries');
  });

  it('has another palette by day', () => {
    expect(styleFor('roadmap', 'daylight', nothing)).not.toEqual(styleFor('roadmap', 'night', nothing));
  });
});

describe('plaster', () => {
  it('tiles without a seam', () => {
    const { width, height, data } = plaster([100, 100, 100], 10);
    const at = (x: number, y: number) => data[(y * width + x) * 4]!;
    const jump = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
    const column = (x: number) => Array.from({ length: height }, (_, y) => at(x, y));
    expect(jump(column(0), column(width - 1))).toBeLessThan(jump(column(10), column(11)) * 1.5);
  });
});

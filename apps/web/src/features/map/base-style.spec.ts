import { describe, expect, it } from '@jest/globals';
import type { StyleSpecification } from 'maplibre-gl';
import { styleFor, withRings } from './base-style';
import { readSources } from './map-config';
import { plaster } from './plaster';
import { darkened, withoutPointsOfInterest } from './street-style';

const nothing = readSources({});
const tiles = readSources({
  tileUrl: 'https://t.example/{z}/{x}/{y}.png',
  satelliteTileUrl: 'https://s.example/{z}/{x}/{y}.jpg',
  tileAttribution: '© Someone',
});
const ids = (style: ReturnType<typeof styleFor>) => style.layers.map(({ id }) => id);

describe('the style of the MapLibre map', () => {
  it('is drawn from the shipped geography alone where nothing is configured', () => {
    const style = styleFor('roadmap', 'night', nothing);
    expect(JSON.stringify(style)).not.toMatch(/https?:/);
    expect(ids(style)).toEqual(
      expect.arrayContaining(['sea', 'land', 'coast', 'borders', 'countries', 'rings', 'crosses']),
    );
  });

  it('knows no points of interest and no transit stations [HOME-33 HOME-34]', () => {
    for (const type of ['roadmap', 'satellite', 'hybrid', 'terrain'] as const)
      expect(ids(styleFor(type, 'daylight', tiles)).join()).not.toMatch(/poi|transit/);
  });

  it('covers the drawn ground with configured pictures, and names them on hybrid', () => {
    const satellite = styleFor('satellite', 'night', tiles);
    expect(satellite.sources.imagery).toMatchObject({
      tiles: ['https://s.example/{z}/{x}/{y}.jpg'],
      attribution: '© Someone',
    });
    expect(ids(satellite).indexOf('imagery')).toBeGreaterThan(ids(satellite).indexOf('land'));
    expect(ids(satellite)).not.toContain('countries');
    expect(ids(styleFor('hybrid', 'night', tiles))).toContain('countries');
  });

  it('has another palette by day', () => {
    expect(styleFor('roadmap', 'daylight', nothing)).not.toEqual(styleFor('roadmap', 'night', nothing));
  });
});

describe('streets', () => {
  const style: StyleSpecification = {
    version: 8,
    glyphs: 'https://maps.example.org/{fontstack}/{range}.pbf',
    sources: { city: { type: 'vector', tiles: ['https://maps.example.org/{z}/{x}/{y}'] } },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': '#fff' } },
      { id: 'water', type: 'fill', source: 'city', 'source-layer': 'water', paint: { 'fill-color': '#aaf' } },
      {
        id: 'highway_major_inner',
        type: 'line',
        source: 'city',
        'source-layer': 'transportation',
        paint: { 'line-color': '#ff0', 'line-width': 3 },
      },
      { id: 'poi_z14', type: 'symbol', source: 'city', 'source-layer': 'poi', layout: { 'text-font': ['Icons'] } },
      { id: 'transit-stops', type: 'symbol', source: 'city', 'source-layer': 'transportation' },
      {
        id: 'names',
        type: 'symbol',
        source: 'city',
        'source-layer': 'place',
        layout: { 'text-font': ['Noto Sans Regular'] },
        paint: { 'text-color': '#000' },
      },
    ],
  };

  it('lose their points of interest and transit stations [HOME-33 HOME-34]', () => {
    expect(ids(withoutPointsOfInterest(style))).toEqual(['background', 'water', 'highway_major_inner', 'names']);
  });

  it('have the rings above them, in a font that the style has', () => {
    const { sources, layers } = withRings(withoutPointsOfInterest(style), 'night');
    expect(Object.keys(sources)).toEqual(['city', 'crosses', 'rings', 'ring-labels']);
    expect(layers.slice(-2)).toMatchObject([
      { id: 'rings' },
      { id: 'ring-labels', layout: { 'text-font': ['Noto Sans Regular'] } },
    ]);
    const { glyphs: _, ...local } = style;
    expect(withRings(local, 'night').layers.at(-1)).toMatchObject({
      layout: { 'text-font': ['Inter Variable', 'sans-serif'] },
    });
  });

  it('are dark at night, with the widths that they have by day', () => {
    const [background, water, road, , , names] = darkened(style).layers as { paint: Record<string, unknown> }[];
    expect([background!.paint['background-color'], water!.paint['fill-color'], names!.paint['text-color']]).toEqual([
      '#17191d',
      '#0b1519',
      '#c9c5bb',
    ]);
    expect(road!.paint).toEqual({ 'line-color': '#454b54', 'line-width': 3 });
  });
});

describe('plaster', () => {
  it('tiles without a seam', async () => {
    const { width, height, data } = await plaster([100, 100, 100], 10);
    const at = (x: number, y: number) => data[(y * width + x) * 4]!;
    const jump = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
    const column = (x: number) => Array.from({ length: height }, (_, y) => at(x, y));
    expect(jump(column(0), column(width - 1))).toBeLessThan(jump(column(10), column(11)) * 1.5);
  });
});

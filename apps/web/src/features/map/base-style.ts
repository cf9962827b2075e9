import { m } from '#messages';
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapSources } from './map-config';
import type { MapType } from './map-port';

export type MapTheme = 'night' | 'daylight';

/** Colours of the map by theme. The light theme is readable in full sun. */
export const palettes = {
  night: {
    sea: [9, 17, 21],
    land: [33, 35, 39],
    grain: 10,
    waves: 7,
    coast: '#f4f1ea',
    coastMist: '#22d3ee',
    border: '#6b7078',
    letters: '#c9c5bb',
    halo: '#0e0f11',
    cross: [244, 241, 234],
    crossOpacity: 0.2,
    ring: '#22d3ee',
  },
  daylight: {
    sea: [190, 214, 220],
    land: [232, 227, 215],
    grain: 10,
    waves: 5,
    coast: '#33363b',
    coastMist: '#0e7490',
    border: '#8b8778',
    letters: '#3a3d42',
    halo: '#f4f1ea',
    cross: [40, 42, 46],
    crossOpacity: 0.28,
    ring: '#0e7490',
  },
} as const;

/** Drawn by the browser itself in a style without glyphs of its own. */
export const LABEL_FONT = ['Inter Variable', 'sans-serif'];
const empty: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };

/** Sources of the drawn map; `MapLibreMap` fills them with the shipped geography, the crosses and the rings. */
const drawnSources = (): Record<string, SourceSpecification> => ({
  land: { ...empty, attribution: m.map_drawn_source() },
  coast: empty,
  borders: empty,
  countries: empty,
});
const overlaySources: Record<string, SourceSpecification> = { crosses: empty, rings: empty, 'ring-labels': empty };

/** What is drawn above any map: rings around the player. */
function overlay(theme: MapTheme) {
  return { sources: overlaySources, layers: [...crossLayers(theme), ...ringLayers(theme, LABEL_FONT)] };
}

/** A style that has streets of its own, with the rings around the player above it. */
export function withRings(style: StyleSpecification, theme: MapTheme): StyleSpecification {
  // A style with glyphs has no others than those of its own fonts.
  const fonts = style.layers.flatMap((layer) => (layer.type === 'symbol' ? [layer.layout?.['text-font']] : []));
  const font = fonts.find(
    (each): each is string[] =>
      Array.isArray(each) &&
      each.every((name) => typeof name === 'string' && !/italic|bold/i.test(name)) &&
      each[0] !== 'literal',
  );
  return {
    ...style,
    sources: { ...style.sources, ...overlaySources },
    layers: [...style.layers, ...ringLayers(theme, style.glyphs ? (font ?? LABEL_FONT) : LABEL_FONT)],
  };
}

/**
 * The style of one map type. The drawn world lies below, so that the map stays usable when a tile server is down;
 * imagery, where a source is configured, covers it.
 */
export function styleFor(type: MapType, theme: MapTheme, sources: MapSources): StyleSpecification {
  const raster = type === 'roadmap' ? sources.roadmap : type === 'terrain' ? sources.terrain : sources.satellite;
  const above = overlay(theme);
  return {
    version: 8,
    sources: {
      ...drawnSources(),
      ...above.sources,
      ...(raster && {
        imagery: {
          type: 'raster',
          tiles: [raster.tiles],
          tileSize: 256,
          maxzoom: raster.maxZoom,
          attribution: raster.attribution,
        },
      }),
    },
    layers: [
      ...groundLayers(theme),
      ...(raster ? [{ id: 'imagery', type: 'raster', source: 'imagery' } as LayerSpecification] : []),
      ...(!raster || type === 'hybrid' ? nameLayers(theme) : []),
      ...(raster ? above.layers.filter(({ id }) => !id.startsWith('crosses')) : above.layers),
    ],
  };
}

function groundLayers(theme: MapTheme): LayerSpecification[] {
  const paint = palettes[theme];
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': rgb(paint.sea), 'background-pattern': 'water' } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-pattern': 'plaster' } },
    // The coast is sprayed: a wide mist of paint under a thin line.
    {
      id: 'coast-mist',
      type: 'line',
      source: 'coast',
      paint: {
        'line-color': paint.coastMist,
        'line-opacity': 0.22,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 4, 8, 14, 16, 40],
        'line-blur': ['interpolate', ['linear'], ['zoom'], 1, 4, 8, 12, 16, 34],
      },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'coast',
      paint: {
        'line-color': paint.coast,
        'line-opacity': 0.55,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 10, 1.6],
      },
    },
  ];
}

function nameLayers(theme: MapTheme): LayerSpecification[] {
  const paint = palettes[theme];
  return [
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: {
        'line-color': paint.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.6, 8, 1.4],
        'line-dasharray': [4, 3],
      },
    },
    {
      id: 'countries',
      type: 'symbol',
      source: 'countries',
      maxzoom: 8,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': LABEL_FONT,
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.18,
        'text-size': ['interpolate', ['linear'], ['zoom'], 1, 9, 6, 14],
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 8,
      },
      paint: { 'text-color': paint.letters, 'text-halo-color': paint.halo, 'text-halo-width': 1.4 },
    },
  ];
}

function crossLayers(theme: MapTheme): LayerSpecification[] {
  const paint = palettes[theme];
  return [
    {
      id: 'crosses',
      type: 'symbol',
      source: 'crosses',
      layout: {
        'icon-image': 'cross',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['get', 'label'],
        'text-font': LABEL_FONT,
        'text-size': 10,
        'text-anchor': 'top-left',
        'text-offset': [0.6, 0.35],
        'text-optional': true,
        'text-letter-spacing': 0.04,
      },
      paint: {
        'icon-opacity': paint.crossOpacity,
        'text-color': paint.letters,
        'text-opacity': paint.crossOpacity * 2,
      },
    },
  ];
}

function ringLayers(theme: MapTheme, font: string[]): LayerSpecification[] {
  const paint = palettes[theme];
  return [
    {
      id: 'rings',
      type: 'line',
      source: 'rings',
      paint: { 'line-color': paint.ring, 'line-opacity': 0.42, 'line-width': 1.4, 'line-dasharray': [2, 3] },
    },
    {
      id: 'ring-labels',
      type: 'symbol',
      source: 'ring-labels',
      layout: {
        'text-field': ['get', 'label'],
        'text-font': font,
        'text-size': 11,
        'text-letter-spacing': 0.06,
      },
      paint: { 'text-color': paint.ring, 'text-halo-color': paint.halo, 'text-halo-width': 2 },
    },
  ];
}

const rgb = ([red, green, blue]: readonly [number, number, number]) => `rgb(${red}, ${green}, ${blue})`;

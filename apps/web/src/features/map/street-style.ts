import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Language } from '../../lib/language';
import { palettes } from './base-style';

/** Points of interest and transit stations would distract from the art. */
export function withoutPointsOfInterest(style: StyleSpecification): StyleSpecification {
  const isPointOfInterest = (layer: LayerSpecification) =>
    layer.type === 'symbol' &&
    (/^pois?$/.test(layer['source-layer'] ?? '') || /poi|transit|station|airport|aerodrome/i.test(layer.id));
  return { ...style, layers: style.layers.filter((layer) => !isPointOfInterest(layer)) };
}

/** The style with labels in the language of the page, where the data has them; unchanged for English. */
export function inLanguage(style: StyleSpecification, language: Language): StyleSpecification {
  if (language === 'en') return style;
  return { ...style, layers: style.layers.map((layer) => named(layer, language)) };
}

function named(layer: LayerSpecification, language: Language): LayerSpecification {
  const text = layer.type === 'symbol' ? layer.layout?.['text-field'] : undefined;
  if (layer.type !== 'symbol' || !text || !/name/.test(JSON.stringify(text))) return layer;
  // `{name}` in plain text is an old form, which cannot stand within an expression.
  const otherwise = typeof text === 'string' ? ['coalesce', ['get', 'name:latin'], ['get', 'name']] : text;
  return {
    ...layer,
    layout: { ...layer.layout, 'text-field': ['coalesce', ['get', `name:${language}`], otherwise] as never },
  };
}

const night = {
  ground: '#17191d',
  water: '#0b1519',
  green: '#1a211d',
  built: '#1d2025',
  edge: '#24272d',
  path: '#2a2e35',
  street: '#33383f',
  main: '#454b54',
  highway: '#575e69',
  letters: palettes.night.letters,
  halo: palettes.night.halo,
};

/**
 * A style for the day in our colours of the night, for layers of the schema of OpenMapTiles; the others stay as they
 * are.
 */
export function darkened(style: StyleSpecification): StyleSpecification {
  return { ...style, layers: style.layers.map(darkenedLayer) };
}

function darkenedLayer(layer: LayerSpecification): LayerSpecification {
  switch (layer.type) {
    case 'background':
      return { ...layer, paint: { 'background-color': night.ground } };
    case 'fill': {
      const paint = { ...layer.paint, 'fill-color': fillOf(layer), 'fill-outline-color': night.edge };
      return { ...layer, paint };
    }
    case 'fill-extrusion':
      return { ...layer, paint: { ...layer.paint, 'fill-extrusion-color': night.built } };
    case 'line':
      return { ...layer, paint: { ...layer.paint, 'line-color': lineOf(layer) } };
    case 'symbol':
      // The numbers of roads are written on light shields.
      if (layer.layout?.['icon-image'] && /shield/.test(layer.id)) return layer;
      return { ...layer, paint: { ...layer.paint, 'text-color': night.letters, 'text-halo-color': night.halo } };
    default:
      return layer;
  }
}

const GREEN = /park|wood|grass|green|cemetery|pitch|golf|scrub|landcover|forest/;

function fillOf({ id, 'source-layer': from = '' }: { id: string; 'source-layer'?: string }): string {
  if (from.startsWith('water')) return night.water;
  if (from === 'building') return night.built;
  if (from === 'transportation') return night.path;
  return GREEN.test(`${from} ${id}`) ? night.green : night.ground;
}

function lineOf({ id, 'source-layer': from = '' }: { id: string; 'source-layer'?: string }): string {
  if (from.startsWith('water')) return night.water;
  if (from === 'boundary') return palettes.night.border;
  if (/casing|outline/.test(id)) return night.edge;
  if (/path|pedestrian|rail|pier|ferry/.test(id)) return night.path;
  if (/motorway/.test(id)) return night.highway;
  return /major|trunk|primary|secondary/.test(id) ? night.main : night.street;
}

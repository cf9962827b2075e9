import { layers, namedFlavor, type Flavor } from '@protomaps/basemaps';
import {
  addProtocol,
  type LayerSpecification,
  type StyleSpecification,
  type VectorSourceSpecification,
} from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import { language } from '../../lib/language';
import { LABEL_FONT, palettes, type MapTheme } from './base-style';
import { withoutPointsOfInterest } from './street-style';

const protocol = new Protocol();
addProtocol('pmtiles', protocol.tile);

/** The data of Protomaps' schema is OpenStreetMap's; an archive that says more is quoted. */
const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap</a>';

/** The style of an archive in the schema of Protomaps, in our colours; no sprite and no font is fetched for it. */
export async function archiveStyle(url: string, theme: MapTheme): Promise<StyleSpecification> {
  let archive = protocol.get(url);
  if (!archive) protocol.add((archive = new PMTiles(url)));
  const { tiles, minzoom, maxzoom, bounds, attribution } = (await archive.getTileJson(
    `pmtiles://${url}`,
  )) as VectorSourceSpecification;
  const drawn = layers('streets', flavors[theme], { lang: language() }).filter(isDrawable).map(inOurFont);
  return withoutPointsOfInterest({
    version: 8,
    sources: { streets: { type: 'vector', tiles, minzoom, maxzoom, bounds, attribution: attribution || ATTRIBUTION } },
    layers: drawn,
  });
}

/** Shields and arrows are nothing but pictures of a sprite. */
const isDrawable = ({ id }: LayerSpecification) => id !== 'roads_shields' && id !== 'roads_oneway';

/** The browser's own fonts draw the labels, so their weight cannot differ. */
function inOurFont(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol') return layer;
  const { 'icon-image': _icon, ...layout } = layer.layout ?? {};
  return { ...layer, layout: { ...layout, 'text-font': LABEL_FONT } };
}

interface Colours {
  ground: string;
  water: string;
  green: string;
  built: string;
  paved: string;
  edge: string;
  path: string;
  street: string;
  main: string;
  highway: string;
}

const colours: Record<MapTheme, Colours> = {
  night: {
    ground: '#17191d',
    water: '#0b1519',
    green: '#1a231d',
    built: '#262a31',
    paved: '#1c1f24',
    edge: '#101215',
    path: '#2b2f36',
    street: '#353a42',
    main: '#474d57',
    highway: '#5a616d',
  },
  daylight: {
    ground: '#e8e3d7',
    water: '#bed6dc',
    green: '#d3dcc0',
    built: '#cec5b2',
    paved: '#e2dccf',
    edge: '#cfc7b6',
    path: '#f1ede3',
    street: '#f7f4ec',
    main: '#fffdf7',
    highway: '#ffffff',
  },
};

const flavors: Record<MapTheme, Flavor> = { night: flavorOf('night', 'dark'), daylight: flavorOf('daylight', 'light') };

/** Every colour of a flavor of Protomaps from our few. */
function flavorOf(theme: MapTheme, name: 'dark' | 'light'): Flavor {
  const { ground, water, green, built, paved, edge, path, street, main, highway } = colours[theme];
  const { letters, halo, border } = palettes[theme];
  const same = <Key extends keyof Flavor>(value: string, ...keys: Key[]) =>
    Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, string>;
  return {
    ...namedFlavor(name),
    ...same(ground, 'background', 'earth', 'glacier', 'sand', 'beach', 'industrial', 'military', 'aerodrome'),
    ...same(water, 'water'),
    ...same(green, 'park_a', 'park_b', 'wood_a', 'wood_b', 'scrub_a', 'scrub_b', 'zoo'),
    ...same(built, 'buildings'),
    ...same(paved, 'hospital', 'school', 'pedestrian', 'pier', 'runway'),
    ...same(
      edge,
      'tunnel_other_casing',
      'tunnel_minor_casing',
      'tunnel_link_casing',
      'tunnel_major_casing',
      'tunnel_highway_casing',
      'minor_service_casing',
      'minor_casing',
      'link_casing',
      'major_casing_late',
      'highway_casing_late',
      'major_casing_early',
      'highway_casing_early',
      'bridges_other_casing',
      'bridges_minor_casing',
      'bridges_link_casing',
      'bridges_major_casing',
      'bridges_highway_casing',
    ),
    ...same(path, 'other', 'minor_service', 'railway', 'tunnel_other', 'bridges_other'),
    ...same(street, 'minor_a', 'minor_b', 'link', 'tunnel_minor', 'tunnel_link', 'bridges_minor', 'bridges_link'),
    ...same(main, 'major', 'tunnel_major', 'bridges_major'),
    ...same(highway, 'highway', 'tunnel_highway', 'bridges_highway'),
    ...same(border, 'boundaries'),
    ...same(
      letters,
      'roads_label_minor',
      'roads_label_major',
      'subplace_label',
      'city_label',
      'state_label',
      'country_label',
      'ocean_label',
      'address_label',
    ),
    ...same(
      halo,
      'roads_label_minor_halo',
      'roads_label_major_halo',
      'subplace_label_halo',
      'city_label_halo',
      'state_label_halo',
      'address_label_halo',
    ),
    landcover: {
      barren: ground,
      farmland: ground,
      forest: green,
      glacier: ground,
      grassland: green,
      scrub: green,
      urban_area: ground,
    },
  };
}

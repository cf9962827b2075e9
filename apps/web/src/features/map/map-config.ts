import type { PageConfig } from '../../api/page-config';

export interface RasterSource {
  /** Address of one tile with `{z}`, `{x}` and `{y}`. */
  tiles: string;
  attribution: string;
  /** Deepest zoom level with pictures of its own; beyond it they are enlarged. */
  maxZoom: number;
}

/** Vector streets: a MapLibre style (with one for the night, or none), or the operator's own archive. */
export type StreetSource = { kind: 'style'; url: string; nightUrl: string | null } | { kind: 'archive'; url: string };

/** Key-free sources of the MapLibre map; when all are null, only the shipped geography is drawn. */
export interface MapSources {
  streets: StreetSource | null;
  roadmap: RasterSource | null;
  satellite: RasterSource | null;
  terrain: RasterSource | null;
}

export function readSources(config: PageConfig): MapSources {
  const raster = (tiles: string | null | undefined, maxZoom: number): RasterSource | null =>
    tiles ? { tiles, attribution: config.tileAttribution ?? '', maxZoom } : null;
  return {
    streets: streetsOf(config),
    roadmap: raster(config.tileUrl, 19),
    satellite: raster(config.satelliteTileUrl, 18),
    terrain: raster(config.terrainTileUrl, 16),
  };
}

/** The archive's library needs an address with its host. */
function streetsOf({ pmtilesUrl, mapStyleUrl, mapNightStyleUrl }: PageConfig): StreetSource | null {
  if (pmtilesUrl) return { kind: 'archive', url: new URL(pmtilesUrl, location.origin).href };
  return mapStyleUrl ? { kind: 'style', url: mapStyleUrl, nightUrl: mapNightStyleUrl || null } : null;
}

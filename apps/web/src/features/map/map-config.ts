import type { PageConfig } from '../../lib/page-config';

export interface RasterSource {
  /** Address of one tile with `{z}`, `{x}` and `{y}`. */
  tiles: string;
  attribution: string;
  /** Deepest zoom level with pictures of its own; beyond it they are enlarged. */
  maxZoom: number;
}

/** Key-free sources of the MapLibre map; when all are null, only the shipped geography is drawn. */
export interface MapSources {
  styleUrl: string | null;
  roadmap: RasterSource | null;
  satellite: RasterSource | null;
  terrain: RasterSource | null;
}

export function readSources(config: PageConfig): MapSources {
  const raster = (tiles: string | null | undefined, maxZoom: number): RasterSource | null =>
    tiles ? { tiles, attribution: config.tileAttribution ?? '', maxZoom } : null;
  return {
    styleUrl: config.mapStyleUrl || null,
    roadmap: raster(config.tileUrl, 19),
    satellite: raster(config.satelliteTileUrl, 18),
    terrain: raster(config.terrainTileUrl, 16),
  };
}

import { useQuery } from '@tanstack/react-query';

/** What the operator configures for the page, as the gateway serves it at `/config.json`. */
export interface PageConfig {
  /** Address of the trailer video (a file or an embeddable page); absent or null when there is none. */
  trailerUrl?: string | null;
  googleMapsKey?: string | null;
  googleMapId?: string | null;
  /** A MapLibre style, or a raster tile template with `{z}/{x}/{y}`; with neither, the offline map is drawn. */
  mapStyleUrl?: string | null;
  tileUrl?: string | null;
  satelliteTileUrl?: string | null;
  terrainTileUrl?: string | null;
  tileAttribution?: string | null;
}

export function usePageConfig() {
  return useQuery<PageConfig>({ queryKey: ['/config.json'] });
}

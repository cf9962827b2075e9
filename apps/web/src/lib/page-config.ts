import { useQuery } from '@tanstack/react-query';

/** What the operator configures for the page, as the gateway serves it at `/config.json`. */
export interface PageConfig {
  /** In local mode messages go to an inbox that the gateway shows at `/dev/inbox`. */
  mode?: 'local' | 'production';
  /** Address of the trailer video (a file or an embeddable page); absent or null when there is none. */
  trailerUrl?: string | null;
  googleMapsKey?: string | null;
  googleMapId?: string | null;
  /** A MapLibre style by day and, if there is another one, by night. */
  mapStyleUrl?: string | null;
  mapNightStyleUrl?: string | null;
  /** The operator's own streets: an archive of vector tiles in the schema of Protomaps. */
  pmtilesUrl?: string | null;
  /** Raster tiles with `{z}/{x}/{y}`; without any of these the shipped geography is drawn. */
  tileUrl?: string | null;
  satelliteTileUrl?: string | null;
  terrainTileUrl?: string | null;
  tileAttribution?: string | null;
}

export function usePageConfig() {
  return useQuery<PageConfig>({ queryKey: ['/config.json'] });
}

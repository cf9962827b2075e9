import { useEffect } from 'react';
import { create } from 'zustand';

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
  /** Fraction of page loads that report how fast they were; with 0 errors are not reported either. */
  pageReports?: number;
}

interface State {
  data?: PageConfig;
  isPending: boolean;
}

const PENDING: State = { isPending: true };

const useConfig = create<State>(() => PENDING);
let request: Promise<void> | undefined;

/**
 * It is a file, the same for as long as the page is open: it needs no query cache, which the landing page does without.
 */
async function load(): Promise<void> {
  try {
    const response = await fetch('/config.json');
    if (!response.ok) throw new Error(`/config.json: ${response.status}`);
    useConfig.setState({ data: (await response.json()) as PageConfig, isPending: false });
  } catch {
    // The next caller tries again.
    request = undefined;
    useConfig.setState({ isPending: false });
  }
}

/** The configuration, where no component shows it; undefined if it could not be loaded. */
export async function fetchPageConfig(): Promise<PageConfig | undefined> {
  await (request ??= load());
  return useConfig.getState().data;
}

/** The configuration; without `data` when it is pending or could not be loaded. */
export function usePageConfig(): State {
  useEffect(() => void fetchPageConfig(), []);
  return useConfig();
}

/** For tests: the next use begins like a page that was just opened. */
export function clearPageConfig(): void {
  useConfig.setState(PENDING, true);
  request = undefined;
}

import type { PageConfig } from '../../api/page-config';
import { loadPart } from '../../ui/lazy-part';
import type { MapTheme } from './base-style';
import { readSources } from './map-config';
import type { MapOptions, MapPort } from './map-port';
import { streetStyle } from './streets';

export interface MapLoad extends MapOptions {
  config: PageConfig;
  theme: MapTheme;
}

/**
 * Loads the map library, each from its own chunk: Google Maps when a key is configured and
 * `library` does not say otherwise, else MapLibre.
 * @throws {PartNotLoaded} if its code cannot be loaded; a retry may help
 */
export async function loadMap(
  container: HTMLElement,
  { config, theme, ...options }: MapLoad,
  library: 'google' | 'maplibre',
): Promise<MapPort> {
  if (library === 'google' && config.googleMapsKey) {
    const { mountGoogleMap } = await loadPart(() => import('./google-map'));
    return mountGoogleMap(container, config.googleMapsKey, options);
  }
  const { mountMapLibreMap } = await loadPart(() => import('./maplibre-map'));
  return mountMapLibreMap(container, readSources(config), theme, options);
}

/**
 * Begins to load the library and the streets before a place is known; `loadMap` uses the results and reports failures.
 */
export function prepareMap(config: PageConfig, theme: MapTheme): void {
  const library = config.googleMapsKey
    ? loadPart(() => import('./google-map'))
    : loadPart(() => import('./maplibre-map'));
  library.catch(() => undefined);
  const { streets } = readSources(config);
  if (streets && !config.googleMapsKey) void streetStyle(streets, theme);
}

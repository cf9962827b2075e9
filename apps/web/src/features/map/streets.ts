import type { SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { language } from '../../lib/language';
import { loadPart } from '../../ui/lazy-part';
import type { MapTheme } from './base-style';
import type { StreetSource } from './map-config';
import { darkened, inLanguage, withoutPointsOfInterest } from './street-style';

/** Streets have to begin to arrive within this time, before the map is drawn without them. */
const STREETS_TIMEOUT_MS = 2_000;

type Loading = Promise<StyleSpecification | null>;

/** By address; streets begin to load before there is a map. */
const known = new Map<string, Loading>();

/**
 * The style of the configured streets for a theme, with the description of each source in it.
 * Null where it does not come within two seconds; `again` asks the server once more after that.
 */
export async function streetStyle(source: StreetSource, theme: MapTheme, { again = false } = {}): Loading {
  const url = source.kind === 'style' && theme === 'night' ? (source.nightUrl ?? source.url) : source.url;
  const key = source.kind === 'archive' ? `${theme} ${language()} ${url}` : url;
  const loaded = known.get(key);
  const loading = !loaded || (again && (await loaded) === null) ? begin(source, url, theme) : loaded;
  known.set(key, loading);
  const style = await loading;
  if (!style || source.kind === 'archive') return style;
  const own = inLanguage(style, language());
  return theme === 'night' && !source.nightUrl ? darkened(own) : own;
}

async function begin(source: StreetSource, url: string, theme: MapTheme): Loading {
  try {
    if (source.kind === 'style') return await inTime((signal) => foreignStyle(url, signal));
    // The libraries for the operator's archive come only where one is configured.
    const { archiveStyle } = await loadPart(() => import('./archive-style'));
    return await inTime(() => archiveStyle(url, theme));
  } catch (error) {
    console.warn('Map: the streets did not come.', error);
    return null;
  }
}

function inTime<T>(load: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(STREETS_TIMEOUT_MS);
  return Promise.race([
    load(signal),
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  ]);
}

async function foreignStyle(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  const style = await json<StyleSpecification>(url, signal);
  if (style.version !== 8 || !Array.isArray(style.layers) || style.layers.length === 0)
    throw new Error(`There is no map style at ${url}.`);
  const sources = await Promise.all(
    Object.entries(style.sources).map(async ([id, source]) => {
      // Fetched here, because a style without its tiles would be an empty map.
      if (
        !('url' in source) ||
        typeof source.url !== 'string' ||
        (source.type !== 'vector' && source.type !== 'raster')
      )
        return [id, source] as const;
      const { url: address, ...rest } = source;
      return [
        id,
        {
          ...(await json<Partial<SourceSpecification>>(new URL(address, url).href, signal)),
          ...rest,
        } as SourceSpecification,
      ] as const;
    }),
  );
  return withoutPointsOfInterest({ ...style, sources: Object.fromEntries(sources) });
}

async function json<T>(url: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return (await response.json()) as T;
}

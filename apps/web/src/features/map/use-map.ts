import { m } from '#messages';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePageConfig } from '../../api/page-config';
import { PartNotLoaded } from '../../ui/lazy-part';
import { useTheme } from '../../ui/theme';
import { toast } from '../../ui/toast';
import type { MapTheme } from './base-style';
import { loadMap, prepareMap } from './load-map';
import type { MapPlace } from './map-address';
import type { MapPort, MapType } from './map-port';

const START_TYPE: MapType = 'satellite';

/** `missing`: its code could not be loaded, a retry may help. `failed`: this browser cannot draw it. */
export type MapState = 'waiting' | 'loading' | 'ready' | 'missing' | 'failed';

/** Dark or light, as chosen by the player or by the device. */
export function useMapTheme(): MapTheme {
  const theme = useTheme();
  const [light, setLight] = useState(() => matchMedia('(prefers-color-scheme: light)').matches);
  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: light)');
    const follow = () => setLight(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  if (theme === 'system') return light ? 'daylight' : 'night';
  return theme;
}

/**
 * The running map in `container`. It is built once both the container and a place to start at are known;
 * Google's failure is shown and MapLibre replaces it. `retry` builds it again.
 */
export function useMap(
  container: HTMLElement | null,
  start: MapPlace | null,
): { port: MapPort | null; state: MapState; hasStreets: boolean; retry: () => void } {
  const { data: config, isPending } = usePageConfig();
  const theme = useMapTheme();
  const [port, setPort] = useState<MapPort | null>(null);
  const [state, setState] = useState<MapState>('waiting');
  const [hasStreets, setHasStreets] = useState(true);
  const [round, setRound] = useState(0);
  const latest = useRef({ start, theme });
  latest.current = { start, theme };
  const startKnown = start !== null;

  const prepare = useEffectEvent(() => prepareMap(config ?? {}, theme));
  useEffect(() => {
    if (!isPending) prepare();
  }, [isPending]);

  useEffect(() => {
    if (!container || !startKnown || isPending) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let mounted: MapPort | null = null;

    const mount = async (library: 'google' | 'maplibre'): Promise<void> => {
      setState('loading');
      const onFailure = (error: unknown) => {
        if (!signal.aborted && library === 'google') fallBack(error);
      };
      try {
        const next = await loadMap(
          container,
          {
            config: config ?? {},
            theme: latest.current.theme,
            ...latest.current.start!,
            type: START_TYPE,
            onFailure,
            onStreets: setHasStreets,
            signal,
          },
          library,
        );
        if (signal.aborted) return next.destroy();
        mounted = next;
        // The parts that appear with the map take long to render; the map itself is drawn meanwhile.
        startTransition(() => {
          setPort(next);
          setState('ready');
        });
      } catch (error) {
        if (signal.aborted) return;
        if (library === 'google') return fallBack(error);
        console.error('The map could not be drawn:', error);
        setState(error instanceof PartNotLoaded ? 'missing' : 'failed');
      }
    };
    const fallBack = (error: unknown) => {
      console.warn('Google Maps failed:', error);
      toast({ title: m.map_google_failed_title(), description: m.map_google_failed_text(), variant: 'destructive' });
      mounted?.destroy();
      mounted = null;
      setPort(null);
      void mount('maplibre');
    };
    void mount(config?.googleMapsKey ? 'google' : 'maplibre');
    return () => {
      leaving.abort();
      mounted?.destroy();
      setPort(null);
    };
  }, [container, startKnown, config, isPending, round]);

  useEffect(() => port?.setTheme?.(theme), [port, theme]);

  return { port, state, hasStreets, retry: () => setRound(round + 1) };
}

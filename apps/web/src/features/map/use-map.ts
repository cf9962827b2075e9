import { useEffect, useRef, useState } from 'react';
import { usePageConfig } from '../../app/config';
import { useTheme } from '../../ui/theme';
import { toast } from '../../ui/toast';
import type { MapTheme } from './base-style';
import { loadMap } from './load-map';
import type { LatLng, MapPort, MapType } from './map-port';

/** A street and its houses. */
export const START_ZOOM = 17;
const START_TYPE: MapType = 'satellite';

export type MapState = 'waiting' | 'loading' | 'ready' | 'failed';

/** Night or daylight, as chosen by hand or by the device. */
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
 * Google's failure is told and MapLibre takes its place.
 */
export function useMap(container: HTMLElement | null, start: LatLng | null): { port: MapPort | null; state: MapState } {
  const { data: config, isPending } = usePageConfig();
  const theme = useMapTheme();
  const [port, setPort] = useState<MapPort | null>(null);
  const [state, setState] = useState<MapState>('waiting');
  const latest = useRef({ start, theme });
  latest.current = { start, theme };
  const startKnown = start !== null;

  useEffect(() => {
    if (!container || !startKnown || isPending) return;
    let cancelled = false;
    let mounted: MapPort | null = null;

    const mount = async (library: 'google' | 'maplibre'): Promise<void> => {
      setState('loading');
      const onFailure = (error: unknown) => {
        if (!cancelled && library === 'google') fallBack(error);
      };
      try {
        const next = await loadMap(
          container,
          { config: config ?? {}, theme: latest.current.theme, center: latest.current.start!, zoom: START_ZOOM, type: START_TYPE, onFailure },
          library,
        );
        if (cancelled) return next.destroy();
        mounted = next;
        setPort(next);
        setState('ready');
      } catch (error) {
        if (cancelled) return;
        if (library === 'google') return fallBack(error);
        console.error('The map could not be drawn:', error);
        setState('failed');
      }
    };
    const fallBack = (error: unknown) => {
      console.warn('Google Maps failed:', error);
      toast({ title: 'Map Loading Error', description: 'Unable to load Google Maps. Check your API key.', variant: 'destructive' });
      mounted?.destroy();
      mounted = null;
      setPort(null);
      void mount('maplibre');
    };
    void mount(config?.googleMapsKey ? 'google' : 'maplibre');
    return () => {
      cancelled = true;
      mounted?.destroy();
      setPort(null);
    };
  }, [container, startKnown, config, isPending]);

  useEffect(() => port?.setTheme?.(theme), [port, theme]);

  return { port, state };
}

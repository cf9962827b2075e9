import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { withMapPlace } from './map-address';
import type { MapPort } from './map-port';

/** Milliseconds between two changes of the address; browsers refuse many in a row. */
const WRITE_INTERVAL_MS = 500;

/**
 * Writes the place of the map into the page's address, so that a reload, a copied link and Back show the same map. It
 * bypasses the router: no component renders the place, and rendering at each step would slow the map down.
 */
export function useMapAddress(port: MapPort | null): void {
  const { key } = useLocation();
  useEffect(() => {
    if (!port) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let writtenAt = 0;
    const write = () => {
      timer = undefined;
      writtenAt = Date.now();
      // While the next screen loads, the address is already that of the screen.
      if (keyOfEntry() !== key) return;
      const search = withMapPlace(window.location.search, port.view());
      if (search !== window.location.search)
        window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}`);
    };
    write();
    const stop = port.onMove(() => {
      timer ??= setTimeout(write, Math.max(0, writtenAt + WRITE_INTERVAL_MS - Date.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [port, key]);
}

/** The router's key of the current history entry; the first entry of a document is `default`. */
const keyOfEntry = (): string => (window.history.state as { key?: string } | null)?.key ?? 'default';

import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { searchAt } from './map-address';
import type { MapPort } from './map-port';

/** Milliseconds between two changes of the address; browsers refuse many in a row. */
const WRITE_INTERVAL = 500;

/**
 * Keeps the place of the map in the address of the page, so that a reload, a copied link and Back show the same map.
 * The router is not told: nothing is rendered by the place, and a render at each step would slow the map down.
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
      // While the next screen loads, the address is already its own.
      if (keyOfEntry() !== key) return;
      const search = searchAt(window.location.search, port.view());
      if (search !== window.location.search)
        window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}`);
    };
    write();
    const stop = port.onMove(() => {
      timer ??= setTimeout(write, Math.max(0, writtenAt + WRITE_INTERVAL - Date.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [port, key]);
}

/** The router's key of the entry of the history that is shown; it calls the first of a document `default`. */
const keyOfEntry = (): string => (window.history.state as { key?: string } | null)?.key ?? 'default';

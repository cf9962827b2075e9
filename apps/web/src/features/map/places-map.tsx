import { useEffect, useMemo, useRef, useState } from 'react';
import './map.css';
import { type MapState, useMap } from './use-map';
import { paletteArt } from './pin-art';

export interface MarkedPlace {
  id: string;
  latitude: number;
  longitude: number;
  /** What a screen reader says of its pin. */
  label: string;
}

interface PlacesMapProps {
  /** At least one; the map shows all of them. */
  places: readonly MarkedPlace[];
  /** Of a map with one place. */
  zoom?: number;
  onSelect: (id: string) => void;
  /** Shown over the map until it is drawn, and where it cannot be. */
  cover: (state: Exclude<MapState, 'ready'>) => React.ReactNode;
}

/** A map of some places, without the player, the works and the controls of the map home. Fills its positioned parent. */
export function PlacesMap({ places, zoom, onSelect, cover }: PlacesMapProps) {
  const [container, setContainer] = useState<HTMLDivElement | null>(null);
  const first = places[0];
  const start = useMemo(() => (first ? { lat: first.latitude, lng: first.longitude } : null), [first]);
  const { port, state } = useMap(container, start);
  const select = useRef(onSelect);
  select.current = onSelect;

  useEffect(() => {
    if (!port) return;
    const positions = places.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude }));
    const pins = places.map(({ id, label }, index) => port.place(pinFor(label, () => select.current(id)), positions[index]!, 'bottom'));
    if (positions.length > 1) port.fit(positions);
    else if (positions[0]) port.setCenter(positions[0], zoom);
    return () => pins.forEach((pin) => pin.remove());
  }, [port, places, zoom]);

  return (
    <>
      {/* Map libraries set the position of their container by themselves. */}
      <div className="absolute inset-0"><div ref={setContainer} className="size-full" /></div>
      {state !== 'ready' && <div className="plaster absolute inset-0 grid place-items-center">{cover(state)}</div>}
    </>
  );
}

function pinFor(label: string, onClick: () => void): HTMLElement {
  const pin = document.createElement('button');
  pin.type = 'button';
  pin.className = 'map-pin';
  pin.setAttribute('aria-label', label);
  pin.innerHTML = `<span class="pin-figure">${paletteArt}</span>`;
  pin.addEventListener('click', onClick);
  return pin;
}

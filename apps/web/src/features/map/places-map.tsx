import { m } from '#messages';
import clsx from 'clsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import './map.css';
import { LoadState } from '../../ui/load-state';
import type { LatLng } from './map-port';
import { useMap } from './use-map';
import { paletteArt } from './pin-art';

export interface MarkedPlace {
  id: string;
  latitude: number;
  longitude: number;
  /** Accessible name of its pin. */
  label: string;
  /** The map shows the place without a pin. */
  isHidden?: boolean;
}

interface PlacesMapProps {
  /** At least one; the map shows all of them. */
  places: readonly MarkedPlace[];
  /** Of a map with one place. */
  zoom?: number;
  /** Where a pin leads; without it pins are not for pressing. */
  onSelect?: (id: string) => void;
  /** Called with the place of a press on the map. */
  onPick?: (place: LatLng) => void;
  /** Of the map, for screen readers. */
  label: string;
  /** Where its places can be found otherwise, if the map cannot be drawn. */
  otherwise?: string;
  className?: string;
}

/** A map of some places, without the player, the works and the controls of the map home. */
export function PlacesMap({ places, zoom, onSelect, onPick, label, otherwise, className }: PlacesMapProps) {
  const [container, setContainer] = useState<HTMLDivElement | null>(null);
  const first = places[0];
  const start = useMemo(() => (first ? { lat: first.latitude, lng: first.longitude } : null), [first]);
  const { port, state } = useMap(container, start);
  const select = useRef(onSelect);
  select.current = onSelect;
  const pick = useRef(onPick);
  pick.current = onPick;
  const isSelectable = onSelect !== undefined;

  useEffect(() => {
    if (!port) return;
    const positions = places.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude }));
    const pins = places.flatMap(({ id, label, isHidden }, index) => isHidden ? [] : port.place(pinFor(label, isSelectable ? () => select.current?.(id) : undefined), positions[index]!, 'bottom'));
    if (positions.length > 1) port.fit(positions);
    else if (positions[0]) port.setCenter(positions[0], zoom);
    return () => pins.forEach((pin) => pin.remove());
  }, [port, places, zoom, isSelectable]);

  useEffect(() => port?.onClick((place) => pick.current?.(place)), [port]);

  return (
    <section aria-label={label} className={clsx('plate relative isolate overflow-hidden', className)}>
      {/* Map libraries set the position of their container by themselves. */}
      <div className="absolute inset-0"><div ref={setContainer} className="size-full" /></div>
      {state !== 'ready' && <div className="plaster absolute inset-0 grid place-items-center"><LoadState size="whole" loading={m.map_places_loading()} failed={m.map_places_failed()} text={otherwise} isPending={state !== 'missing' && state !== 'failed'} error /></div>}
    </section>
  );
}

function pinFor(label: string, onClick?: () => void): HTMLElement {
  const pin = document.createElement(onClick ? 'button' : 'div');
  if (pin instanceof HTMLButtonElement) pin.type = 'button';
  else pin.setAttribute('role', 'img');
  pin.className = 'map-pin';
  pin.setAttribute('aria-label', label);
  pin.innerHTML = `<span class="pin-figure">${paletteArt}</span>`;
  if (onClick) pin.addEventListener('click', onClick);
  return pin;
}

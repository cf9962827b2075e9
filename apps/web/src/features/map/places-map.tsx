import { m } from '#messages';
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import './map.css';
import { LoadState } from '../../ui/load-state';
import { START_ZOOM } from './map-address';
import type { LatLng } from './map-port';
import { useMap } from './use-map';
import { paletteArt } from './pin-art';

export interface ShownPlace {
  id: string;
  latitude: number;
  longitude: number;
  /** Accessible name of its marker. */
  label: string;
  /** The map shows the place without a marker. */
  isHidden?: boolean;
}

interface PlacesMapProps {
  /** At least one; the map shows all of them. */
  places: readonly ShownPlace[];
  /** Of a map with one place. */
  zoom?: number;
  /** Where a marker leads; without it markers are not for pressing. */
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
  const start = first ? { center: { lat: first.latitude, lng: first.longitude }, zoom: START_ZOOM } : null;
  const { port, state } = useMap(container, start);
  const select = useRef(onSelect);
  select.current = onSelect;
  const pick = useRef(onPick);
  pick.current = onPick;
  const isSelectable = onSelect !== undefined;

  useEffect(() => {
    if (!port) return;
    const positions = places.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude }));
    const markers = places.flatMap(({ id, label, isHidden }, index) =>
      isHidden
        ? []
        : port.addElement(
            markerFor(label, isSelectable ? () => select.current?.(id) : undefined),
            positions[index]!,
            'bottom',
          ),
    );
    if (positions.length > 1) port.fit(positions);
    else if (positions[0]) port.setCenter(positions[0], zoom);
    return () => markers.forEach((marker) => marker.remove());
  }, [port, places, zoom, isSelectable]);

  useEffect(() => port?.onClick((place) => pick.current?.(place)), [port]);

  return (
    <section aria-label={label} className={clsx('plate relative isolate overflow-hidden', className)}>
      {/* Map libraries set the position of their container by themselves. */}
      <div className="absolute inset-0">
        <div ref={setContainer} className="size-full" />
      </div>
      {state !== 'ready' && (
        <div className="plaster absolute inset-0 grid place-items-center">
          <LoadState
            size="whole"
            loading={m.map_places_loading()}
            failed={m.map_places_failed()}
            text={otherwise}
            isPending={state !== 'missing' && state !== 'failed'}
            error
          />
        </div>
      )}
    </section>
  );
}

function markerFor(label: string, onClick?: () => void): HTMLElement {
  const marker = document.createElement(onClick ? 'button' : 'div');
  if (marker instanceof HTMLButtonElement) marker.type = 'button';
  else marker.setAttribute('role', 'img');
  marker.className = 'map-pin';
  marker.setAttribute('aria-label', label);
  marker.innerHTML = `<span class="pin-figure">${paletteArt}</span>`;
  if (onClick) marker.addEventListener('click', onClick);
  return marker;
}

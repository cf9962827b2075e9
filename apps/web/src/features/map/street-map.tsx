import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { Button } from '../../ui/button';
import { LoadState } from '../../ui/load-state';
import { isInView } from './area';
import { MapControls } from './map-controls';
import './map.css';
import { type MapPlace, START_ZOOM } from './map-address';
import type { LatLng, MapPort, MapView } from './map-port';
import { MarkerLayer } from './marker-layer';
import type { Pin } from './pins';
import { RovingMarkers } from './roving-markers';
import { useMap } from './use-map';
import { useMapAddress } from './use-map-address';
import type { CountedCell } from './work-tiles';
import type { UserLocation } from './use-location';

/** Methods of the running map for the screen. */
export interface MapHandle {
  /** `lift`: see MapPort.setCenter. */
  show(position: LatLng, zoom?: number, lift?: number): void;
  fit(positions: LatLng[]): void;
  /** Moves there unless the position is in view. */
  reveal(position: LatLng): void;
  land(key: string): void;
  /** Focuses the map: arrow keys move it, Enter picks its middle. */
  focus(): void;
}

interface StreetMapProps {
  ref?: Ref<MapHandle>;
  location: UserLocation;
  /** Where the map opens when not at the player's place, for example at a shared discovery. */
  start?: MapPlace | null;
  /** That place is still loading; the map waits for it. */
  startPending?: boolean;
  pins: readonly Pin[];
  /** Works that are counted together, because the map is far away. */
  countedCells: readonly CountedCell[];
  selected: string | null;
  chosen: LatLng | null;
  onSelect: (pin: Pin) => void;
  onSelectGroup: (pins: Pin[]) => void;
  /** A place on the map was clicked, or its middle picked by Enter. */
  onPick: (position: LatLng) => void;
  onView: (view: MapView) => void;
  onLocate: () => void;
  /** Something covers the lower part of small screens: the controls make room. */
  covered?: boolean;
  className?: string;
  /** Notices at the top of the map. */
  notices?: ReactNode;
  /** Floats over the map. */
  children?: ReactNode;
}

/** Controls that a map library adds and that handle Enter themselves, such as the attribution. */
const CONTROLS = 'button, a, summary, input, select, textarea, [role="button"]';

/** The map with its markers and controls, and its loading and error states. */
export function StreetMap({
  ref,
  location,
  start,
  startPending = false,
  covered,
  className,
  notices,
  children,
  ...props
}: StreetMapProps) {
  const [container, setContainer] = useState<HTMLDivElement | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const atPlayer = location.position && { center: location.position, zoom: START_ZOOM };
  const { port, state, hasStreets, retry } = useMap(container, startPending ? null : (start ?? atPlayer));
  useMapAddress(port);
  const keys = useId();
  const roving = useRovingMarkers(port, ground, keys);
  const layer = useMarkers(port, props, () => roving.current?.focusGround());
  usePlayer(port, location);
  useFollow(port, location, start ?? null);

  useImperativeHandle(
    ref,
    () => ({
      show: (position, zoom, lift) => port?.setCenter(position, zoom, lift),
      fit: (positions) => port?.fit(positions),
      reveal: (position) => {
        if (port && !isInView(port.view(), position)) port.setCenter(position);
      },
      land: (key) => layer.current?.land(key),
      focus: () => roving.current?.focusGround(),
    }),
    [port, layer, roving],
  );

  const known = startPending || Boolean(start ?? location.position);
  const isPending = state !== 'missing' && state !== 'failed';
  return (
    <div ref={frame} className={`relative isolate overflow-hidden bg-ground ${className ?? ''}`}>
      {/* Enter on the map itself picks its middle, as a click does. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={ground}
        tabIndex={-1}
        data-testid="map"
        className="absolute inset-0 z-0 outline-none"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !port || (event.target as HTMLElement).closest(CONTROLS)) return;
          // The rest of this key press would go to the element that has the focus by then.
          event.preventDefault();
          props.onPick(port.view().center);
        }}
      >
        {/* Map libraries set the position of their container by themselves. */}
        <div ref={setContainer} className="size-full" />
      </div>
      <div className="map-crosshair" data-testid="crosshair">
        <p id={keys} className="map-crosshair__keys plate">
          {m.map_keys()}
        </p>
      </div>
      {(!known || state !== 'ready') && (
        <div className="plaster absolute inset-0 grid place-items-center">
          <LoadState
            size="whole"
            loading={known ? m.map_loading() : m.map_needs_location()}
            isPending={isPending}
            error={!isPending}
            onRetry={state === 'missing' ? retry : undefined}
            failed={state === 'missing' ? m.map_missing_title() : m.map_failed_title()}
            text={state === 'missing' ? m.map_missing_text() : m.map_failed_text()}
          />
        </div>
      )}
      {port && (
        <MapControls port={port} frame={frame} onLocate={props.onLocate} className={covered ? 'max-sm:hidden' : ''} />
      )}
      <div className="pointer-events-none absolute inset-x-3 top-3 z-10 flex flex-col gap-2 sm:end-44 sm:max-w-xl">
        {notices}
        {port && !hasStreets && <StreetsMissing onRetry={() => port.retryStreets?.()} />}
      </div>
      {children}
    </div>
  );
}

function StreetsMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="status"
      className="plate pointer-events-auto flex items-center gap-2 self-start py-1 ps-3.5 pe-1 text-sm"
    >
      <p>
        <ParaglideMessage
          message={m.map_streets_missing}
          inputs={{}}
          markup={{ detail: ({ children }) => <span className="max-sm:hidden">{children}</span> }}
        />
      </p>
      <Button size="sm" variant="quiet" className="shrink-0 whitespace-nowrap" onClick={onRetry}>
        {m.map_try_again()}
      </Button>
    </div>
  );
}

type MarkerProps = Pick<
  StreetMapProps,
  'pins' | 'countedCells' | 'selected' | 'chosen' | 'onSelect' | 'onSelectGroup' | 'onPick' | 'onView'
>;

/** Map libraries have their own tab stop, which handles the arrow keys; the markers share it. */
function useRovingMarkers(port: MapPort | null, ground: RefObject<HTMLElement | null>, keys: string) {
  const roving = useRef<RovingMarkers | null>(null);
  useEffect(() => {
    if (!port || !ground.current) return;
    const markers = new RovingMarkers(ground.current, keys);
    roving.current = markers;
    return () => {
      roving.current = null;
      markers.destroy();
    };
  }, [port, ground, keys]);
  return roving;
}

function useMarkers(port: MapPort | null, props: MarkerProps, onFocusLost: () => void) {
  const layer = useRef<MarkerLayer | null>(null);
  const latest = useRef({ ...props, onFocusLost });
  latest.current = { ...props, onFocusLost };

  useEffect(() => {
    if (!port) return;
    const markers = new MarkerLayer(port, {
      onSelect: (pin) => latest.current.onSelect(pin),
      onSelectGroup: (pins) => latest.current.onSelectGroup(pins),
      onFocusLost: () => latest.current.onFocusLost(),
    });
    layer.current = markers;
    const stopClicks = port.onClick((position) => latest.current.onPick(position));
    const stopMoves = port.onMove((settled) => {
      if (settled) latest.current.onView(port.view());
    });
    latest.current.onView(port.view());
    return () => {
      stopClicks();
      stopMoves();
      layer.current = null;
      markers.destroy();
    };
  }, [port]);

  useEffect(() => layer.current?.setPins(props.pins, props.countedCells), [port, props.pins, props.countedCells]);
  useEffect(() => layer.current?.select(props.selected), [port, props.selected]);
  useEffect(() => layer.current?.setChosen(props.chosen), [port, props.chosen]);
  return layer;
}

/** The player's dot and the rings around it; grey when the place is only the fallback. */
function usePlayer(port: MapPort | null, location: UserLocation) {
  useEffect(() => {
    if (!port || !location.position) return;
    const dot = document.createElement('div');
    dot.className = 'map-player';
    dot.setAttribute('role', 'img');
    dot.setAttribute('aria-label', location.status === 'granted' ? m.map_you_are_here() : m.map_default_place());
    dot.toggleAttribute('data-vague', location.status !== 'granted');
    const added = port.addElement(dot, location.position, 'center');
    port.setPlayer({ position: location.position, accuracy: location.status === 'granted' ? location.accuracy : 0 });
    return () => added.remove();
  }, [port, location]);
}

/** A late position moves the map there once, unless it was opened at a given place; later movements do not. */
function useFollow(port: MapPort | null, location: UserLocation, start: MapPlace | null) {
  const goToPlayer = useEffectEvent(() => {
    if (port && location.position && !start && !sameMiddle(port, location.position)) port.setCenter(location.position);
  });
  useEffect(() => goToPlayer(), [port, location.status, start]);
}

const sameMiddle = (port: MapPort, { lat, lng }: LatLng) => {
  const { center } = port.view();
  return Math.abs(center.lat - lat) < 1e-5 && Math.abs(center.lng - lng) < 1e-5;
};

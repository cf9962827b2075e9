import { vi } from 'vitest';
import type { MapLoad } from '../features/map/load-map';
import { type LatLng, type MapPort, type MapType, mapTypes } from '../features/map/map-port';

/** A map without a library: places elements in its container, and lets a test click, move and break it. */
export class FakeMap implements MapPort {
  kind: 'google' | 'maplibre' = 'maplibre';
  types: readonly MapType[] = mapTypes;
  center: LatLng;
  zoom: number;
  destroyed = false;
  shown: LatLng[][] = [];
  private drawn: MapType;
  private clicks: ((position: LatLng) => void)[] = [];
  private moves: ((settled: boolean) => void)[] = [];

  openStreetView = vi.fn();
  setPlayer = vi.fn();
  setTheme = vi.fn();

  constructor(
    readonly container: HTMLElement,
    readonly load: MapLoad,
    readonly library: 'google' | 'maplibre',
  ) {
    this.kind = library;
    this.center = load.center;
    this.zoom = load.zoom;
    this.drawn = load.type;
  }

  /** About 600 by 600 pixels of street at zoom 17. */
  view() {
    const half = (180 / 256) * 600 / 2 ** this.zoom;
    const { lat, lng } = this.center;
    return { center: this.center, zoom: this.zoom, bounds: { west: lng - half, east: lng + half, south: lat - half, north: lat + half } };
  }
  type() {
    return this.drawn;
  }
  setType(type: MapType) {
    this.drawn = type;
  }
  setCenter(center: LatLng, zoom = this.zoom) {
    this.moveTo(center, zoom);
  }
  zoomBy(steps: number) {
    this.moveTo(this.center, this.zoom + steps);
  }
  fit(positions: LatLng[]) {
    this.shown.push(positions);
  }
  place(element: HTMLElement, position: LatLng) {
    const stand = ({ lat, lng }: LatLng) => Object.assign(element.dataset, { lat: `${lat}`, lng: `${lng}` });
    stand(position);
    this.container.append(element);
    return { move: stand, remove: () => element.remove() };
  }
  onClick(listener: (position: LatLng) => void) {
    this.clicks.push(listener);
  }
  onMove(listener: (settled: boolean) => void) {
    this.moves.push(listener);
  }
  destroy() {
    this.destroyed = true;
    this.container.replaceChildren();
  }

  click(position: LatLng) {
    this.clicks.forEach((listener) => listener(position));
  }
  moveTo(center: LatLng, zoom = this.zoom) {
    Object.assign(this, { center, zoom });
    this.moves.forEach((listener) => listener(true));
  }
}

/** Maps that were built since the test began, the newest last. */
export const builtMaps: FakeMap[] = [];

/** Takes the place of `load-map`; `failing` libraries are refused. */
export function fakeLoadMap(failing: readonly string[] = []) {
  return async (container: HTMLElement, load: MapLoad, library: 'google' | 'maplibre') => {
    if (failing.includes(library)) throw new Error(`${library} is away`);
    const map = new FakeMap(container, load, library);
    builtMaps.push(map);
    return map;
  };
}

/** The browser's geolocation: answers with `position`, or refuses where it is null. Tells the options asked with. */
export function stubGeolocation(position: LatLng | null): PositionOptions[] {
  const asked: PositionOptions[] = [];
  const geolocation = {
    getCurrentPosition(found: PositionCallback, failed: PositionErrorCallback, options: PositionOptions) {
      asked.push(options);
      if (position) found({ coords: { latitude: position.lat, longitude: position.lng, accuracy: 20 } } as GeolocationPosition);
      else failed({ code: 1, message: 'denied' } as GeolocationPositionError);
    },
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  return asked;
}

/** Stands in for EventSource; `emit` sends an event to every open line. */
export class FakeEventSource {
  static open: FakeEventSource[] = [];
  static readonly CLOSED = 2;
  readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  private listeners: [string, (event: MessageEvent<string>) => void][] = [];

  constructor(readonly url: string) {
    FakeEventSource.open.push(this);
  }
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void) {
    this.listeners.push([name, listener]);
  }
  close() {
    this.readyState = 2;
    FakeEventSource.open = FakeEventSource.open.filter((each) => each !== this);
  }
  static emit(name: string, data: object) {
    for (const { listeners } of FakeEventSource.open) {
      for (const [each, listener] of listeners) if (each === name) listener(new MessageEvent(name, { data: JSON.stringify(data) }));
    }
  }
}

import { jest } from '@jest/globals';
import type { MapLoad } from '../features/map/load-map';
import { type LatLng, type MapPort, type MapType, mapTypes } from '../features/map/map-port';

/** A map without a library: adds elements to its container, and lets a test click, move and break it. */
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

  openStreetView = jest.fn();
  setPlayer = jest.fn();
  setTheme = jest.fn();
  retryStreets = jest.fn();

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
    const half = ((180 / 256) * 600) / 2 ** this.zoom;
    const { lat, lng } = this.center;
    return {
      center: this.center,
      zoom: this.zoom,
      bounds: { west: lng - half, east: lng + half, south: lat - half, north: lat + half },
    };
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
  addElement(element: HTMLElement, position: LatLng) {
    const move = ({ lat, lng }: LatLng) => Object.assign(element.dataset, { lat: `${lat}`, lng: `${lng}` });
    move(position);
    this.container.append(element);
    return { move, remove: () => element.remove() };
  }
  onClick(listener: (position: LatLng) => void) {
    this.clicks.push(listener);
    return () => {
      this.clicks = this.clicks.filter((each) => each !== listener);
    };
  }
  onMove(listener: (settled: boolean) => void) {
    this.moves.push(listener);
    return () => {
      this.moves = this.moves.filter((each) => each !== listener);
    };
  }
  get listeners() {
    return this.clicks.length + this.moves.length;
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

/** Replaces `load-map`; `failing` libraries are refused. */
export function fakeLoadMap(failing: readonly string[] = []) {
  return async (container: HTMLElement, load: MapLoad, library: 'google' | 'maplibre') => {
    if (failing.includes(library)) throw new Error(`${library} is not available`);
    const map = new FakeMap(container, load, library);
    builtMaps.push(map);
    return map;
  };
}

interface FakeFix extends LatLng {
  /** metres */
  accuracy?: number;
  /** Milliseconds since it was measured. */
  age?: number;
}

/** The browser's geolocation: returns `fix`, or an error when it is null. */
export class FakeGeolocation {
  /** Options of each request and of each running watch. */
  asked: PositionOptions[] = [];
  watches = new Map<number, { found: PositionCallback; options: PositionOptions }>();
  /** Requests that wait for `respond`; only when `isSlow`. */
  private waiting: (() => void)[] = [];
  private lastWatch = 0;

  constructor(
    public fix: FakeFix | null,
    private readonly isSlow = false,
  ) {}

  getCurrentPosition(found: PositionCallback, failed: PositionErrorCallback, options: PositionOptions) {
    this.asked.push(options);
    const deliver = () =>
      this.fix ? found(this.position()) : failed({ code: 1, message: 'denied' } as GeolocationPositionError);
    if (this.isSlow) this.waiting.push(deliver);
    else deliver();
  }
  watchPosition(found: PositionCallback, _failed: PositionErrorCallback, options: PositionOptions) {
    this.watches.set(++this.lastWatch, { found, options });
    return this.lastWatch;
  }
  clearWatch(id: number) {
    this.watches.delete(id);
  }
  /** Resolves the waiting requests. */
  respond() {
    this.waiting.splice(0).forEach((deliver) => deliver());
  }
  /** The player moves: every watch is called. */
  walkTo(fix: FakeFix) {
    this.fix = fix;
    for (const { found } of this.watches.values()) found(this.position());
  }
  private position() {
    const { lat, lng, accuracy = 20, age = 0 } = this.fix!;
    return { coords: { latitude: lat, longitude: lng, accuracy }, timestamp: Date.now() - age } as GeolocationPosition;
  }
}

/** Replaces the browser's geolocation with a fake. */
export function fakeGeolocation(fix: FakeFix | null, { isSlow = false } = {}): FakeGeolocation {
  const geolocation = new FakeGeolocation(fix, isSlow);
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  return geolocation;
}

/** Returns the options of the position requests. */
export const stubGeolocation = (position: LatLng | null): PositionOptions[] => fakeGeolocation(position).asked;

/** Replaces EventSource; `emit` sends an event to every open connection. */
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
      for (const [each, listener] of listeners)
        if (each === name) listener(new MessageEvent(name, { data: JSON.stringify(data) }));
    }
  }
}

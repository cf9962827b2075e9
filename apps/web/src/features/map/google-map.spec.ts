import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mapTypes } from './map-port';
import { stubGlobal } from '../../test/stub-global';

const loader = { setOptions: jest.fn(), importLibrary: jest.fn<(name: string) => Promise<unknown>>() };
jest.mock('@googlemaps/js-api-loader', () => loader);

/** As much of Google's namespace as the port touches; it keeps the options of the map that was made. */
function stubGoogle() {
  const made: { options: google.maps.MapOptions; listeners: Map<string, (event: unknown) => void>; type: string }[] =
    [];
  const overlays: { onAdd(): void; draw(): void; onRemove(): void; position: unknown }[] = [];
  class FakeMap {
    record: (typeof made)[number];
    constructor(
      private container: HTMLElement,
      options: google.maps.MapOptions,
    ) {
      this.record = { options, listeners: new Map(), type: String(options.mapTypeId) };
      made.push(this.record);
    }
    addListener(name: string, listener: (event: unknown) => void) {
      this.record.listeners.set(name, listener);
      return { remove: () => this.record.listeners.delete(name) };
    }
    getMapTypeId() {
      return this.record.type;
    }
    setMapTypeId(type: string) {
      this.record.type = type;
    }
    getCenter() {
      return { toJSON: () => this.record.options.center };
    }
    getBounds() {
      return undefined;
    }
    getZoom() {
      return this.record.options.zoom;
    }
    getDiv() {
      return this.container;
    }
  }
  class OverlayView {
    static preventMapHitsFrom = jest.fn();
    setMap(map: unknown) {
      const self = this as unknown as (typeof overlays)[number];
      if (map) {
        overlays.push(self);
        self.onAdd();
        self.draw();
      } else self.onRemove();
    }
    pane = document.body;
    getPanes() {
      return { overlayMouseTarget: this.pane };
    }
    getProjection() {
      return { fromLatLngToDivPixel: ({ lat, lng }: { lat: number; lng: number }) => ({ x: lng, y: lat }) };
    }
  }
  class LatLng {
    lat: number;
    lng: number;
    constructor({ lat, lng }: { lat: number; lng: number }) {
      this.lat = lat;
      this.lng = lng;
    }
  }
  stubGlobal('google', { maps: { Map: FakeMap, OverlayView, LatLng, event: { clearInstanceListeners: jest.fn() } } });
  return made;
}

const options = {
  center: { lat: 1, lng: 2 },
  zoom: 17,
  type: 'satellite' as const,
  onFailure: jest.fn(),
  onStreets: jest.fn(),
};
const fresh = async () => {
  jest.resetModules();
  return (await import('./google-map')).mountGoogleMap;
};

beforeEach(() => {
  loader.setOptions.mockReset();
  loader.importLibrary.mockReset().mockResolvedValue({});
});

describe('Google Maps', () => {
  it('is loaded in version weekly with places and geometry [HOME-43 HOME-44]', async () => {
    stubGoogle();
    const mount = await fresh();
    await mount(document.createElement('div'), 'key', options);
    expect(loader.setOptions).toHaveBeenCalledWith({
      key: 'key',
      v: 'weekly',
      language: 'en',
      libraries: ['places', 'geometry'],
    });
    expect(loader.importLibrary.mock.calls.flat()).toEqual(expect.arrayContaining(['maps', 'places', 'geometry']));
  });

  it('is retried up to 3 times with growing delay [HOME-45]', async () => {
    jest.useFakeTimers();
    loader.importLibrary.mockRejectedValue(new Error('no network'));
    const mount = await fresh();
    const at: number[] = [];
    const began = Date.now();
    loader.importLibrary.mockImplementation(async (name: string) => {
      if (name === 'maps') at.push(Date.now() - began);
      throw new Error('no network');
    });
    const mounted = expect(mount(document.createElement('div'), 'key', options)).rejects.toThrow('no network');
    await jest.runAllTimersAsync();
    await mounted;
    jest.useRealTimers();
    expect(at).toHaveLength(4);
    const waits = at.slice(1).map((time, i) => time - at[i]!);
    expect(waits[1]).toBeGreaterThan(waits[0]!);
    expect(waits[2]).toBeGreaterThan(waits[1]!);
  });

  it('comes up when a retry gets through', async () => {
    jest.useFakeTimers();
    const made = stubGoogle();
    loader.importLibrary.mockRejectedValueOnce(new Error('once'));
    const mount = await fresh();
    const mounting = mount(document.createElement('div'), 'key', options);
    await jest.runAllTimersAsync();
    jest.useRealTimers();
    expect((await mounting).kind).toBe('google');
    expect(made).toHaveLength(1);
  });

  it('starts as satellite at zoom 17, without points of interest and transit stations, and changes its type [HOME-30 HOME-33 HOME-34]', async () => {
    const made = stubGoogle();
    const mount = await fresh();
    const port = await mount(document.createElement('div'), 'key', options);
    expect(made[0]!.options).toMatchObject({ mapTypeId: 'satellite', zoom: 17, center: { lat: 1, lng: 2 } });
    expect(made[0]!.options.styles).toEqual([
      { featureType: 'poi', stylers: [{ visibility: 'off' }] },
      { featureType: 'transit.station', stylers: [{ visibility: 'off' }] },
    ]);
    expect(port.types).toEqual(mapTypes);
    port.setType('terrain');
    expect(port.type()).toBe('terrain');
  });

  it('reports a key that Google refuses later [HOME-42]', async () => {
    stubGoogle();
    const mount = await fresh();
    const onFailure = jest.fn();
    await mount(document.createElement('div'), 'key', { ...options, onFailure });
    (window as unknown as { gm_authFailure: () => void }).gm_authFailure();
    expect(onFailure).toHaveBeenCalledWith(expect.any(Error));
  });

  it('leaves no listener behind, neither of the map nor of its key', async () => {
    const made = stubGoogle();
    const mount = await fresh();
    const port = await mount(document.createElement('div'), 'key', options);
    const before = made[0]!.listeners.size;
    const stops = [port.onClick(jest.fn()), port.onMove(jest.fn())];
    expect(made[0]!.listeners.size).toBe(before + 3);
    stops.forEach((stop) => stop());
    expect(made[0]!.listeners.size).toBe(before);
    port.destroy();
    expect(window).not.toHaveProperty('gm_authFailure');
  });

  it('does not begin once it is not wanted any more', async () => {
    const made = stubGoogle();
    const mount = await fresh();
    const leaving = new AbortController();
    const mounting = mount(document.createElement('div'), 'key', { ...options, signal: leaving.signal });
    leaving.abort();
    await expect(mounting).rejects.toThrow();
    expect(made).toEqual([]);
  });

  it('adds, moves and removes an element', async () => {
    stubGoogle();
    const mount = await fresh();
    const port = await mount(document.createElement('div'), 'key', options);
    const element = document.createElement('button');
    const added = port.addElement(element, { lat: 10, lng: 20 }, 'bottom');
    expect(element.style.cssText).toContain('left: 20px');
    added.move({ lat: 11, lng: 22 });
    expect([element.style.left, element.style.top]).toEqual(['22px', '11px']);
    added.remove();
    expect(element.isConnected).toBe(false);
  });
});

/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader';
import { language } from '../../lib/language';
import { RING_METRES, ringsInView } from './graticule';
import {
  type LatLng,
  type MapOptions,
  type MapPort,
  type MapType,
  type MapView,
  type AddedElement,
  mapTypes,
  prefersReducedMotion,
} from './map-port';

/** Waits before the second, third and fourth attempt, in milliseconds: up to 3 retries, each later than the last. */
const RETRY_DELAYS = [500, 1_500, 4_500];

let optionsSet = false;

/** Loads Google's script in version weekly with the places and geometry libraries. */
async function loadGoogle(key: string, signal?: AbortSignal): Promise<typeof google.maps> {
  if (!optionsSet) {
    // Once a page: after another choice of language Google's own labels change with the next load.
    setOptions({ key, v: 'weekly', language: language(), libraries: ['places', 'geometry'] });
    optionsSet = true;
  }
  for (let attempt = 0; ; attempt++) {
    try {
      await Promise.all([
        importLibrary('maps'),
        importLibrary('streetView'),
        importLibrary('places'),
        importLibrary('geometry'),
      ]);
      return google.maps;
    } catch (error) {
      const delay = RETRY_DELAYS[attempt];
      if (delay === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
      signal?.throwIfAborted();
    }
  }
}

/** Points of interest and transit stations would distract from the art. */
const quietStyles: google.maps.MapTypeStyle[] = [
  { featureType: 'poi', stylers: [{ visibility: 'off' }] },
  { featureType: 'transit.station', stylers: [{ visibility: 'off' }] },
];

export async function mountGoogleMap(container: HTMLElement, key: string, options: MapOptions): Promise<MapPort> {
  const maps = await loadGoogle(key, options.signal);
  options.signal?.throwIfAborted();
  const map = new maps.Map(container, {
    center: options.center,
    zoom: options.zoom,
    mapTypeId: options.type,
    styles: quietStyles,
    clickableIcons: false,
    gestureHandling: 'greedy',
    keyboardShortcuts: true,
    // Type, street view, fullscreen and zoom are in our own controls, within reach of a thumb.
    disableDefaultUI: true,
    scaleControl: true,
  });
  // Google reports a refused key only by this global, some time after the script has loaded.
  const refused = () => options.onFailure(new Error('Google refused the map key.'));
  Object.assign(window, { gm_authFailure: refused });
  return new GoogleMap(maps, map, () => {
    if (Reflect.get(window, 'gm_authFailure') === refused) Reflect.deleteProperty(window, 'gm_authFailure');
  });
}

class GoogleMap implements MapPort {
  readonly kind = 'google';
  readonly types = mapTypes;
  private player: google.maps.Circle[] = [];
  private playerAt: { position: LatLng; accuracy: number } | null = null;

  constructor(
    private readonly maps: typeof google.maps,
    private readonly map: google.maps.Map,
    private readonly onDestroyed: () => void,
  ) {
    this.map.addListener('zoom_changed', () => this.setPlayer(this.playerAt));
  }

  view(): MapView {
    const center = this.map.getCenter()!.toJSON();
    const bounds = this.map.getBounds()?.toJSON() ?? {
      west: center.lng,
      east: center.lng,
      north: center.lat,
      south: center.lat,
    };
    return { center, zoom: this.map.getZoom() ?? 0, bounds };
  }

  type(): MapType {
    return this.map.getMapTypeId() as MapType;
  }

  setType(type: MapType): void {
    this.map.setMapTypeId(type);
  }

  setCenter(center: LatLng, zoom?: number, lift = 0): void {
    if (prefersReducedMotion()) this.map.setCenter(center);
    else this.map.panTo(center);
    if (zoom !== undefined) this.map.setZoom(zoom);
    if (lift) this.map.panBy(0, lift);
  }

  zoomBy(steps: number): void {
    this.map.setZoom((this.map.getZoom() ?? 0) + steps);
  }

  fit(positions: LatLng[]): void {
    const bounds = new this.maps.LatLngBounds();
    positions.forEach((position) => bounds.extend(position));
    this.map.fitBounds(bounds, 80);
  }

  addElement(element: HTMLElement, position: LatLng, anchor: 'center' | 'bottom'): AddedElement {
    return overlayOf(this.maps, this.map, element, position, anchor);
  }

  setPlayer(player: { position: LatLng; accuracy: number } | null): void {
    this.playerAt = player;
    this.player.forEach((circle) => circle.setMap(null));
    if (!player) return;
    const { map } = this;
    const common = { map, center: player.position, clickable: false, strokeColor: '#22d3ee' };
    // Google counts tiles of 256 pixels, one level below ours.
    const radii = ringsInView((map.getZoom() ?? 0) - 1, player.position.lat);
    this.player = [
      new this.maps.Circle({
        ...common,
        radius: player.accuracy,
        fillColor: '#22d3ee',
        fillOpacity: 0.12,
        strokeWeight: 0,
      }),
      ...RING_METRES.filter((radius) => radii.includes(radius)).map(
        (radius) => new this.maps.Circle({ ...common, radius, fillOpacity: 0, strokeOpacity: 0.5, strokeWeight: 1.5 }),
      ),
    ];
  }

  openStreetView(): void {
    const panorama = this.map.getStreetView();
    panorama.setPosition(this.map.getCenter()!);
    panorama.setVisible(true);
  }

  onClick(listener: (position: LatLng) => void): () => void {
    const clicks = this.map.addListener('click', (event: google.maps.MapMouseEvent) => {
      if (event.latLng) listener(event.latLng.toJSON());
    });
    return () => clicks.remove();
  }

  onMove(listener: (settled: boolean) => void): () => void {
    const subscriptions = [
      this.map.addListener('bounds_changed', () => listener(false)),
      this.map.addListener('idle', () => listener(true)),
    ];
    return () => subscriptions.forEach((each) => each.remove());
  }

  destroy(): void {
    this.setPlayer(null);
    this.maps.event.clearInstanceListeners(this.map);
    this.onDestroyed();
    this.map.getDiv().replaceChildren();
  }
}

/** Google's own markers take pictures, not elements; an overlay lets both maps show the same buttons. */
function overlayOf(
  maps: typeof google.maps,
  map: google.maps.Map,
  element: HTMLElement,
  start: LatLng,
  anchor: 'center' | 'bottom',
): AddedElement {
  let position = start;
  class ElementOverlay extends maps.OverlayView {
    override onAdd() {
      element.style.position = 'absolute';
      element.style.translate = anchor === 'bottom' ? '-50% -100%' : '-50% -50%';
      maps.OverlayView.preventMapHitsFrom(element);
      this.getPanes()?.overlayMouseTarget.append(element);
    }
    override draw() {
      const point = this.getProjection()?.fromLatLngToDivPixel(new maps.LatLng(position));
      if (!point) return;
      element.style.left = `${point.x}px`;
      element.style.top = `${point.y}px`;
    }
    override onRemove() {
      element.remove();
    }
  }
  const overlay = new ElementOverlay();
  overlay.setMap(map);
  return {
    move(next) {
      position = next;
      overlay.draw();
    },
    remove: () => overlay.setMap(null),
  };
}

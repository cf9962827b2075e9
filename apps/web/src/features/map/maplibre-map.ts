import { m } from '#messages';
import 'maplibre-gl/dist/maplibre-gl.css';
import {
  type GeoJSONSource,
  Map as MapLibre,
  Marker,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { styleFor, type MapTheme, withRings } from './base-style';
import { wrapLongitude } from './distance';
import { DrawnGround } from './drawn-ground';
import { distanceRings, ringLabels, ringsInView } from './graticule';
import type { MapSources } from './map-config';
import {
  type LatLng,
  type MapOptions,
  type MapPort,
  type MapType,
  type MapView,
  type AddedElement,
  prefersReducedMotion,
  streetViewLink,
} from './map-port';
import { yieldToEventLoop } from './yield-to-event-loop';
import { groundImages, type GroundImages } from './plaster';
import { streetStyle } from './streets';
import { browser } from '../../lib/browser';

setWorkerUrl(workerUrl);

/** Google's zoom levels count tiles of 256 pixels, MapLibre's of 512: the same street is one level apart. */
const LEVEL_OFFSET = 1;

/** Mounts the key-free map; resolves once its style has loaded and it can be used. */
export async function mountMapLibreMap(
  container: HTMLElement,
  sources: MapSources,
  theme: MapTheme,
  { signal, ...options }: MapOptions,
): Promise<MapLibreMap> {
  const type = offeredTypes(sources).includes(options.type) ? options.type : 'roadmap';
  const [streets, images] = await Promise.all([
    type === 'roadmap' && sources.streets ? streetStyle(sources.streets, theme) : null,
    groundImages(theme),
  ]);
  signal?.throwIfAborted();
  const port = new MapLibreMap(container, sources, theme, { ...options, type }, images);
  return new Promise((resolve, reject) => {
    const leave = () => {
      port.destroy();
      reject(signal!.reason as Error);
    };
    signal?.addEventListener('abort', leave);
    void port.ready.then(() => {
      signal?.removeEventListener('abort', leave);
      resolve(port);
    });
    // A phone takes 50 ms for either, the drawing context and the style.
    yieldToEventLoop()
      .then(() => !signal?.aborted && port.show(streets))
      .catch(reject);
  });
}

/** Texts that the library itself shows or announces. */
const ownTexts = () => ({
  'Map.Title': m.map_region(),
  'Marker.Title': m.map_marker(),
  'AttributionControl.ToggleAttribution': m.map_attribution(),
});

/** The types that have a source: the road map always, for its drawn form is shipped. */
const offeredTypes = (sources: MapSources): MapType[] => [
  'roadmap',
  ...(sources.satellite ? (['satellite', 'hybrid'] as const) : []),
  ...(sources.terrain ? (['terrain'] as const) : []),
];

export class MapLibreMap implements MapPort {
  readonly kind = 'maplibre';
  readonly types: readonly MapType[];
  readonly ready: Promise<void>;
  private readonly map: MapLibre;
  private readonly ground: DrawnGround;
  private drawn: MapType;
  /** Sources of the streets on the map now; null while there are none. */
  private streets: Set<string> | null = null;
  private streetsCame = false;
  private player: { position: LatLng; accuracy: number } | null = null;
  private isGone = false;

  /** Has no style until the first `show`. */
  constructor(
    container: HTMLElement,
    private readonly sources: MapSources,
    private theme: MapTheme,
    private readonly options: MapOptions,
    private images: GroundImages,
  ) {
    this.types = offeredTypes(sources);
    this.drawn = options.type;
    this.map = new MapLibre({
      container,
      center: options.center,
      zoom: options.zoom - LEVEL_OFFSET,
      minZoom: 0.5,
      maxZoom: 20,
      locale: ownTexts(),
      attributionControl: { compact: true },
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      renderWorldCopies: true,
      fadeDuration: prefersReducedMotion() ? 0 : 200,
      reduceMotion: prefersReducedMotion(),
    });
    this.ground = new DrawnGround(this.map);
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.addControl(new ScaleControl({ maxWidth: 110 }), 'bottom-left');
    this.map.on('moveend', () => this.onSettled());
    this.map.on('webglcontextlost', () => console.warn('The map lost its drawing context; the browser restores it.'));
    this.map.on('sourcedata', (event) => {
      if ('tile' in event && this.streets?.has(event.sourceId)) this.streetsCame = true;
    });
    this.map.on('error', (event) => {
      console.warn('Map:', event.error.message);
      // Of imagery, the drawn ground stays visible below; of streets nothing, if no tile has come.
      if ('sourceId' in event && this.streets?.has(event.sourceId as string) && !this.streetsCame) this.show(null);
    });
    window.addEventListener('online', this.retryStreets);
    this.ready = new Promise((resolve) => void this.map.once('style.load', () => resolve()));
    this.map.on('style.load', () => this.fillStyle());
  }

  view(): MapView {
    const center = this.map.getCenter();
    const bounds = this.map.getBounds();
    const whole = bounds.getEast() - bounds.getWest() >= 360;
    return {
      center: { lat: center.lat, lng: wrapLongitude(center.lng) },
      zoom: this.map.getZoom() + LEVEL_OFFSET,
      bounds: {
        west: whole ? -180 : wrapLongitude(bounds.getWest()),
        east: whole ? 180 : wrapLongitude(bounds.getEast()),
        south: bounds.getSouth(),
        north: bounds.getNorth(),
      },
    };
  }

  type(): MapType {
    return this.drawn;
  }

  setType(type: MapType): void {
    if (type === this.drawn || !this.types.includes(type)) return;
    this.drawn = type;
    void this.applyStyle();
  }

  setTheme(theme: MapTheme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    void this.applyStyle();
  }

  readonly retryStreets = () => {
    if (!this.streets && this.sources.streets) void this.applyStyle({ again: true });
  };

  setCenter(center: LatLng, zoom?: number, lift = 0): void {
    const target = {
      center,
      offset: [0, -lift] as [number, number],
      ...(zoom !== undefined && { zoom: zoom - LEVEL_OFFSET }),
    };
    if (prefersReducedMotion()) this.map.easeTo({ ...target, duration: 0 });
    else this.map.flyTo({ ...target, maxDuration: 1_800 });
  }

  zoomBy(steps: number): void {
    this.map.easeTo({ zoom: this.map.getZoom() + steps, duration: prefersReducedMotion() ? 0 : 220 });
  }

  fit(positions: LatLng[]): void {
    const [first] = positions;
    if (!first) return;
    // Longitudes are taken relative to the first place, so that a group across the antimeridian stays one group.
    const lngs = positions.map(({ lng }) => first.lng + wrapLongitude(lng - first.lng));
    const lats = positions.map(({ lat }) => lat);
    this.map.fitBounds(
      [
        [Math.min(...lngs), Math.min(...lats)],
        [Math.max(...lngs), Math.max(...lats)],
      ],
      { padding: 80, maxZoom: 18, duration: prefersReducedMotion() ? 0 : 600 },
    );
  }

  addElement(element: HTMLElement, position: LatLng, anchor: 'center' | 'bottom'): AddedElement {
    const marker = new Marker({ element, anchor, subpixelPositioning: true }).setLngLat(position).addTo(this.map);
    return {
      move: (next) => void marker.setLngLat(next),
      remove: () => void marker.remove(),
    };
  }

  setPlayer(player: { position: LatLng; accuracy: number } | null): void {
    this.player = player;
    this.drawRings();
  }

  openStreetView(): void {
    browser.openTab(streetViewLink(this.view().center));
  }

  onClick(listener: (position: LatLng) => void): () => void {
    const clicks = this.map.on('click', ({ lngLat }) => listener({ lat: lngLat.lat, lng: wrapLongitude(lngLat.lng) }));
    return () => clicks.unsubscribe();
  }

  onMove(listener: (settled: boolean) => void): () => void {
    const subscriptions = [this.map.on('move', () => listener(false)), this.map.on('moveend', () => listener(true))];
    return () => subscriptions.forEach((each) => each.unsubscribe());
  }

  destroy(): void {
    window.removeEventListener('online', this.retryStreets);
    this.map.remove();
    this.isGone = true;
  }

  /** @param again whether streets that did not come are asked for once more */
  private async applyStyle({ again = false } = {}): Promise<void> {
    const { drawn, theme, sources } = this;
    const [streets, images] = await Promise.all([
      drawn === 'roadmap' && sources.streets ? streetStyle(sources.streets, theme, { again }) : null,
      groundImages(theme),
    ]);
    // Another choice since then applies its own style.
    if (this.isGone || this.drawn !== drawn || this.theme !== theme) return;
    this.images = images;
    this.show(streets);
  }

  /** Shows the present type and theme with the streets that have loaded, and reports whether there are any. */
  show(streets: StyleSpecification | null): void {
    this.streets = streets && new Set(Object.keys(streets.sources));
    this.streetsCame = false;
    this.options.onStreets(this.drawn !== 'roadmap' || !this.sources.streets || streets !== null);
    this.map.setStyle(streets ? withRings(streets, this.theme) : styleFor(this.drawn, this.theme, this.sources), {
      diff: false,
    });
  }

  private fillStyle(): void {
    for (const [id, image] of Object.entries(this.images)) if (!this.map.hasImage(id)) this.map.addImage(id, image);
    this.ground.reset();
    void yieldToEventLoop().then(() => !this.isGone && this.onSettled());
  }

  private onSettled(): void {
    this.drawRings();
    void this.ground.draw(this.view());
  }

  private drawRings(): void {
    const radii = this.player ? ringsInView(this.map.getZoom(), this.player.position.lat) : [];
    const center = this.player?.position ?? { lat: 0, lng: 0 };
    this.set('rings', distanceRings(center, radii));
    this.set('ring-labels', ringLabels(center, radii));
  }

  private set(source: string, data: Parameters<GeoJSONSource['setData']>[0]): void {
    // Absent while a style is being exchanged, or in a style that is not ours.
    void this.map.getSource<GeoJSONSource>(source)?.setData(data);
  }
}

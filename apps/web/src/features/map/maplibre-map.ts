import 'maplibre-gl/dist/maplibre-gl.css';
import { type GeoJSONSource, Map as MapLibre, Marker, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { overlay, palettes, styleFor, type MapTheme } from './base-style';
import { type Box, boxAround, boxHolds, clipGeography, landOf } from './clip';
import { wrapLongitude } from './distance';
import { loadGeography } from './geography';
import { distanceRings, ringLabels, ringsInView, surveyCrosses } from './graticule';
import type { MapSources } from './map-config';
import {
  type LatLng, type MapOptions, type MapPort, type MapType, type MapView, type PlacedElement, prefersReducedMotion, streetViewLink,
} from './map-port';
import { cross, plaster, water } from './plaster';
import { browser } from '../../lib/browser';

setWorkerUrl(workerUrl);

/** Google's zoom levels count tiles of 256 pixels, MapLibre's of 512: the same street is one level apart. */
const LEVEL_OFFSET = 1;
/** Above this zoom (in MapLibre's levels) the coarse coast would be off by more than a finger's width. */
const FINE_COAST_FROM = 3.5;

/** Mounts the key-free map; resolves once its style has loaded and it can be used. */
export function mountMapLibreMap(
  container: HTMLElement, sources: MapSources, theme: MapTheme, { signal, ...options }: MapOptions,
): Promise<MapLibreMap> {
  const port = new MapLibreMap(container, sources, theme, options);
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
  });
}

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
  private drawn: MapType;
  /** The part of the shipped geography that is on the map now. */
  private drawnBox: Box | 'world' | null = null;
  private player: { position: LatLng; accuracy: number } | null = null;
  private readonly resize: ResizeObserver;

  constructor(container: HTMLElement, private readonly sources: MapSources, private theme: MapTheme, options: MapOptions) {
    this.types = offeredTypes(sources);
    this.drawn = this.types.includes(options.type) ? options.type : 'roadmap';
    this.map = new MapLibre({
      container,
      center: options.center,
      zoom: options.zoom - LEVEL_OFFSET,
      minZoom: 0.5,
      maxZoom: 20,
      style: styleFor(this.drawn, theme, sources),
      attributionControl: { compact: true },
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      renderWorldCopies: true,
      fadeDuration: prefersReducedMotion() ? 0 : 200,
      reduceMotion: prefersReducedMotion(),
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.addControl(new ScaleControl({ maxWidth: 110 }), 'bottom-left');
    this.map.on('moveend', () => this.onSettled());
    this.map.on('webglcontextlost', () => console.warn('The map lost its drawing context; the browser restores it.'));
    // Tiles that fail to load leave the drawn ground visible; the player needs no message.
    this.map.on('error', ({ error }) => console.warn('Map:', error.message));
    this.resize = new ResizeObserver(() => this.map.resize());
    this.resize.observe(container);
    this.ready = new Promise((resolve) => void this.map.once('style.load', () => resolve()));
    this.map.on('style.load', () => this.fillStyle());
    if (sources.styleUrl && this.drawn === 'roadmap') void this.ready.then(() => this.applyStyle());
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
    this.applyStyle();
  }

  setTheme(theme: MapTheme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.applyStyle();
  }

  setCenter(center: LatLng, zoom?: number, lift = 0): void {
    const target = { center, offset: [0, -lift] as [number, number], ...(zoom !== undefined && { zoom: zoom - LEVEL_OFFSET }) };
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
      [[Math.min(...lngs), Math.min(...lats)], [Math.max(...lngs), Math.max(...lats)]],
      { padding: 80, maxZoom: 18, duration: prefersReducedMotion() ? 0 : 600 },
    );
  }

  place(element: HTMLElement, position: LatLng, anchor: 'center' | 'bottom'): PlacedElement {
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
    const heard = [this.map.on('move', () => listener(false)), this.map.on('moveend', () => listener(true))];
    return () => heard.forEach((each) => each.unsubscribe());
  }

  destroy(): void {
    this.drawnBox = null;
    this.resize.disconnect();
    this.map.remove();
  }

  private applyStyle(): void {
    const style = this.sources.styleUrl && this.drawn === 'roadmap' ? this.sources.styleUrl : styleFor(this.drawn, this.theme, this.sources);
    this.drawnBox = null;
    this.map.setStyle(style, {
      diff: false,
      // A foreign style keeps our rings above it.
      transformStyle: (_previous, next) => {
        if (typeof style !== 'string') return next;
        const above = overlay(this.theme);
        const rings = above.layers.filter(({ id }) => !id.startsWith('crosses'));
        return { ...next, sources: { ...next.sources, ...above.sources }, layers: [...next.layers, ...rings] };
      },
    });
  }

  private fillStyle(): void {
    const paint = palettes[this.theme];
    const images = { plaster: plaster(paint.land, paint.grain), water: water(paint.sea, paint.waves), cross: cross(paint.cross) };
    for (const [id, image] of Object.entries(images)) if (!this.map.hasImage(id)) this.map.addImage(id, image);
    this.onSettled();
    this.drawRings();
  }

  private onSettled(): void {
    this.set('crosses', surveyCrosses(this.view()));
    this.drawRings();
    void this.drawGeography();
  }

  /** The whole coarse world from afar; near by, the piece of the fine one that the view needs. */
  private async drawGeography(): Promise<void> {
    const view = this.view();
    const detail = this.map.getZoom() >= FINE_COAST_FROM ? 'fine' : 'coarse';
    const enough = detail === 'coarse' ? this.drawnBox === 'world' : this.drawnBox !== 'world' && this.drawnBox && boxHolds(this.drawnBox, view);
    if (enough || !this.map.getSource('land')) return;
    const box = detail === 'coarse' ? 'world' : boxAround(view);
    if (box !== 'world' && this.drawnBox === null) this.set('land', landOf(box));
    this.drawnBox = box;
    try {
      const world = await loadGeography(detail);
      // The player moved on while it was loading; that move draws its own.
      if (this.drawnBox !== box) return;
      const { land, coast, borders, countries } = box === 'world' ? world : clipGeography(world, box);
      this.set('land', land);
      this.set('coast', coast);
      this.set('borders', borders);
      this.set('countries', countries);
    } catch (error) {
      this.drawnBox = null;
      console.warn('Map:', error);
    }
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

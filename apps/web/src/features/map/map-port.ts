/** Degrees, WGS 84, named as the product's user location. */
export interface LatLng {
  lat: number;
  lng: number;
}

export const mapTypes = ['roadmap', 'satellite', 'hybrid', 'terrain'] as const;
export type MapType = (typeof mapTypes)[number];

/** What the map shows: its middle, its zoom (web-map levels, 17 is a street) and its corners. */
export interface MapView {
  center: LatLng;
  zoom: number;
  /** Degrees. `west` is greater than `east` where the view crosses the antimeridian. */
  bounds: { west: number; south: number; east: number; north: number };
}

/** An element at a position of the map until it is removed. */
export interface AddedElement {
  move(position: LatLng): void;
  remove(): void;
}

export interface MapOptions {
  center: LatLng;
  zoom: number;
  type: MapType;
  /** A running map failed permanently, for example because its key was refused. */
  onFailure(error: unknown): void;
  /** Whether the streets that are configured are on the map, whenever that changes; always true where none are. */
  onStreets(areShown: boolean): void;
  /** The map is no longer needed: its loading stops. */
  signal?: AbortSignal;
}

/**
 * The interface of a map library. `google-map.ts` and `maplibre-map.ts` implement it; markers, clusters, rings and
 * controls are written once on top of it.
 */
export interface MapPort {
  readonly kind: 'google' | 'maplibre';
  /** The types this map can draw, in the order of the dropdown; never empty. */
  readonly types: readonly MapType[];
  view(): MapView;
  /** The type that is drawn now. */
  type(): MapType;
  setType(type: MapType): void;
  /** Dark or light; maps with their own style leave it out. */
  setTheme?(theme: 'night' | 'daylight'): void;
  /** Requests streets again that did not load; missing on maps with their own. */
  retryStreets?(): void;
  /**
   * Moves the middle, by a flight unless the player asked for less motion. `lift` is how many pixels above
   * the middle the position is shown, when something covers the lower part of the map.
   */
  setCenter(center: LatLng, zoom?: number, lift?: number): void;
  zoomBy(steps: number): void;
  /** Shows all of the positions with some room around them. */
  fit(positions: LatLng[]): void;
  /** Adds an element to the map. `anchor` is its point that lies on the position. */
  addElement(element: HTMLElement, position: LatLng, anchor: 'center' | 'bottom'): AddedElement;
  /** Marks the player's position: a dot, the accuracy in metres, distance rings. Null removes it. */
  setPlayer(player: { position: LatLng; accuracy: number } | null): void;
  /** Opens street-level imagery of the middle, in the map if possible, else on another page. */
  openStreetView(): void;
  /** Returns a function that stops listening. */
  onClick(listener: (position: LatLng) => void): () => void;
  /** Called while the map moves; `settled` once it rests. Returns a function that stops listening. */
  onMove(listener: (settled: boolean) => void): () => void;
  /** Removes all elements and listeners. */
  destroy(): void;
}

/** Street-level imagery of a place on another page, for maps that have none. */
export const streetViewLink = ({ lat, lng }: LatLng): string =>
  `https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=${lat.toFixed(6)},${lng.toFixed(6)}`;

export const prefersReducedMotion = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

import type { LatLng } from './map-port';

/** Where a map is: its middle, and its zoom in web-map levels (17 is a street). */
export interface MapPlace {
  center: LatLng;
  zoom: number;
}

/** Shows a street and its buildings. */
export const START_ZOOM = 17;

/** The parameter of the map home's address that holds its place: `/home?at=49.28273,-123.12074,17z`. */
const PLACE = 'at';
/** About a metre. */
const DEGREE_DECIMALS = 5;
const ZOOM_DECIMALS = 2;
/** Degrees, where Web Mercator ends. */
const MAX_LATITUDE = 85.05;
const MAX_ZOOM = 22;

const FORM = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d+(?:\.\d+)?)z$/;

/** @returns null if the address has no valid place */
export function parseMapPlace(search: URLSearchParams): MapPlace | null {
  const [, lat, lng, zoom] = (FORM.exec(search.get(PLACE) ?? '') ?? []).map(Number);
  if (lat === undefined || lng === undefined || zoom === undefined) return null;
  const isOnMap = Math.abs(lat) <= MAX_LATITUDE && Math.abs(lng) <= 180 && zoom <= MAX_ZOOM;
  return isOnMap ? { center: { lat, lng }, zoom } : null;
}

/** The query of an address with this place. */
export function withMapPlace(search: string, { center, zoom }: MapPlace): string {
  const parameters = new URLSearchParams(search);
  const [lat, lng] = [center.lat, center.lng].map((degrees) => rounded(degrees, DEGREE_DECIMALS));
  parameters.set(PLACE, `${lat},${lng},${rounded(zoom, ZOOM_DECIMALS)}z`);
  return formatSearch(parameters);
}

/** The query of an address, with `?`, or an empty text; commas are not escaped. */
export const formatSearch = (parameters: URLSearchParams): string =>
  parameters.size === 0 ? '' : `?${parameters}`.replaceAll('%2C', ',');

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

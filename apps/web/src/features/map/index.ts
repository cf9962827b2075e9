/** What other features use of this one. */
export { formatCoordinates, formatDistance, metresBetween } from './distance';
export type { LatLng, MapView } from './map-port';
export { countLabel, type Pin, UNTITLED } from './pins';
export { type MapWorks, useMapWorks } from './use-map-works';
export type { Fix, UserLocation } from './use-location';
export { refetchWorkTiles } from './work-tiles';

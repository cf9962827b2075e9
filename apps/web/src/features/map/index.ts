/** The exports of this feature for other features. */
export { formatAccuracy, formatCoordinates, formatDistance } from './distance';
export type { LatLng, MapView } from './map-port';
export { PlacesMap } from './places-map';
export { countLabel, type Pin, workTitle } from './pins';
export { type MapWorks, useMapWorks } from './use-map-works';
export type { Fix, UserLocation } from './use-location';
export { dropFromTiles, refetchWorkTiles } from './work-tiles';

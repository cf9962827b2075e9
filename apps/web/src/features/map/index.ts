/** The exports of this feature for other features. */
export { type Area, areaFor, isInView } from './area';
export { BottomCard } from './bottom-card';
export { formatAccuracy, formatCoordinates, formatDistance } from './distance';
export { type MapPlace, parseMapPlace, formatSearch, START_ZOOM } from './map-address';
export type { LatLng, MapView } from './map-port';
export { areaQuery, nearbyOrRefused, whileKept } from './nearby';
export { countLabel, type Pin, workTitle } from './pins';
export { PlacesMap } from './places-map';
export type { Fix, UserLocation } from './use-location';
export { type MapWorks, useMapWorks } from './use-map-works';
export { dropFromTiles, refetchWorkTiles } from './work-tiles';

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StyleSpecification } from 'maplibre-gl';
import { BOUNDS, openMapTiles, tilesOf, ZOOMS } from './small-city';

/** Where the default style and its tiles are. */
export const HOST = 'https://tiles.openfreemap.org';

const style: StyleSpecification = {
  version: 8,
  sources: { openmaptiles: { type: 'vector', url: `${HOST}/planet` } },
  glyphs: `${HOST}/fonts/{fontstack}/{range}.pbf`,
  layers: [
    { id: 'background', type: 'background', paint: { 'background-color': 'rgb(242,243,240)' } },
    {
      id: 'park',
      type: 'fill',
      source: 'openmaptiles',
      'source-layer': 'park',
      paint: { 'fill-color': 'rgb(230,233,229)' },
    },
    {
      id: 'water',
      type: 'fill',
      source: 'openmaptiles',
      'source-layer': 'water',
      paint: { 'fill-color': 'rgb(194,200,202)' },
    },
    {
      id: 'building',
      type: 'fill',
      source: 'openmaptiles',
      'source-layer': 'building',
      paint: { 'fill-color': 'rgb(234,234,229)' },
    },
    {
      id: 'highway_minor',
      type: 'line',
      source: 'openmaptiles',
      'source-layer': 'transportation',
      paint: { 'line-color': 'rgb(255,255,255)', 'line-width': 14 },
    },
    {
      id: 'highway_major_inner',
      type: 'line',
      source: 'openmaptiles',
      'source-layer': 'transportation',
      filter: ['==', ['get', 'class'], 'primary'],
      paint: { 'line-color': 'rgb(210,200,170)', 'line-width': 22 },
    },
    {
      id: 'poi',
      type: 'symbol',
      source: 'openmaptiles',
      'source-layer': 'poi',
      layout: { 'text-field': ['get', 'name'], 'text-font': ['Noto Sans Regular'] },
    },
  ],
};

/** A small server in the role of OpenFreeMap's. `delay` in milliseconds is before each response; `isDown` refuses. */
export async function styleHost() {
  const tiles = new Map(tilesOf(openMapTiles()).map(({ z, x, y, data }) => [`/tiles/${z}/${x}/${y}.pbf`, data]));
  const documents: Record<string, object> = {
    '/styles/positron': style,
    '/planet': {
      tilejson: '3.0.0',
      tiles: [`${HOST}/tiles/{z}/{x}/{y}.pbf`],
      minzoom: ZOOMS[0],
      maxzoom: ZOOMS[1],
      bounds: BOUNDS,
      attribution: '<a href="https://openfreemap.org">OpenFreeMap</a> © OpenMapTiles Data from OpenStreetMap',
    },
  };
  const state = { delay: 0, isDown: false, asked: [] as string[] };
  const server = createServer((request, response) => {
    const path = new URL(request.url!, HOST).pathname;
    state.asked.push(path);
    if (state.isDown) return void request.socket.destroy();
    setTimeout(() => {
      const body = documents[path] ? JSON.stringify(documents[path]) : tiles.get(path);
      response
        .writeHead(body ? 200 : 404, {
          'access-control-allow-origin': '*',
          'content-type': documents[path] ? 'application/json' : 'application/x-protobuf',
        })
        .end(body);
    }, state.delay);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    state,
    url,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

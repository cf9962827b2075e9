import { Agent, get } from 'node:http';
import type { Stack } from '@sprayhunt/local';
import { median } from './compare.js';
import type { Place } from '@sprayhunt/service-kit';
import { places, seed, WORKS } from './seed.js';

export interface MapFigures {
  /** Milliseconds that discovery takes for a tile of a million works; the slowest zoom's 99 of 100. */
  mapTileP99Ms: number;
  /** The same up to zoom 12, where tiles are counted. */
  mapTileP99MsToZoom12: number;
  /** A tile's median time with a million works in relation to that with ten thousand, over all zooms alike. */
  mapTileGrowth: number;
}

const FEW_WORKS = 10_000;
const DEEPEST_ZOOM = 18;
const LAST_COUNTED_ZOOM = 12;
const PLACES = 600;
const WARM_UP_PLACES = 100;

/**
 * Requests tiles around towns from discovery itself, one after the other, as a browser's first visit does: without a
 * copy, compressed. Many tiles were sent to an earlier one, so discovery has them encoded: nearly all up to zoom 4,
 * eight of ten at 8, six at 12, none from 16 on.
 */
export async function benchMap(stack: Stack, print: (line: string) => void): Promise<MapFigures> {
  print(`Putting ${FEW_WORKS} works on the map`);
  await seed(stack.adminUrl, FEW_WORKS);
  const fewTimes = await timesByZoom(stack.service('discovery').url);
  print(`Putting ${WORKS} works on the map`);
  await seed(stack.adminUrl, WORKS - FEW_WORKS);
  const manyTimes = await timesByZoom(stack.service('discovery').url);
  console.table(
    manyTimes.map((times, zoom) => ({
      zoom,
      'p50 ms, few works': rounded(median(fewTimes[zoom]!)),
      'p50 ms': rounded(median(times)),
      'p99 ms': rounded(p99(times)),
    })),
  );
  return {
    mapTileP99Ms: rounded(Math.max(...manyTimes.map(p99))),
    mapTileP99MsToZoom12: rounded(Math.max(...manyTimes.slice(0, LAST_COUNTED_ZOOM + 1).map(p99))),
    mapTileGrowth: rounded(median(manyTimes.flat()) / median(fewTimes.flat())),
  };
}

const p99 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * Milliseconds of each request, by zoom; the zooms take turns, so that what else the machine does affects them alike.
 */
async function timesByZoom(url: string): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = Array.from({ length: DEEPEST_ZOOM + 1 }, (): number[] => []);
  for (const [turn, place] of places(WARM_UP_PLACES + PLACES).entries()) {
    for (let zoom = 0; zoom <= DEEPEST_ZOOM; zoom++) {
      const time = await timeOf(`${url}/api/map/works/${tileAt(place, zoom)}.mvt`, agent);
      if (turn >= WARM_UP_PLACES) times[zoom]!.push(time);
    }
  }
  agent.destroy();
  return times;
}

const timeOf = (address: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(address, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address}: ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - began));
    }).on('error', reject);
  });

function tileAt({ latitude, longitude }: Place, zoom: number): string {
  const south = 0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
  return [zoom, Math.floor((longitude / 360 + 0.5) * 2 ** zoom), Math.floor(south * 2 ** zoom)].join('/');
}

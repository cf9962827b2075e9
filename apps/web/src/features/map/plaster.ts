import { type MapTheme, palettes } from './base-style';
import { yieldToEventLoop } from './yield-to-event-loop';

/** A picture that MapLibre takes for a pattern or an icon. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

type Rgb = readonly [number, number, number];

export type GroundImages = Record<'plaster' | 'water' | 'cross', Raster>;

const grounds = new Map<MapTheme, Promise<GroundImages>>();

/** Pattern images of a theme's ground, by their names in the style; drawn once. */
export function groundImages(theme: MapTheme): Promise<GroundImages> {
  let images = grounds.get(theme);
  if (!images) grounds.set(theme, (images = draw(palettes[theme])));
  return images;
}

async function draw({ land, grain, sea, waves, cross: chalk }: (typeof palettes)[MapTheme]): Promise<GroundImages> {
  // The library that is loaded with this has just been run.
  await yieldToEventLoop();
  return { plaster: await plaster(land, grain), water: await water(sea, waves), cross: cross(chalk) };
}

/** Rows that are drawn in one go; then whatever else waits for the page's thread has its turn. */
const ROWS = 16;
const turnOfOthers = (y: number) => (y % ROWS === ROWS - 1 ? yieldToEventLoop() : undefined);

/** A small generator with a fixed seed, so that the wall looks the same on every visit. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Noise of one octave that tiles without a seam: random heights on a lattice, smoothly joined. The returned function
 * writes those of a row of pixels. It runs while the map is loading, for a quarter of a million pixels: it allocates
 * nothing.
 */
function octave(size: number, cells: number, random: () => number): (py: number, row: Float64Array) => void {
  const lattice = Float32Array.from({ length: cells * cells }, () => random());
  const smooth = (t: number) => t * t * (3 - 2 * t);
  const along = Float64Array.from({ length: size }, (_, px) => (px * cells) / size);
  const left = Uint16Array.from(along, (x) => Math.floor(x) % cells);
  const right = Uint16Array.from(along, (x) => (Math.floor(x) + 1) % cells);
  const share = along.map((x) => smooth(x - Math.floor(x)));
  return (py, row) => {
    const y = (py * cells) / size;
    const y0 = Math.floor(y);
    const ty = smooth(y - y0);
    const [above, below] = [(y0 % cells) * cells, ((y0 + 1) % cells) * cells];
    for (let px = 0; px < size; px++) {
      const tx = share[px]!;
      const top = lattice[above + left[px]!]! * (1 - tx) + lattice[above + right[px]!]! * tx;
      const bottom = lattice[below + left[px]!]! * (1 - tx) + lattice[below + right[px]!]! * tx;
      row[px] = top * (1 - ty) + bottom * ty;
    }
  };
}

/**
 * Trowelled concrete as a seamless tile: broad stains, fine sand and a few air holes around one colour.
 * `strength` is the largest difference from that colour in steps of 255.
 */
export async function plaster(base: Rgb, strength: number, size = 512): Promise<Raster> {
  const random = sequence(20_240_613);
  const [broad, middle, fine] = [octave(size, 5, random), octave(size, 28, random), octave(size, 128, random)];
  const [first, second, third] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const data = new Uint8ClampedArray(size * size * 4);
  for (let y = 0; y < size; y++) {
    broad(y, first);
    middle(y, second);
    fine(y, third);
    for (let x = 0; x < size; x++) {
      const stain = (first[x]! - 0.5) * 0.4 + (second[x]! - 0.5) * 0.32 + (third[x]! - 0.5) * 0.28;
      const sand = (random() - 0.5) * 0.5;
      const speck = random() > 0.9985 ? 0.9 : 0;
      paint(data, (y * size + x) * 4, base, (stain * 1.6 + sand + speck) * strength);
    }
    await turnOfOthers(y);
  }
  airHoles(data, base, strength, size, random);
  return { width: size, height: size, data };
}

function airHoles(data: Uint8ClampedArray, base: Rgb, strength: number, size: number, random: () => number) {
  for (let hole = 0; hole < 44; hole++) {
    const [x, y] = [Math.floor(random() * size), Math.floor(random() * size)];
    const radius = 0.6 + random() * 1.1;
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        const distance = Math.hypot(dx, dy);
        if (distance > radius) continue;
        const index = (((y + dy + size) % size) * size + ((x + dx + size) % size)) * 4;
        // A lit lower rim makes a hole out of a dot.
        paint(data, index, base, dy > 0 && distance > radius - 0.8 ? strength * 1.1 : -strength * 1.4);
      }
    }
  }
}

function paint(data: Uint8ClampedArray, index: number, base: Rgb, shade: number) {
  data[index] = base[0] + shade;
  data[index + 1] = base[1] + shade;
  data[index + 2] = base[2] + shade;
  data[index + 3] = 255;
}

/** Water: the same hand, long calm strokes across. */
async function water(base: Rgb, strength: number, size = 256): Promise<Raster> {
  const random = sequence(77);
  const swell = octave(size, 5, random);
  const row = new Float64Array(size);
  const data = new Uint8ClampedArray(size * size * 4);
  for (let y = 0; y < size; y++) {
    swell(y, row);
    for (let x = 0; x < size; x++) {
      const wave = Math.sin((y / size) * Math.PI * 2 * 9 + row[x]! * 7);
      paint(data, (y * size + x) * 4, base, (wave > 0.93 ? 1 : 0) * strength + (random() - 0.5) * strength * 0.5);
    }
    await turnOfOthers(y);
  }
  return { width: size, height: size, data };
}

/** The survey cross as an icon: two strokes of chalk, 13 by 13. */
function cross([red, green, blue]: Rgb): Raster {
  const size = 13;
  const data = new Uint8ClampedArray(size * size * 4);
  for (let i = 1; i < size - 1; i++) {
    for (const [x, y] of [
      [i, 6],
      [6, i],
    ] as const) {
      data.set([red, green, blue, 255], (y * size + x) * 4);
    }
  }
  return { width: size, height: size, data };
}

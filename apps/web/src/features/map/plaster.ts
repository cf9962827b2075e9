/** A picture that MapLibre takes for a pattern or an icon. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

type Rgb = readonly [number, number, number];

/** A small generator with a fixed seed, so that the wall looks the same on every visit. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Noise of one octave that tiles without a seam: random heights on a lattice, smoothly joined. */
function octave(size: number, cells: number, random: () => number): (x: number, y: number) => number {
  const lattice = Float32Array.from({ length: cells * cells }, () => random());
  const at = (x: number, y: number) => lattice[(y % cells) * cells + (x % cells)]!;
  const smooth = (t: number) => t * t * (3 - 2 * t);
  return (px, py) => {
    const [x, y] = [(px * cells) / size, (py * cells) / size];
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [tx, ty] = [smooth(x - x0), smooth(y - y0)];
    const top = at(x0, y0) * (1 - tx) + at(x0 + 1, y0) * tx;
    const bottom = at(x0, y0 + 1) * (1 - tx) + at(x0 + 1, y0 + 1) * tx;
    return top * (1 - ty) + bottom * ty;
  };
}

/**
 * Trowelled concrete as a seamless tile: broad stains, fine sand and a few air holes around one colour.
 * `strength` is the largest difference from that colour in steps of 255.
 */
export function plaster(base: Rgb, strength: number, size = 512): Raster {
  const random = sequence(20_240_613);
  const layers = [
    { noise: octave(size, 5, random), weight: 0.4 },
    { noise: octave(size, 28, random), weight: 0.32 },
    { noise: octave(size, 128, random), weight: 0.28 },
  ];
  const data = new Uint8ClampedArray(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const stain = layers.reduce((sum, { noise, weight }) => sum + (noise(x, y) - 0.5) * weight, 0);
      const sand = (random() - 0.5) * 0.5;
      const speck = random() > 0.9985 ? 0.9 : 0;
      paint(data, (y * size + x) * 4, base, (stain * 1.6 + sand + speck) * strength);
    }
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

function paint(data: Uint8ClampedArray, index: number, [red, green, blue]: Rgb, shade: number) {
  data[index] = red + shade;
  data[index + 1] = green + shade;
  data[index + 2] = blue + shade;
  data[index + 3] = 255;
}

/** Water: the same hand, long calm strokes across. */
export function water(base: Rgb, strength: number, size = 256): Raster {
  const random = sequence(77);
  const swell = octave(size, 5, random);
  const data = new Uint8ClampedArray(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const wave = Math.sin((y / size) * Math.PI * 2 * 9 + swell(x, y) * 7);
      paint(data, (y * size + x) * 4, base, (wave > 0.93 ? 1 : 0) * strength + (random() - 0.5) * strength * 0.5);
    }
  }
  return { width: size, height: size, data };
}

/** The survey cross as an icon: two strokes of chalk, 13 by 13. */
export function cross([red, green, blue]: Rgb): Raster {
  const size = 13;
  const data = new Uint8ClampedArray(size * size * 4);
  for (let i = 1; i < size - 1; i++) {
    for (const [x, y] of [[i, 6], [6, i]] as const) {
      data.set([red, green, blue, 255], (y * size + x) * 4);
    }
  }
  return { width: size, height: size, data };
}

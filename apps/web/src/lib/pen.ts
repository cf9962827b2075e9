/** Drawing by code: a seeded random generator and the shapes that the mural is made of. All functions return SVG. */

export type Random = () => number;

/** mulberry32: small, fast, and the same picture every time. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const round = (value: number) => String(Math.round(value * 10) / 10);

/** A normal deviate, for dust that lies dense in the middle. */
export function gauss(random: Random): number {
  return Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
}

/** Paint dust around a point: dots of three sizes, each size one path of round-capped zero-length lines. */
export function dust(
  random: Random,
  x: number,
  y: number,
  spread: number,
  count: number,
  color: string,
  sizes = [2.5, 5, 9],
): string {
  return sizes
    .map((size, index) => {
      const dots = Array.from(
        { length: Math.round(count / (index * 2 + 1)) },
        () => `M${round(x + gauss(random) * spread)} ${round(y + gauss(random) * spread)}h0`,
      );
      return (
        `<path d="${dots.join('')}" stroke="${color}" stroke-width="${size}" stroke-linecap="round" ` +
        `opacity="${0.9 - index * 0.12}"/>`
      );
    })
    .join('');
}

/** A cloud of paint that was sprayed from too far away, with its dust. */
export function cloud(random: Random, x: number, y: number, radius: number, paint: string, color: string): string {
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${paint})"/>` +
    `${dust(random, x, y, radius * 0.52, radius * 0.5, color)}`
  );
}

/** Runs of paint below a line from `x1` to `x2`. */
export function drips(
  random: Random,
  x1: number,
  x2: number,
  y: number,
  count: number,
  color: string,
  longest = 120,
): string {
  return Array.from({ length: count }, (_, index) => {
    const x = x1 + ((index + 0.15 + random() * 0.7) / count) * (x2 - x1);
    const length = 18 + random() ** 2 * longest;
    const width = 5 + random() * 7;
    return (
      `<path d="M${round(x)} ${y - 12}v${round(length)}" stroke="${color}" stroke-width="${round(width)}" ` +
      `stroke-linecap="round"/><circle cx="${round(x)}" cy="${round(y - 12 + length)}" r="${round(width * 0.68)}" ` +
      `fill="${color}"/>`
    );
  }).join('');
}

/** The same path several times, widest first: keyline, outline, fill. */
export function layered(path: string, layers: readonly (readonly [color: string, width: number])[]): string {
  return layers
    .map(
      ([color, width]) =>
        `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" ` +
        `stroke-linejoin="round"/>`,
    )
    .join('');
}

export function star(x: number, y: number, size: number, color: string, turn = 0): string {
  const waist = size * 0.16;
  return (
    `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 ${-size}Q${round(waist)} ${round(-waist)} ` +
    `${size} 0Q${round(waist)} ${round(waist)} 0 ${size}Q${round(-waist)} ${round(waist)} ${-size} ` +
    `0Q${round(-waist)} ${round(-waist)} 0 ${-size}Z" fill="${color}"/>`
  );
}

type Paint = 'action' | 'live' | 'place';

interface Drawing {
  /** Colour of the plate. */
  paint: Paint;
  /** Path data of the stencil on a grid of 64 units; what overlaps is a hole (even-odd). */
  stencil: string;
  /** Parts in a second paint. */
  accent: string;
}

const dot = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}Z`;
const pin = (x: number, y: number, r: number) =>
  `M${x} ${y + 2.3 * r}Q${x - r} ${y + 1.1 * r} ${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0Q${x + r} ${y + 1.1 * r}` +
  ` ${x} ${y + 2.3 * r}Z${dot(x, y, r * 0.4)}`;
const spark = (x: number, y: number, r: number) =>
  `M${x} ${y - r}q${r * 0.15} ${r * 0.85} ${r} ${r}q${-r * 0.85} ${r * 0.15} ${-r} ${r}q${-r * 0.15} ` +
  `${-r * 0.85} ${-r} ${-r}q${r * 0.85} ${-r * 0.15} ${r} ${-r}Z`;
const tower = (x: number, top: number) =>
  `${box(x, top, 7, 50 - top)}${box(x + 2, top + 4, 3, 3)}${box(x + 2, top + 10, 3, 3)}`;
const ray = (degrees: number) => {
  const at = (turn: number, r: number) =>
    `${(32 + r * Math.cos(((degrees + turn) * Math.PI) / 180)).toFixed(1)} ` +
    `${(39 - r * Math.sin(((degrees + turn) * Math.PI) / 180)).toFixed(1)}`;
  return `M${at(-5, 16)}L${at(-6, 24)}L${at(6, 24)}L${at(5, 16)}Z`;
};

/** Our own drawings, cut like stencils: bridges between the parts, one black, one plate. By the achievement's id. */
export const drawings: Partial<Record<string, Drawing>> = {
  // A can that sprays for the first time.
  'first-discovery': {
    paint: 'action',
    stencil:
      `M19 31h19v18q0 2-2 2H21q-2 0-2-2Z${spark(28.5, 40.5, 7)}M21.5 28.5q.3-5.5 4-6h6q3.7.5 4 ` +
      `6Z${box(25.5, 15.5, 6, 4.5)}`,
    accent: `${dot(37.5, 17, 1.9)}${dot(43, 13.5, 2.2)}${dot(43.5, 20.5, 2.2)}${dot(49, 17.5, 1.7)}${dot(50, 24, 1.5)}`,
  },
  'pin-dropper': { paint: 'place', stencil: `${pin(18, 31, 5.5)}${pin(46, 31, 5.5)}`, accent: pin(32, 25, 10) },
  // Two who talk, one with a heart.
  'social-explorer': {
    paint: 'live',
    stencil: 'M13 14h27v19H27l-7 7v-7h-7ZM26.5 30l-6-6a3.5 3.5 0 0 1 6-4.5a3.5 3.5 0 0 1 6 4.5Z',
    accent: 'M43 25h8v17h-4v7l-7-7H29l5-6h9Z',
  },
  // A picture with its lines of text.
  storyteller: {
    paint: 'action',
    stencil:
      `${box(14, 13, 36, 23)}${box(17.5, 16.5, 29, 16)}M20 31l8-10 5 6 3.5-4 7.5 8Z${box(14, 40, 36, 3.5)}` +
      `${box(14, 47, 22, 3.5)}`,
    accent: dot(40.5, 20.5, 2.3),
  },
  // Paint that still runs.
  'fresh-paint': {
    paint: 'live',
    stencil:
      'M12 15l40-1.5V34a3 3 0 0 1-6 0v-4a2.5 2.5 0 0 0-5 0v14a3.5 3.5 0 0 1-7 0V33a2.5 2.5 0 0 0-5 0v5a3 3 0 0 ' +
      '1-6 0v-7a2.5 2.5 0 0 0-5 0v2a3 3 0 0 1-6 0Z',
    accent: `${dot(37.5, 52, 2)}${spark(22, 47, 5.5)}`,
  },
  // A wall that is looked at.
  'wall-reader': {
    paint: 'place',
    stencil:
      `${box(12, 13, 12, 7)}${box(26, 13, 14, 7)}${box(42, 13, 10, 7)}M11 32.5Q32 12 53 32.5Q32 53 11 ` +
      `32.5Z${dot(32, 32.5, 8.5)}${box(12, 45, 8, 7)}${box(22, 45, 16, 7)}${box(40, 45, 12, 7)}`,
    accent: dot(32, 32.5, 5),
  },
  // The brush and the camera.
  'both-sides': {
    paint: 'action',
    stencil: `M36 11l5.5 4.5-13 14-6-5ZM26 34h6l2-4h9l2 4h7v17H26Z${dot(39, 42, 6)}${dot(39, 42, 3)}`,
    accent: 'M20 26.5l6 5q-3 8-13.5 8q5-4 7.5-13Z',
  },
  // Five blocks of a town.
  'new-quarters': {
    paint: 'place',
    stencil: `${tower(11, 32)}M19.5 24l3.5-7 3.5 7v26h-7Z${box(21.5, 28, 3, 3)}${tower(36.5, 26)}${tower(45, 35)}`,
    accent: `${tower(28, 14)}`,
  },
  // A globe with three places.
  'far-horizons': {
    paint: 'live',
    stencil:
      'M13 30.5A19 19 0 0 1 51 30.5ZM20 30.5A12 19 0 0 1 44 30.5H41A9 19 0 0 0 23 30.5ZM13 33.5A19 19 0 0 0 51 ' +
      '33.5ZM20 33.5A12 19 0 0 0 44 33.5H41A9 19 0 0 1 23 33.5Z',
    accent: `${dot(32, 21, 3)}${dot(20, 38, 3)}${dot(44, 41, 3)}`,
  },
  'night-shift': {
    paint: 'place',
    stencil: 'M35 11.5A20 20 0 1 0 52 42A18.5 18.5 0 0 1 35 11.5Z',
    accent: `${spark(44.5, 22, 7)}${spark(37, 36, 3.5)}`,
  },
  // The sun over the edge of the land.
  'first-light': {
    paint: 'action',
    stencil: `${ray(20)}${ray(55)}${ray(90)}${ray(125)}${ray(160)}${box(10, 42, 44, 3.5)}${box(17, 48.5, 30, 3.5)}`,
    accent: 'M19.5 39a12.5 12.5 0 0 1 25 0Z',
  },
  // Bud, sun, leaf and snow.
  'four-seasons': {
    paint: 'live',
    stencil:
      `M30.5 30.5Q12 30.5 12 12Q30.5 12 30.5 30.5Z${dot(22, 22, 3.5)}M33.5 33.5Q52 33.5 52 52Q33.5 52 33.5 ` +
      `33.5Z${spark(42, 42, 5.5)}`,
    accent: `M33.5 30.5Q33.5 12 52 12Q52 30.5 33.5 30.5ZM30.5 33.5Q30.5 52 12 52Q12 33.5 30.5 33.5Z`,
  },
  // A flag with a tick.
  'mission-done': {
    paint: 'action',
    stencil: `${box(14, 12, 4, 41)}M21 14h31l-6.5 11.5L52 37H21ZM25 25l3-3 4.5 4.5 8-8 3 3-11 11Z`,
    accent: dot(16, 10.5, 2.6),
  },
};

/** Of an achievement that the page does not know. */
export const unknownDrawing: Drawing = { paint: 'place', stencil: spark(32, 32, 20), accent: dot(32, 32, 5) };

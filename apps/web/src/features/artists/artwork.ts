import { cloud, drips, dust, layered, round, seeded, star, type Random } from '../../lib/pen';

const WIDTH = 320;
const HEIGHT = 200;
const INK = '#0e0f11';

/** Wall, two paints and a light one. */
const PALETTES = [
  ['#2b2f38', '#d7f205', '#ff3d8b', '#f4f1ea'],
  ['#f1ede3', '#22d3ee', '#ff3d8b', '#fffdf8'],
  ['#a44d2a', '#d7f205', '#22d3ee', '#fffdf8'],
  ['#123b44', '#ff3d8b', '#d7f205', '#f4f1ea'],
  ['#e8dcc0', '#3ddc84', '#ff6b57', '#fffdf8'],
  ['#3d1f3d', '#22d3ee', '#ffb020', '#f4f1ea'],
] as const satisfies readonly Paints[];

type Paints = readonly [wall: string, one: string, two: string, light: string];
type Motif = (random: Random, paints: Paints) => string;

const shape = (path: string, fill: string, line = 6) =>
  `<path d="${path}" fill="${fill}" stroke="${INK}" stroke-width="${line}" stroke-linejoin="round" ` +
  `stroke-linecap="round"/>`;
const disc = (x: number, y: number, radius: number, fill: string, line = 6) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" stroke="${INK}" stroke-width="` +
  `${line}"/>`;
const between = (random: Random, from: number, to: number) => from + random() * (to - from);

/** Where the rays of a wheel of `count` end. */
const wheel = (count: number, radius: (index: number) => number, turn: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = turn + (index / count) * 2 * Math.PI;
    return [160 + Math.cos(angle) * radius(index), 100 + Math.sin(angle) * radius(index)] as const;
  });

const MOTIFS: readonly Motif[] = [
  // Invented letters: blocks that lean on each other.
  (random, [, one, two]) =>
    Array.from({ length: 4 }, (_, index) => {
      const [x, lean, top, foot] = [
        34 + index * 62,
        between(random, -16, 16),
        between(random, 26, 58),
        between(random, 148, 176),
      ];
      const notch = between(random, 12, 30);
      return shape(
        `M${x} ${round(foot)}L${round(x + lean)} ${round(top)}h58l${round(-lean / 2)} ${round(notch)}h-24v` +
          `${round(notch)}h28L${x + 62} ${round(foot - 6)}h-22l-4 -26h-10v26Z`,
        index % 2 ? two : one,
      );
    }).join(''),
  // An eye.
  (random, [, one, two, light]) => {
    const [x, lid] = [between(random, 130, 190), between(random, 54, 92)];
    return (
      shape(`M30 104Q160 ${round(104 - lid * 1.6)} 290 104Q160 ${round(104 + lid * 1.3)} 30 104Z`, light) +
      disc(x, 102, lid * 0.55, one) +
      disc(x, 102, lid * 0.24, INK, 0) +
      disc(x + lid * 0.18, 102 - lid * 0.2, lid * 0.09, '#ffffff', 0) +
      Array.from({ length: 7 }, (_, index) =>
        layered(
          `M${70 + index * 30} ${round(70 - Math.sin(((index + 1) / 8) * Math.PI) * lid * 0.35)}l` +
            `${round((index - 3) * 7)} -34`,
          [
            [INK, 12],
            [two, 6],
          ],
        ),
      ).join('')
    );
  },
  // A bird.
  (random, [, one, two, light]) => {
    const [wing, tail] = [between(random, 30, 70), between(random, 20, 60)];
    return (
      shape(
        `M70 130Q90 60 170 62Q196 34 226 56L262 72L228 84Q220 150 140 156Q100 156 ${round(70 - tail / 3)} ` +
          `${round(130 + tail)}L${round(46 - tail / 4)} ${round(112 + tail / 2)}Z`,
        one,
      ) +
      shape(`M112 112Q${round(150 - wing / 3)} ${round(112 - wing)} 196 104Q170 140 124 136Z`, two) +
      disc(212, 66, 9, light, 5) +
      disc(214, 66, 3, INK, 0)
    );
  },
  // A fish.
  (random, [, one, two, light]) => {
    const fin = between(random, 24, 58);
    return (
      shape(
        `M52 100Q120 ${round(100 - fin * 1.5)} 206 100L268 ${round(100 - fin)}Q252 100 268 ${round(100 + fin)}` +
          `L206 100Q120 ${round(100 + fin * 1.5)} 52 100Z`,
        one,
      ) +
      Array.from({ length: 3 }, (_, index) =>
        layered(
          `M${128 + index * 26} ${round(100 - fin * 0.5 + index * 5)}q12 ${round(fin * 0.5 - index * 5)} ` +
            `0 ${round(fin - index * 10)}`,
          [
            [INK, 11],
            [two, 5],
          ],
        ),
      ).join('') +
      disc(88, 92, 11, light, 5) +
      disc(86, 92, 4, INK, 0)
    );
  },
  // A flower.
  (random, [, one, two, light]) => {
    const [count, size, turn] = [Math.floor(between(random, 5, 10)), between(random, 24, 36), random() * 3];
    return (
      wheel(count, () => 56, turn)
        .map(([x, y], index) => disc(x, y, size, index % 2 ? one : two))
        .join('') + disc(160, 100, 36, light)
    );
  },
  // A face.
  (random, [, one, two, light]) => {
    const [brow, mouth, jaw] = [between(random, -14, 14), between(random, -18, 22), between(random, 34, 52)];
    return (
      shape(`M104 60Q160 10 216 60L${round(160 + jaw)} 150Q160 ${round(188)} ${round(160 - jaw)} 150Z`, light) +
      shape('M100 66Q110 6 168 14Q226 10 222 70Q180 40 100 66Z', one) +
      [132, 188]
        .map(
          (x, side) =>
            disc(x, 96, 11, '#ffffff', 5) +
            disc(x + brow / 5, 96, 4.5, INK, 0) +
            layered(`M${x - 16} ${round(76 + (side ? -brow : brow) / 2)}h32`, [[INK, 7]]),
        )
        .join('') +
      layered(`M160 100l-8 22h12`, [[INK, 5]]) +
      layered(`M138 146Q160 ${round(146 + mouth)} 182 146`, [
        [INK, 13],
        [two, 6],
      ])
    );
  },
  // Waves.
  (random, [, one, two, light]) =>
    [one, light, two, one]
      .map((paint, row) => {
        const [y, high] = [56 + row * 34, between(random, 14, 40)];
        return shape(`M-20 ${y}Q40 ${round(y - high)} 100 ${y}T220 ${y}T340 ${y}V230H-20Z`, paint);
      })
      .join(''),
  // A crown of rays.
  (random, [, one, two, light]) => {
    const [count, turn] = [Math.floor(between(random, 7, 13)) * 2, random() * 3];
    const points = wheel(count, (index) => (index % 2 ? 48 : between(random, 78, 96)), turn).map(
      ([x, y]) => `${round(x)} ${round(y)}`,
    );
    return (
      shape(`M${points.join('L')}Z`, one) +
      disc(160, 100, 34, two) +
      star(160, 100, between(random, 14, 26), light, random() * 90)
    );
  },
];

/** FNV-1a. */
const hashOf = (text: string) =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0, 0x811c9dc5);

/** Our own picture for an artist, always the same for a name: the address of an SVG of 320 by 200. */
export function artworkFor(name: string): string {
  const random = seeded(hashOf(name));
  const [wall, first, second, light] = PALETTES[Math.floor(random() * PALETTES.length)]!;
  const [one, two] = random() < 0.5 ? [first, second] : [second, first];
  const motif = MOTIFS[Math.floor(random() * MOTIFS.length)]!;
  const bricks = Array.from(
    { length: 8 },
    (_, row) =>
      `M0 ${row * 25}H${WIDTH}${Array.from(
        { length: 6 },
        (__, column) => `M${column * 56 + (row % 2) * 28}` + ` ${row * 25}v25`,
      ).join('')}`,
  ).join('');
  const paints = [one, two]
    .map(
      (color, index) =>
        `<radialGradient id="p${index}"><stop offset=".2" stop-color="${color}" stop-opacity=".75"/>` +
        `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`,
    )
    .join('');
  const body = [
    `<defs>${paints}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="${wall}"/><path d="${bricks}" ` +
      `stroke="${INK}" stroke-opacity=".16" stroke-width="2" fill="none"/>`,
    cloud(random, between(random, 60, 120), between(random, 50, 150), 90, 'p0', one),
    cloud(random, between(random, 200, 270), between(random, 50, 150), 80, 'p1', two),
    drips(random, 70, 250, 150, 4, random() < 0.5 ? one : two, 60),
    `<g${random() < 0.5 ? ` transform="matrix(-1 0 0 1 ${WIDTH} 0)"` : ''}>` +
      `${motif(random, [wall, one, two, light])}</g>`,
    dust(random, between(random, 40, 280), between(random, 30, 170), 26, 16, light, [2, 3.5]),
    star(between(random, 22, 60), between(random, 20, 60), between(random, 9, 16), light, 20),
    star(between(random, 262, 300), between(random, 130, 180), between(random, 7, 13), light),
  ];
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" ` + `viewBox="0 0 ${WIDTH} ${HEIGHT}">${body.join('')}</svg>`,
  )}`;
}

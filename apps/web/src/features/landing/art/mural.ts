import { sprayCapFigure } from './spray-cap-figure';
import { dust, layered, round, seeded, type Random } from '../../../lib/pen';

export interface MuralFormat {
  width: number;
  height: number;
  /** Where the figure stands: its box's left and top, and its size. */
  figure: { x: number; y: number; size: number };
  /** Where the old throw-up fades on the wall. */
  throwUp: { x: number; y: number; scale: number };
}

/** The landing page's two formats; the text is beside the figure. */
export const MURALS = {
  wide: { width: 1600, height: 1000, figure: { x: 650, y: 50, size: 870 }, throwUp: { x: 20, y: 560, scale: 1.25 } },
  tall: { width: 900, height: 1600, figure: { x: 105, y: 130, size: 690 }, throwUp: { x: -40, y: 980, scale: 1.35 } },
} satisfies Record<string, MuralFormat>;

const PAVEMENT = 0.925;

/** The figure alone, for other screens. */
export function drawFigure(): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-30 -10 1090 1000">${definitions()}${sprayCapFigure()}` +
    `</svg>\n`
  );
}

/** A night wall with fresh paint on it, as an SVG document. The same format always gives the same text. */
export function drawMural(format: MuralFormat): string {
  const { width, height, figure, throwUp } = format;
  const random = seeded(width);
  const ground = round(height * PAVEMENT);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">`,
    definitions(),
    `<rect width="${width}" height="${height}" fill="#131519"/><rect width="${width}" height="${height}" ` +
      `fill="url(#bricks)"/>`,
    shadedBricks(random, width, height),
    `<g transform="translate(${throwUp.x} ${throwUp.y}) scale(${throwUp.scale})" opacity=".9">${oldThrowUp()}</g>`,
    tags(random, width, height),
    `<rect width="${width}" height="${height}" fill="url(#lamp)"/>`,
    pavement(width, height),
    `<g transform="translate(${figure.x} ${figure.y}) scale(${figure.size / 1000})">${sprayCapFigure()}</g>`,
    `<rect width="${width}" height="${height}" fill="url(#vignette)"/>`,
    dust(random, width * 0.5, height * 0.5, width * 0.4, 90, '#f4f1ea', [1.2, 1.8])
      .replaceAll('opacity="', 'opacity="0.1" data-was="')
      .replaceAll(/ data-was="[\d.]+"/g, ''),
    `<path d="M0 ${ground}H${width}" stroke="#000" stroke-width="5" opacity=".7"/>`,
    '</svg>\n',
  ].join('');
}

function definitions(): string {
  const cloudPaint = (id: string, color: string) =>
    `<radialGradient id="${id}"><stop stop-color="${color}" stop-opacity=".8"/><stop offset=".45" stop-color="` +
    `${color}" stop-opacity=".38"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;
  const fill = (id: string, from: string, to: string) =>
    `<linearGradient id="${id}" x2=".25" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}` +
    `"/></linearGradient>`;
  return (
    `<defs>${cloudPaint('magenta-cloud', '#ff3d8b')}${cloudPaint('cyan-cloud', '#22d3ee')}${cloudPaint('acid-cloud', '#d7f205')}${fill(
      'acid-fill',
      '#eaff3a',
      '#a9c000',
    )}${fill('plastic', '#fffdf8', '#b9b5aa')}${fill('cyan-fill', '#7ef0ff', '#0b92ab')}${fill('magenta-fill', '#ff77ae', '#d41565')}${fill(
      'nozzle-fill',
      '#fdfbf5',
      '#a8a49a',
    )}<radialGradient id="iris"><stop stop-color="#baf6ff"/><stop offset=".6" stop-color="#22d3ee"/><stop offset="1" stop-color="#0a6f83"/></radialGradient>` +
    `<radialGradient id="lamp" cx=".72" cy="-.06" r=".95"><stop stop-color="#ffe9c4" stop-opacity=".2"/>` +
    `<stop offset=".4" stop-color="#dfe6ff" stop-opacity=".05"/><stop offset="1" stop-color="#000" ` +
    `stop-opacity=".32"/></radialGradient>` +
    `<radialGradient id="vignette" r=".78"><stop offset=".62" stop-color="#000" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="#050607" stop-opacity=".6"/></radialGradient>` +
    brickPattern() +
    '</defs>'
  );
}

/** One repeat of the wall: six courses, the bricks cut unevenly, mortar darker than stone. */
function brickPattern(): string {
  const random = seeded(7);
  const [width, course, courses] = [480, 46, 6];
  const bricks = Array.from({ length: courses }, (_, row) => {
    const shift = row % 2 ? 0 : -60;
    return Array.from({ length: 5 }, (_, column) => {
      const x = shift + column * 120 + random() * 4;
      const tone = ['#191d24', '#1c2028', '#171a20', '#1f232c'][Math.floor(random() * 4)];
      return (
        `<rect x="${round(x + 2)}" y="${round(row * course + 2 + random() * 1.5)}" ` +
        `width="${round(114 - random() * 4)}" height="${round(course - 5 - random() * 2)}" ` +
        `rx="${round(1.5 + random() * 2)}" fill="${tone}"/>`
      );
    }).join('');
  }).join('');
  return (
    `<pattern id="bricks" width="${width}" height="${course * courses}" patternUnits="userSpaceOnUse">` +
    `<rect width="${width}" height="${course * courses}" fill="#0f1114"/>${bricks}</pattern>`
  );
}

/** Here and there a brick of another firing. */
function shadedBricks(random: Random, width: number, height: number): string {
  return Array.from({ length: 70 }, () => {
    const row = Math.floor((random() * height) / 46);
    const column = Math.floor((random() * width) / 120);
    const light = random() > 0.45;
    return (
      `<rect x="${column * 120 + (row % 2 ? 2 : 62)}" y="${row * 46 + 3}" width="112" height="40" rx="3" ` +
      `fill="${light ? '#fff' : '#000'}" opacity="${round(light ? 0.1 * random() + 0.05 : 0.3)}"/>`
    );
  })
    .join('')
    .replaceAll(' opacity="0.1"', ' opacity=".035"')
    .replaceAll(' opacity="0"', ' opacity=".02"');
}

/** Four bubble letters that someone left long ago: thick round strokes, seen through the dirt. */
function oldThrowUp(): string {
  const letters =
    'M60 60V250M60 160H150M150 60V250M230 60V190C232 262 330 262 332 190V60M410 250V70L500 240V60M560 ' +
    '66H690M626 70V250';
  return (
    layered(letters, [
      ['#2c3038', 92],
      ['#101216', 78],
      ['#20242b', 62],
    ]) +
    `<path d="M44 50v60M214 52v50M394 66v40M560 48h40" fill="none" stroke="#3a4049" stroke-width="6" ` +
    `stroke-linecap="round"/>`
  );
}

/** Small drawings: crown, arrow, star, heart, cross, spiral. */
const DRAWINGS = [
  'M0 40L4 0L22 24L36 -8L50 24L70 2L72 40Z',
  'M0 40C20 10 50 0 84 2M62 -16L86 2L66 24',
  'M30 -10L40 40L-4 8L64 8L20 40Z',
  'M30 44C-6 20 -4 -8 14 -8C24 -8 30 2 30 8C30 2 38 -8 48 -8C66 -8 66 20 30 44Z',
  'M0 0L44 44M44 0L0 44',
  'M36 22C36 10 18 8 16 22C14 40 40 46 52 28C64 4 38 -16 14 -6C-8 4 -10 38 10 52',
];

function tags(random: Random, width: number, height: number): string {
  return Array.from({ length: 11 }, (_, index) => {
    const x = ((index + random()) / 11) * width;
    const y = height * (0.06 + random() * 0.8);
    const color = ['#f4f1ea', '#22d3ee', '#ff3d8b', '#d7f205'][index % 4];
    const scale = 0.7 + random() * 0.9;
    return (
      `<path transform="translate(${round(x)} ${round(y)}) rotate(${round(random() * 30 - 15)}) ` +
      `scale(${round(scale)})" d="${DRAWINGS[index % DRAWINGS.length]}" fill="none" stroke="${color}" ` +
      `stroke-width="6" stroke-linecap="round" stroke-linejoin="round" opacity=".2"/>`
    );
  }).join('');
}

/** Wet asphalt, which mirrors the paint. */
function pavement(width: number, height: number): string {
  const top = height * PAVEMENT;
  const mirror = (x: number, radius: number, paint: string) =>
    `<ellipse cx="${round(x * width)}" cy="${round(top + (height - top) * 0.5)}" rx="${radius}" ` +
    `ry="${round((height - top) * 0.42)}" fill="url(#${paint})" opacity=".5"/>`;
  return (
    `<rect y="${round(top)}" width="${width}" height="${round(height - top)}" fill="#0a0b0d"/>` +
    `${mirror(0.7, 300, 'acid-cloud')}${mirror(0.86, 240, 'magenta-cloud')}${mirror(0.5, 240, 'cyan-cloud')}`
  );
}

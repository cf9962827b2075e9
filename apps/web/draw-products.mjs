// Draws the products of the store: `npm run products -w apps/web` writes public/products/<slug>.svg, and for link
// previews, which take no SVG, public/previews/<slug>.png. All are made of the same parts: one line weight, three
// paints, chalk and black, on a plate with cut corners.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const [INK, CHALK, ACID, MAGENTA, CYAN] = ['#0e0f11', '#f4f1ea', '#d7f205', '#ff3d8b', '#22d3ee'];
const LINE = 6;
const PAINTS = [ACID, MAGENTA, CYAN];

const shape = (d, fill = 'none', more = '') => `<path d="${d}" fill="${fill}"${more}/>`;
const circle = (x, y, r, fill = 'none') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const box = (x, y, width, height, fill, round = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}"${round ? ` rx="${round}"` : ''} fill="${fill}"/>`;
const lines = (...list) => shape(list.join(''));
const solid = (content) => `<g stroke="none">${content}</g>`;
const turned = (content, angle, x = 160, y = 160) => `<g transform="rotate(${angle} ${x} ${y})">${content}</g>`;
/** Drawn smaller or larger, a part keeps the line weight. */
const moved = (content, x, y, scale = 1) =>
  `<g transform="translate(${x} ${y}) scale(${scale})" stroke-width="${Math.round((10 * LINE) / scale) / 10}">` +
  `${content}</g>`;
const times = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join('');

/** Specks of overspray around a point: the same ones each time. */
function overspray(x, y, reach, count, fill) {
  return solid(
    times(count, (index) => {
      const angle = index * 2.4;
      const away = reach * Math.sqrt((index + 3) / count);
      return circle(
        Math.round(x + Math.cos(angle) * away),
        Math.round(y + Math.sin(angle) * away),
        1.5 + ((index * 7) % 5),
        fill,
      );
    }),
  );
}

/** The spray cap of the logo, 60 wide, as a print on a product. */
const capPrint = (x, y, fill) =>
  moved(shape('M-26 30V6H26V30ZM-18 6V-14H18V6M18 -8L34 -14', fill) + circle(0, -4, 4, INK), x, y);

/** A can, 84 wide and 200 high, upright from its foot at 0,0. `print`: what is on its label. */
const can = (body, cap, print) =>
  shape('M-42 -8V-138Q-42 -158 -24 -164H24Q42 -158 42 -138V-8Q42 0 34 0H-34Q-42 0 -42 -8Z', body) +
  shape('M-24 -164V-194Q-24 -202 -16 -202H16Q24 -202 24 -194V-164Z', cap) +
  solid(box(-9, -194, 18, 8, INK)) +
  box(-42, -118, 84, 78, CHALK) +
  print +
  lines('M-42 -20H42');
/** Nightline: a moon over a line. */
const NIGHTLINE =
  solid(`<path d="M8 -106A21 21 0 1 0 22 -72A17 17 0 1 1 8 -106Z" fill="${INK}"/>`) + lines('M-30 -52H30');
/** Kerbside: the stripes of a kerb. */
const KERBSIDE = solid(
  `<g fill="${INK}">${times(4, (index) => `<path d="M${-42 + index * 21} -43l12 -72h10l-12 72z"/>`)}</g>`,
);

/** A marker, 36 wide and 190 high, upright with its tip up, foot at 0,0. */
const marker = (body, tip) =>
  shape('M-18 -6V-110H18V-6Q18 0 12 0H-12Q-18 0 -18 -6Z', body) +
  shape('M-18 -110L-11 -138H11L18 -110Z', CHALK) +
  tip +
  lines('M-18 -30H18');
const bullet = (fill) => shape('M-8 -138V-152Q0 -166 8 -152V-138Z', fill);
const chisel = (fill) => shape('M-9 -138V-162L9 -148V-138Z', fill);
const TEN = [MAGENTA, CYAN, CHALK, INK, ACID];
/** A squeezed bottle with a mop for a tip, 72 wide. */
const mop = (body, paint) =>
  shape('M-36 -10V-110Q-36 -124 -20 -128H20Q36 -124 36 -110V-10Q36 0 26 0H-26Q-36 0 -36 -10Z', body) +
  shape('M-15 -128V-146H15V-128Z', CHALK) +
  shape('M-24 -146Q-28 -186 0 -186Q28 -186 24 -146Z', paint) +
  lines('M-10 -172V-160M8 -174V-158') +
  shape('M-22 -92H22V-34H-22Z', CHALK) +
  shape('M-14 -60Q-4 -84 14 -74', 'none');

/** The one plate below each drawing: its paint, and a spray of another. */
const plate = (ground, spray, angle) =>
  `${solid(shape('M34 6H300L314 20V286L290 314H22L6 296V34Z', ground))}${turned(overspray(160, 160, 150, 46, spray), angle)}${solid(
    `<ellipse cx="160" cy="286" rx="104" ` + `ry="9" fill="${INK}" opacity=".22"/>`,
  )}`;

const products = {
  'stencil-tee': [
    CYAN,
    CHALK,
    shape('M110 60L52 92L34 152L76 168L88 144V280H232V144L244 168L286 152L268 92L210 60Q160 96 110 60Z', CHALK) +
      lines('M122 66Q160 112 198 66M88 144V124M232 144V124') +
      overspray(160, 176, 46, 22, MAGENTA) +
      capPrint(160, 178, ACID),
  ],
  'dusk-hoodie': [
    ACID,
    CHALK,
    shape('M104 84L52 116L36 262H84L92 176V284H228V176L236 262H284L268 116L216 84Z', MAGENTA) +
      shape('M104 88Q100 34 160 32Q220 34 216 88Q160 128 104 88Z', MAGENTA) +
      shape('M124 84Q122 54 160 52Q198 54 196 84Q160 108 124 84Z', INK) +
      shape('M116 284V242L132 222H188L204 242V284Z', CHALK) +
      lines('M144 102V146M176 102V140M36 240H86M284 240H234') +
      shape('M124 194A36 36 0 0 1 196 194Z', ACID) +
      lines('M112 206H208'),
  ],
  'plaster-beanie': [
    MAGENTA,
    ACID,
    shape('M76 204Q72 72 160 66Q248 72 244 204Z', CYAN) +
      lines('M112 200Q108 116 148 72M160 66V200M208 200Q212 116 172 72') +
      shape('M58 200H262L256 264H64Z', CHALK) +
      lines(times(8, (index) => `M${86 + index * 21} 206V258`)) +
      shape('M190 216H226V250H190Z', ACID) +
      circle(160, 56, 20, ACID),
  ],
  'scaffold-jacket': [
    CYAN,
    ACID,
    shape('M112 58L58 84L34 250H82L92 168V284H228V168L238 250H286L262 84L208 58Z', INK) +
      shape('M112 58L160 110L208 58L186 46H134Z', CHALK) +
      `<g stroke="${ACID}">${lines('M104 120V170M148 120V170M104 132H148M104 158H148M104 132L148 158')}</g>` +
      `<g stroke="${MAGENTA}">${lines('M160 112V282')}</g>` +
      shape('M178 196H216V240H178Z', MAGENTA) +
      shape('M104 196H142V240H104Z', MAGENTA) +
      `<g stroke="${CHALK}">${lines('M178 210H216M104 210H142M46 232H80M240 232H274M178 128H212M178 144H202')}</g>`,
  ],
  'cap-tote': [
    ACID,
    MAGENTA,
    lines('M116 130V84Q116 42 160 42Q204 42 204 84V130') +
      shape('M66 118H254L268 284H52Z', CHALK) +
      lines('M116 118V142M204 118V142M60 138H104M216 138H260') +
      moved(capPrint(0, 0, CYAN), 154, 214, 1.5) +
      overspray(232, 184, 24, 12, MAGENTA),
  ],
  'night-wall-backpack': [
    MAGENTA,
    CYAN,
    lines('M132 62V44Q160 24 188 44V62') +
      shape('M76 268V124Q76 60 160 58Q244 60 244 124V268Q244 284 228 284H92Q76 284 76 268Z', INK) +
      shape(
        'M76 160H54Q44 160 44 172V236Q44 248 56 248H76ZM244 160H266Q276 160 276 172V236Q276 248 264 248H244Z',
        ACID,
      ) +
      `<g stroke="${CYAN}">${lines(
        'M96 96H224M88 118H232M88 140H232M120 96V118M164 ' + '96V118M204 96V118M108 118V140M148 118V140M190 118V140',
      )}</g>` +
      shape('M100 184H220V264H100Z', CYAN) +
      lines('M100 206H220M160 206V226') +
      circle(160, 230, 6, CHALK),
  ],
  'chalk-enamel-pin': [
    CYAN,
    MAGENTA,
    shape('M160 44L262 104L252 222L160 282L68 222L58 104Z', ACID) +
      shape('M160 72L236 116L228 208L160 252L92 208L84 116Z', INK) +
      turned(
        shape('M142 92H178V214H142Z', CHALK) + shape('M142 92L150 78H172L178 92Z', MAGENTA) + lines('M142 186H178'),
        32,
      ) +
      `<g stroke="${MAGENTA}">${lines('M104 204Q130 224 160 214')}</g>` +
      `<g stroke="${CHALK}">${lines('M84 70L68 54M240 66L256 50M62 160H38')}</g>`,
  ],
  'respirator-mask': [
    ACID,
    CYAN,
    lines('M96 126Q52 96 34 60M224 126Q268 96 286 60M98 210Q60 220 36 252M222 210Q260 220 284 252') +
      shape('M160 64Q206 74 226 134L214 220Q190 256 160 258Q130 256 106 220L94 134Q114 74 160 64Z', CHALK) +
      shape('M134 164H186L178 216H142Z', INK) +
      `<g stroke="${CHALK}">${lines('M146 182H174M148 198H172')}</g>` +
      [
        [94, MAGENTA],
        [226, MAGENTA],
      ]
        .map(
          ([x, fill]) =>
            circle(x, 196, 46, fill) +
            circle(x, 196, 27, INK) +
            `<g stroke="${CYAN}">` +
            `${lines(`M${x - 15} 186H${x + 15}M${x - 17} 197H${x + 17}M${x - 13} 208H${x + 13}`)}</g>`,
        )
        .join('') +
      lines('M136 104Q160 92 184 104'),
  ],
  'nightline-single': [MAGENTA, INK, moved(can(CYAN, INK, NIGHTLINE), 160, 286, 1.2)],
  'nightline-six': [
    ACID,
    INK,
    [
      [92, 196],
      [160, 196],
      [228, 196],
    ]
      .map(([x, y], index) => moved(can(PAINTS[(index + 1) % 3], CHALK, NIGHTLINE), x, y, 0.74))
      .join('') +
      [
        [76, 286],
        [160, 286],
        [244, 286],
      ]
        .map(([x, y], index) => moved(can([CYAN, INK, MAGENTA][index], ACID, NIGHTLINE), x, y, 0.86))
        .join(''),
  ],
  'nightline-dusk-twelve': [
    CYAN,
    ACID,
    [0, 1]
      .map((row) =>
        times(6, (index) =>
          moved(
            can([MAGENTA, MAGENTA, INK, INK, ACID, CHALK][(index + row * 2) % 6], [ACID, CHALK][row], ''),
            62 + index * 39,
            190 + row * 18,
            0.5 - row * 0.02,
          ),
        ),
      )
      .join('') +
      shape('M30 150H290V286H30Z', CHALK) +
      shape('M30 150L44 132M290 150L276 132', 'none') +
      shape('M30 250H290V286H30Z', MAGENTA) +
      moved(NIGHTLINE, 160, 294, 1.15) +
      lines('M48 172H92M48 190H76M228 172H272M244 190H272'),
  ],
  'kerbside-single': [
    ACID,
    MAGENTA,
    turned(moved(can(INK, MAGENTA, KERBSIDE), 160, 280, 1.12), 14) +
      overspray(76, 70, 40, 22, MAGENTA) +
      lines('M150 60L110 62'),
  ],
  'kerbside-matte-six': [
    CYAN,
    CHALK,
    [[160, 122]].map(([x, y]) => moved(can(ACID, INK, KERBSIDE), x, y, 0.5)).join('') +
      [
        [114, 206],
        [206, 206],
      ]
        .map(([x, y], index) => moved(can([MAGENTA, CHALK][index], INK, KERBSIDE), x, y, 0.5))
        .join('') +
      [
        [68, 290],
        [160, 290],
        [252, 290],
      ]
        .map(([x, y], index) => moved(can([INK, ACID, MAGENTA][index], CHALK, KERBSIDE), x, y, 0.5))
        .join('') +
      lines('M66 206H254M112 122H208'),
  ],
  'mop-marker-pair': [
    MAGENTA,
    CHALK,
    turned(moved(mop(INK, CYAN), 116, 278, 1.18), -10, 116, 278) +
      turned(moved(mop(ACID, INK), 214, 284, 1.18), 12, 214, 284) +
      lines('M112 42V24M96 40V32'),
  ],
  'chalk-marker-set': [
    INK,
    CHALK,
    [-27, -9, 9, 27]
      .map((angle, index) =>
        turned(
          moved(marker([MAGENTA, CYAN, ACID, CHALK][index], bullet([MAGENTA, CYAN, ACID, INK][index])), 160, 252, 1.24),
          angle,
          160,
          312,
        ),
      )
      .join('') +
      shape('M84 230Q160 206 236 230L222 288H98Z', CYAN) +
      lines('M100 250Q160 234 220 250') +
      circle(160, 264, 8, CHALK),
  ],
  'chisel-marker-ten': [
    ACID,
    MAGENTA,
    times(10, (index) =>
      moved(marker(TEN[index % 5], chisel(TEN[index % 5])), 62 + index * 21.8, 226, index % 2 ? 0.6 : 0.74),
    ) +
      shape('M38 182L52 170H268L282 182V288H38Z', INK) +
      shape('M62 204H258V266H62Z', CHALK) +
      shape('M88 252V222L128 234V252Z', MAGENTA) +
      lines('M146 224H236M146 246H210'),
  ],
};

/** Each product's drawing by its slug, as SVG of 320 x 320. */
export const drawings = Object.fromEntries(
  Object.entries(products).map(([slug, [ground, spray, drawn]], index) => [
    slug,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" stroke="${INK}" stroke-width="${LINE}" ` +
      `stroke-linejoin="round" stroke-linecap="round">${plate(ground, spray, index * 37)}${drawn}</svg>\n`,
  ]),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, previews] = ['public/products/', 'public/previews/'].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  );
  for (const each of [folder, previews]) mkdirSync(each, { recursive: true });
  for (const [slug, svg] of Object.entries(drawings)) {
    writeFileSync(`${folder}${slug}.svg`, svg);
    await sharp(Buffer.from(svg), { density: 144 })
      .resize(640, 640)
      .png({ palette: true })
      .toFile(`${previews}${slug}.png`);
  }
}

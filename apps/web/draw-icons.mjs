// Draws the icons of the installed app from our logo, `public/spray-cap.svg`: `npm run icons -w apps/web` after the
// logo has changed.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const at = (path) => fileURLToPath(new URL(`public/${path}`, import.meta.url));
const logo = readFileSync(at('spray-cap.svg'), 'utf8');
/** Systems cut a maskable icon to any shape: the ground fills it, and the logo stays in the middle 80 %. */
const maskable = logo
  .replace(
    /(<svg[^>]*>)<rect[^>]*\/>/,
    '$1<rect width="48" height="48" fill="#0e0f11"/><g transform="translate(6 6) scale(.75)">',
  )
  .replace('</svg>', '</g></svg>');

mkdirSync(at('icons'), { recursive: true });
const draw = (svg, size, name) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(at(`icons/${name}-${size}.png`));
await Promise.all([
  ...[48, 72, 96, 128, 144, 192, 256, 384, 512].map((size) => draw(logo, size, 'icon')),
  ...[192, 512].map((size) => draw(maskable, size, 'maskable')),
  draw(maskable, 180, 'apple-touch'),
]);

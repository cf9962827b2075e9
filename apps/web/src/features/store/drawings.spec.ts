import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { drawings } from '../../../draw-products.mjs';

const folder = path.join(__dirname, '../../../public/products');
/** Pixels of a drawing as it is on a small card. */
const SIZE = 160;
/** Of 255, on average of all pixels: two drawings of one kind (two packs of cans) are some 40 apart. */
const APART = 20;

it('the products’ drawings are those that our own code draws now [MERCH-24]', () => {
  const files = Object.fromEntries(
    readdirSync(folder).map((file) => [path.parse(file).name, readFileSync(path.join(folder, file), 'utf8')]),
  );
  expect(files).toEqual(drawings);
  expect(Object.keys(drawings)).toHaveLength(16);
});

it('each has a picture of 640 pixels for link previews, which take no SVG', async () => {
  const previews = path.join(folder, '../previews');
  expect(readdirSync(previews).toSorted()).toEqual(
    Object.keys(drawings)
      .map((slug) => `${slug}.png`)
      .toSorted(),
  );
  for (const file of readdirSync(previews))
    expect(await sharp(path.join(previews, file)).metadata()).toMatchObject({ format: 'png', width: 640, height: 640 });
});

it('no two are alike at 160 pixels', async () => {
  const pixels = await Promise.all(
    Object.entries(drawings).map(async ([slug, svg]) => ({
      slug,
      raw: await sharp(Buffer.from(svg)).resize(SIZE, SIZE).greyscale().raw().toBuffer(),
    })),
  );
  const distance = (a: Buffer, b: Buffer) =>
    a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
  const alike = pixels.flatMap((one, index) =>
    pixels
      .slice(index + 1)
      .filter((other) => distance(one.raw, other.raw) < APART)
      .map((other) => `${one.slug} ${other.slug}`),
  );
  expect(alike).toEqual([]);
});

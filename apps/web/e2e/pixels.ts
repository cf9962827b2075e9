import { expect, type Locator } from '@playwright/test';

type Rgb = readonly [red: number, green: number, blue: number];

/** The pixels of an element as the screen shows them, with what lies over it. */
export async function pixelsOf(element: Locator) {
  const png = (await element.screenshot()).toString('base64');
  const data = await element.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const paint = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    paint.drawImage(image, 0, 0);
    const { data: pixels } = paint.getImageData(0, 0, image.width, image.height);
    const counts = new Map<number, number>();
    for (const pixel of new Uint32Array(pixels.buffer)) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return [...counts];
  }, png);
  const counts = data.map(([pixel, count]) => ({
    color: [pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff] as Rgb,
    count,
  }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  expect(total).toBeGreaterThan(0);
  const near = (wanted: Rgb, within: number) =>
    counts.filter(({ color }) => color.every((value, i) => Math.abs(value - wanted[i]!) <= within));
  return {
    /** Which share of all pixels differs from a colour by at most so much in each of red, green and blue (0 to 255). */
    share: (wanted: Rgb, within: number) => near(wanted, within).reduce((sum, { count }) => sum + count, 0) / total,
    /** How many shades there are around a colour. */
    shades: (wanted: Rgb, within: number) => near(wanted, within).length,
  };
}

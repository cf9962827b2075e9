import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { heicPhoto } from '../../test/heic.js';
import { hdrToSrgb } from './heic-colour.js';
import { makePicture, openPicture } from './process-picture.js';

const colourOf = async (file: Buffer) => {
  const { sizes } = await makePicture(await openPicture(file));
  return [...(await sharp(sizes.large).raw().toBuffer()).subarray(0, 3)];
};

const converted = (codes: number[], colour: Parameters<typeof hdrToSrgb>[1]) => {
  const pixels = Uint8Array.from(codes);
  hdrToSrgb(pixels, colour);
  return [...pixels];
};

describe('colours of a HEIC without an ICC profile', () => {
  it('are those of Display P3 where its nclx box says so', async () => {
    const { icc } = await sharp(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .withIccProfile('p3')
        .jpeg()
        .toBuffer(),
    ).metadata();
    const byProfile = await colourOf(heicPhoto({ rows: [['olive']], icc: icc! }));
    expect(await colourOf(heicPhoto({ rows: [['olive']], nclx: { primaries: 12, transfer: 13 } }))).toEqual(byProfile);
    expect(byProfile).not.toEqual(await colourOf(heicPhoto({ rows: [['olive']] })));
  });

  it('stay where it says sRGB', async () => {
    expect(await colourOf(heicPhoto({ rows: [['olive']], nclx: { primaries: 1, transfer: 13 } }))).toEqual(
      await colourOf(heicPhoto({ rows: [['olive']] })),
    );
  });

  it.each([16, 18])('are converted from high dynamic range (transfer %i)', async (transfer) => {
    expect(await colourOf(heicPhoto({ rows: [['olive']], nclx: { primaries: 9, transfer } }))).not.toEqual(
      await colourOf(heicPhoto({ rows: [['olive']] })),
    );
  });
});

describe('high dynamic range', () => {
  // Codes of white paper (203 cd/m²): 58 % in PQ, 75 % in HLG (ITU-R BT.2408).
  it.each([
    [16, 148],
    [18, 191],
  ])('shows white paper as almost white, black as black, and the peak as white (transfer %i)', (transfer, paper) => {
    const [white] = converted([paper, paper, paper], { primaries: 9, transfer });
    expect(white).toBeGreaterThan(235);
    expect(white).toBeLessThan(255);
    expect(converted([0, 0, 0, 255, 255, 255], { primaries: 9, transfer })).toEqual([0, 0, 0, 255, 255, 255]);
  });

  it.each([9, 12])('keeps grey grey (primaries %i)', (primaries) => {
    const [r, g, b] = converted([100, 100, 100], { primaries, transfer: 16 });
    expect(Math.max(r!, g!, b!) - Math.min(r!, g!, b!)).toBeLessThanOrEqual(1);
  });

  it('makes colours of wider primaries more saturated in sRGB', () => {
    const [, narrow] = converted([120, 90, 90], { primaries: 1, transfer: 16 });
    const [, wide] = converted([120, 90, 90], { primaries: 9, transfer: 16 });
    expect(wide).toBeLessThan(narrow!);
  });
});

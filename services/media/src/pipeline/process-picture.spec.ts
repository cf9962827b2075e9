import sharp, { type Sharp } from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { describe, expect, it } from '@jest/globals';
import { heicPhoto, heicStripes } from '../../test/heic.js';
import { cameraJpeg, PLATEAU, pngBomb, SCRIPT, stripes, SVG } from '../../test/photos.js';
import { placeOf } from './photo-suggestion.js';
import { PictureRefused } from './picture-refused.js';
import { makePicture, openPicture } from './process-picture.js';
import { allocateRgbTiff } from './rgb-tiff.js';

const processPicture = async (file: Buffer) => makePicture(await openPicture(file));

/** The colour in the middle of the left edge and of the right edge. */
async function edgeColours(picture: Buffer) {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const [red, green, blue] = data.subarray((y * info.width + x) * info.channels);
    return red! > 150 ? 'red' : green! > 150 ? 'green' : blue! > 150 ? 'blue' : 'other';
  };
  const [x, y] = [info.width - 8, info.height - 8];
  return { left: at(8, y >> 1), right: at(x, y >> 1), top: at(x >> 1, 8), bottom: at(x >> 1, y) };
}

const refusal = (file: Buffer) =>
  processPicture(file).then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof PictureRefused ? [error.refusal.code, error.refusal.fields?.[0]?.code] : error,
  );

describe('a processed picture', () => {
  it('gives three sizes in WebP, none larger than its bound', async () => {
    const { sizes, width, height } = await processPicture(await stripes(4000, 3000).jpeg().toBuffer());
    expect({ width, height }).toEqual({ width: 1600, height: 1200 });
    const seen = await Promise.all(Object.values(sizes).map((size) => sharp(size).metadata()));
    expect(seen.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 1600, 1200],
      ['webp', 800, 600],
      ['webp', 320, 240],
    ]);
  });

  it('never enlarges', async () => {
    const { sizes, width, height } = await processPicture(await stripes(90, 60).png().toBuffer());
    expect({ width, height }).toEqual({ width: 90, height: 60 });
    expect((await sharp(sizes.small).metadata()).width).toBe(90);
  });

  it('gives a thumbhash of the shape and colour of the picture', async () => {
    const { thumbhash } = await processPicture(await stripes(600, 200).png().toBuffer());
    const hash = Buffer.from(thumbhash, 'base64');
    expect(thumbHashToApproximateAspectRatio(hash)).toBeGreaterThan(2);
    const { r, g, b } = thumbHashToAverageRGBA(hash);
    for (const colour of [r, g, b]) expect(colour).toBeCloseTo(1 / 3, 0);
  });

  it('has no metadata in any size', async () => {
    const file = await cameraJpeg();
    expect(file.includes('Serial-31337')).toBe(true);
    const { sizes } = await processPicture(file);
    for (const size of Object.values(sizes)) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(size).metadata();
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      expect(size.includes('Serial-31337') || size.includes('Secret Name') || size.includes('Exif')).toBe(false);
    }
  });

  it.each([
    [1, { left: 'red', right: 'blue' }, [600, 400]],
    [2, { left: 'blue', right: 'red' }, [600, 400]],
    [3, { left: 'blue', right: 'red' }, [600, 400]],
    [4, { left: 'red', right: 'blue' }, [600, 400]],
    [5, { top: 'red', bottom: 'blue' }, [400, 600]],
    [6, { top: 'red', bottom: 'blue' }, [400, 600]],
    [7, { top: 'blue', bottom: 'red' }, [400, 600]],
    [8, { top: 'blue', bottom: 'red' }, [400, 600]],
  ])('turns a photo of orientation %i upright', async (orientation, colours, [width, height]) => {
    const picture = await processPicture(await cameraJpeg({ orientation }));
    expect(picture).toMatchObject({ width, height });
    for (const size of Object.values(picture.sizes)) expect(await edgeColours(size)).toMatchObject(colours);
  });

  it('takes the first frame of an animation', async () => {
    const frames = Buffer.concat(
      await Promise.all(
        ['#ff0000', '#0000ff'].map((background) =>
          sharp({ create: { width: 40, height: 30, channels: 3, background } })
            .raw()
            .toBuffer(),
        ),
      ),
    );
    const gif = await sharp(frames, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(2);
    const { sizes, width, height } = await processPicture(gif);
    expect({ width, height }).toEqual({ width: 40, height: 30 });
    expect(await edgeColours(sizes.large)).toMatchObject({ left: 'red', bottom: 'red' });
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)('reads %s [DOCM-31]', async (format) => {
    const { sizes } = await processPicture(
      await stripes(300, 200)
        .toFormat(format, format === 'avif' ? { effort: 0 } : {})
        .toBuffer(),
    );
    expect(await edgeColours(sizes.large)).toMatchObject({ left: 'red', right: 'blue' });
  });

  it.each([
    // As large as a phone's; to turn it is the same at any size.
    [0, 48, { width: 4032, height: 3024 }, { left: 'red', right: 'blue' }, [1600, 1200]],
    [1, 12, { width: 2016, height: 1512 }, { top: 'blue', bottom: 'red' }, [1200, 1600]],
    [2, 12, { width: 2016, height: 1512 }, { left: 'blue', right: 'red' }, [1600, 1200]],
    [3, 12, { width: 2016, height: 1512 }, { top: 'red', bottom: 'blue' }, [1200, 1600]],
  ] as const)(
    "turns a phone's HEIC upright by %i quarters, of %i tiles [DOCM-31]",
    async (turns, _tiles, size, colours, [width, height]) => {
      const picture = await processPicture(heicStripes({ ...size, turns }));
      expect(picture).toMatchObject({ width, height });
      for (const size of Object.values(picture.sizes)) expect(await edgeColours(size)).toMatchObject(colours);
    },
  );

  it('shows the whole of a HEIC whose last tiles are cut, mirrored ones too, and nothing beyond', async () => {
    const photo = heicPhoto({
      rows: [
        ['red', 'green'],
        ['red', 'green'],
      ],
      width: 640,
      height: 1000,
      mirrored: true,
    });
    const { sizes, width, height } = await processPicture(photo);
    expect([width, height]).toEqual([640, 1000]);
    const { data, info } = await sharp(sizes.large).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number) =>
      [...data.subarray((500 * info.width + x) * 3, (500 * info.width + x) * 3 + 3)].map((value) => value > 128);
    expect([at(100), at(150)]).toEqual([
      [false, true, false],
      [true, false, false],
    ]);
  });

  it('brings the colours of a HEIC into sRGB by its profile', async () => {
    const { icc } = await sharp(await stripes().withIccProfile('p3').jpeg().toBuffer()).metadata();
    const plain = await processPicture(heicPhoto({ rows: [['olive']] }));
    const wide = await processPicture(heicPhoto({ rows: [['olive']], icc: icc! }));
    const colour = async ({ sizes }: typeof plain) => [...(await sharp(sizes.large).raw().toBuffer()).subarray(0, 3)];
    expect(await colour(wide)).not.toEqual(await colour(plain));
  });

  it.each([
    ['jpeg', 3],
    ['png', 3],
    ['png', 4],
    ['webp', 4],
  ] as const)('brings the colours of a %s of %i channels into sRGB by its profile', async (format, channels) => {
    const colour = { r: 200, g: 90, b: 40 };
    // From sRGB to the profile's colours, so that the picture has to show the colour from before.
    const wide = await sharp({
      create: { width: 2_000, height: 1_000, channels, background: { ...colour, alpha: 0.6 } },
    })
      .withIccProfile('p3')
      .toFormat(format, { quality: 95 })
      .toBuffer();
    const distance = async (picture: Sharp) => {
      const pixel = await picture.raw().toBuffer();
      return Math.max(...Object.values(colour).map((value, channel) => Math.abs(value - pixel[channel]!)));
    };
    expect(await distance(sharp(wide, { ignoreIcc: true }))).toBeGreaterThan(8);
    expect(await distance(sharp((await processPicture(wide)).sizes.large))).toBeLessThan(6);
  });

  it('ignores a profile that is damaged or of other colours', async () => {
    const { icc } = await sharp(
      await stripes().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
    ).metadata();
    for (const profile of [Buffer.alloc(500, 0xff), icc!]) {
      const { file, pixels } = allocateRgbTiff(300, 200, profile);
      pixels.set(await stripes(300, 200).removeAlpha().raw().toBuffer());
      expect(await edgeColours((await processPicture(file)).sizes.large)).toMatchObject({ left: 'red', right: 'blue' });
    }
  });

  it('reads grey, CMYK, 16-bit and transparent pictures', async () => {
    const files = [
      await stripes().greyscale().jpeg().toBuffer(),
      await stripes().toColourspace('cmyk').jpeg().toBuffer(),
      await stripes().toColourspace('rgb16').png().toBuffer(),
      await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
        .png()
        .toBuffer(),
      await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
        .greyscale()
        .png()
        .toBuffer(),
    ];
    const made = await Promise.all(files.map(processPicture));
    const seen = await Promise.all(made.map(({ sizes }) => sharp(sizes.medium).metadata()));
    expect(seen.map(({ format, depth, space }) => [format, depth, space])).toEqual(
      files.map(() => ['webp', 'uchar', 'srgb']),
    );
    expect(seen.map(({ hasAlpha }) => hasAlpha)).toEqual([false, false, false, true, true]);
    for (const { sizes } of made.slice(1, 4)) expect(await edgeColours(sizes.large)).toMatchObject({ left: 'red' });
  });

  it('survives extreme shapes', async () => {
    const { width, height } = await processPicture(
      await sharp({ create: { width: 16_000, height: 2, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    expect([width, height]).toEqual([1600, 1]);
  });
});

describe('place and time from the metadata', () => {
  const withExif = async (exif: Parameters<ReturnType<typeof stripes>['withExif']>[0]) =>
    (await processPicture(await stripes().withExif(exif).jpeg().toBuffer())).suggestion;

  it('offers position and time of a photo', async () => {
    const { suggestion } = await processPicture(await cameraJpeg({ orientation: 6 }));
    expect(suggestion!.latitude).toBeCloseTo(45.5225, 6);
    expect(suggestion!.longitude).toBeCloseTo(-73.5905, 6);
    expect(suggestion!.takenAt).toBe('2025-06-14T15:30:05-04:00');
  });

  it.each(['webp', 'png', 'avif'] as const)('finds them in %s as well', async (format) => {
    const file = await stripes()
      .withExif({ IFD3: PLATEAU })
      .toFormat(format, format === 'avif' ? { effort: 0 } : {})
      .toBuffer();
    const { suggestion } = await processPicture(file);
    expect(suggestion?.latitude).toBeCloseTo(45.5225, 6);
    expect(suggestion?.longitude).toBeCloseTo(-73.5905, 6);
  });

  it("finds them in a phone's HEIC", async () => {
    const { exif } = await sharp(await cameraJpeg()).metadata();
    const { suggestion } = await processPicture(heicPhoto({ rows: [['red']], exif: exif!.subarray(6) }));
    expect(suggestion).toEqual({ latitude: 45.5225, longitude: -73.5905, takenAt: '2025-06-14T15:30:05-04:00' });
  });

  it('reads the southern and eastern hemispheres', async () => {
    const suggestion = await withExif({ IFD3: { ...PLATEAU, GPSLatitudeRef: 'S', GPSLongitudeRef: 'E' } });
    expect(suggestion?.latitude).toBeCloseTo(-45.5225, 6);
    expect(suggestion?.longitude).toBeCloseTo(73.5905, 6);
  });

  it('keeps the local time where the camera knew no zone, also with a time of the satellites', async () => {
    const suggestion = await withExif({
      IFD2: { DateTimeOriginal: '2025:06:14 15:30:05' },
      IFD3: { ...PLATEAU, GPSDateStamp: '2025:06:14', GPSTimeStamp: '19/1 30/1 5/1' },
    });
    expect(suggestion?.takenAt).toBe('2025-06-14T15:30:05');
  });

  it("takes the satellites' time where the camera's clock told none", async () => {
    const suggestion = await withExif({
      IFD3: { ...PLATEAU, GPSDateStamp: '2025:06:14', GPSTimeStamp: '19/1 30/1 5/1' },
    });
    expect(suggestion?.takenAt).toBe('2025-06-14T19:30:05Z');
  });

  const BAY = { GPSLatitude: '36/1 48/1 144/10', GPSLongitude: '174/1 43/1 336/10' };

  it.each(['S', 's', 'South', 'SOUTH', 'Sud', 'Süd', 'Sur', 'S '])(
    'is in the south by the reference %j',
    async (reference) => {
      const suggestion = await withExif({ IFD3: { ...BAY, GPSLatitudeRef: reference, GPSLongitudeRef: 'East' } });
      expect(suggestion).toMatchObject({ latitude: -36.804, longitude: 174.726 });
    },
  );

  it.each(['W', 'w', 'West', 'Ouest', 'Oeste'])('is in the west by the reference %j', async (reference) => {
    const suggestion = await withExif({ IFD3: { ...BAY, GPSLatitudeRef: 's', GPSLongitudeRef: reference } });
    expect(suggestion).toMatchObject({ latitude: -36.804, longitude: -174.726 });
  });

  it.each([
    ['an empty reference', { ...BAY, GPSLatitudeRef: ' ', GPSLongitudeRef: 'E' }],
    ['an unknown reference', { ...BAY, GPSLatitudeRef: 'X', GPSLongitudeRef: 'E' }],
    ['one reference only', { ...BAY, GPSLongitudeRef: 'E' }],
    ['no reference', BAY],
    ['a reference of the other axis', { ...BAY, GPSLatitudeRef: 'W', GPSLongitudeRef: 'E' }],
    ['a lone O, which is east or west', { ...BAY, GPSLatitudeRef: 'S', GPSLongitudeRef: 'O' }],
    [
      'values that round to 0, 0',
      { GPSLatitude: '0/1 0/1 1/1000', GPSLatitudeRef: 'S', GPSLongitude: '0/1 0/1 1/1000', GPSLongitudeRef: 'W' },
    ],
  ])('suggests no place with %s', async (_, IFD3) => {
    expect((await withExif({ IFD2: { DateTimeOriginal: '2025:06:14 15:30:05' }, IFD3 }))?.latitude).toBeNull();
  });

  it.each([
    ['negative throughout', [-36, -48, -14.4], 'S', -36.804],
    ['negative in its degrees only', [-36, 48, 14.4], 'S', -36.804],
    ['negative in the north', [-36, 48, 14.4], 'N', null],
    ['one decimal number', [36.804], 'S', -36.804],
    ['minutes beyond an hour', [36, 90, 0], 'S', null],
  ])('reads a latitude that is %s', (_, values, reference, expected) => {
    expect(
      placeOf({ GPSLatitude: values, GPSLatitudeRef: reference, GPSLongitude: [174, 43, 33.6], GPSLongitudeRef: 'E' })
        ?.latitude ?? null,
    ).toBe(expected);
  });

  it.each([
    ['30 February', { DateTimeOriginal: '2025:02:30 15:30:05' }, null],
    ['a 25th hour', { DateTimeOriginal: '2025:06:14 25:30:05' }, null],
    ['the future', { DateTimeOriginal: '2999:06:14 15:30:05' }, null],
    ['the future, with an offset', { DateTimeOriginal: '2999:06:14 15:30:05', OffsetTimeOriginal: '+02:00' }, null],
    [
      'an offset of 25 hours',
      { DateTimeOriginal: '2025:06:14 15:30:05', OffsetTimeOriginal: '+25:00' },
      '2025-06-14T15:30:05',
    ],
    [
      'an offset of 15 hours',
      { DateTimeOriginal: '2025:06:14 15:30:05', OffsetTimeOriginal: '-15:00' },
      '2025-06-14T15:30:05',
    ],
    [
      'an offset that is no number',
      { DateTimeOriginal: '2025:06:14 15:30:05', OffsetTimeOriginal: '   :  ' },
      '2025-06-14T15:30:05',
    ],
    [
      'an offset of 14 hours',
      { DateTimeOriginal: '2025:06:14 15:30:05', OffsetTimeOriginal: '+14:00' },
      '2025-06-14T15:30:05+14:00',
    ],
  ])('reads a time with %s', async (_, IFD2, expected) => {
    expect((await withExif({ IFD2, IFD3: PLATEAU }))?.takenAt).toBe(expected);
  });

  it('gives a local time without a zone where no one knew it', async () => {
    const suggestion = await withExif({ IFD2: { DateTimeOriginal: '2025:06:14 15:30:05' }, IFD3: PLATEAU });
    expect(suggestion?.takenAt).toBe('2025-06-14T15:30:05');
  });

  it('gives no time of a clock that was never set', async () => {
    expect((await withExif({ IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' }, IFD3: PLATEAU }))?.takenAt).toBeNull();
  });

  it.each([
    ['without a position', {}],
    ['at 0, 0', { GPSLatitudeRef: 'N', GPSLatitude: '0/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '0/1 0/1 0/1' }],
    ['beyond the pole', { ...PLATEAU, GPSLatitude: '95/1 0/1 0/1' }],
    ['divided by zero', { ...PLATEAU, GPSLatitude: '0/0 0/0 0/0' }],
  ])('suggests no place for a photo %s, and still its time', async (_, IFD3) => {
    expect(await withExif({ IFD2: { DateTimeOriginal: '2025:06:14 15:30:05' }, IFD3 })).toEqual({
      latitude: null,
      longitude: null,
      takenAt: '2025-06-14T15:30:05',
    });
  });

  it('suggests nothing for a photo without either', async () => {
    expect(await withExif({ IFD0: { Make: 'Someone' } })).toBeNull();
  });
});

describe('a refused file', () => {
  it('is anything but a picture [DOCM-31]', async () => {
    const files = [
      Buffer.from('just text'),
      Buffer.from(`<html>${SCRIPT}</html>`),
      Buffer.from('%PDF-1.7\n%%EOF'),
      Buffer.from('BM' + 'x'.repeat(100)),
      Buffer.alloc(5_000),
      Buffer.from('MZ' + 'x'.repeat(200)),
    ];
    for (const file of files) expect(await refusal(file)).toEqual(['UNSUPPORTED_MEDIA_TYPE', undefined]);
  });

  it('refuses SVG, which is a program', async () => {
    expect(await refusal(SVG)).toEqual(['UNSUPPORTED_MEDIA_TYPE', undefined]);
    expect(await refusal(Buffer.from(SVG.toString().replace('<?xml version="1.0"?>', '')))).toEqual([
      'UNSUPPORTED_MEDIA_TYPE',
      undefined,
    ]);
  });

  it('refuses a bomb by its header, before it unpacks', async () => {
    const bomb = pngBomb(60_000, 60_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    const [before, start] = [process.memoryUsage().rss, performance.now()];
    expect(await refusal(bomb)).toEqual(['VALIDATION_FAILED', 'TOO_MANY_PIXELS']);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(60e6);
  });

  it('accepts a picture of just under 50 megapixels and refuses larger ones', async () => {
    expect(await refusal(pngBomb(10_000, 5_000))).toBe('accepted');
    expect(await refusal(pngBomb(10_000, 5_001))).toEqual(['VALIDATION_FAILED', 'TOO_MANY_PIXELS']);
  });

  it.each([0.02, 0.3, 0.9])('refuses a JPEG of which only %d arrived', async (part) => {
    const file = await cameraJpeg({ width: 1200, height: 900 });
    expect(await refusal(file.subarray(0, Math.round(file.length * part)))).toEqual(['VALIDATION_FAILED', 'DAMAGED']);
  });

  it('refuses a PNG that was cut off', async () => {
    const file = await stripes(1200, 900).png().toBuffer();
    expect(await refusal(file.subarray(0, file.length >> 1))).toEqual(['VALIDATION_FAILED', 'DAMAGED']);
  });

  it('keeps nothing of a script that hides behind or in a real picture', async () => {
    const jpeg = await cameraJpeg();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), Buffer.from(SCRIPT)]);
    const polyglots = [
      Buffer.concat([jpeg, Buffer.from(SCRIPT)]),
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      Buffer.concat([await stripes().gif().toBuffer(), Buffer.from(SCRIPT)]),
      Buffer.concat([await stripes().png().toBuffer(), Buffer.from('PK\x03\x04'), Buffer.from(SCRIPT)]),
    ];
    for (const file of polyglots) {
      const { sizes } = await processPicture(file);
      for (const size of Object.values(sizes)) expect(size.includes('script')).toBe(false);
    }
  });
});

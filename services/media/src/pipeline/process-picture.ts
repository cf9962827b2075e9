import { invalid, Problem } from '@sprayhunt/service-kit';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { photoSuggestion, type PhotoSuggestion } from './photo-suggestion.js';
import { sniffType } from './sniff-type.js';

export type PictureSize = 'small' | 'medium' | 'large';

/** Longest edge of each size in pixels, the largest first: each is made from the one before it. */
export const PICTURE_SIZES: readonly [PictureSize, number][] = [
  ['large', 1600],
  ['medium', 800],
  ['small', 320],
];

export interface ProcessedPicture {
  /** Pixels of the large size, with the camera's orientation applied. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
  /** WebP, without any metadata. */
  sizes: Record<PictureSize, Buffer>;
  suggestion: PhotoSuggestion | null;
}

/** Checked in the header, before anything is decoded: 50 megapixels, as the largest phone cameras take by default. */
const MAX_PIXELS = 50_000_000;
/** No honest picture under that cap takes as long; a bomb might. */
const MAX_SECONDS = 20;
/** Effort 2 of 6: 25 % larger files than the best for a third of the time. */
const WEBP = { quality: 80, effort: 2 } as const;
/** Longest edge a thumbhash is made from. */
const HASHED = 100;

// Strangers' files meet only these decoders: no SVG, PDF or raw formats, and no ImageMagick.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
});
// One thread a picture and several pictures at once use the cores best; a cache of one-off pictures is wasted memory.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Makes what is shown out of what was sent: its first frame, upright, in sRGB, in three sizes, each
 * encoded anew so that nothing of the file's metadata or of bytes hidden in it is left.
 * @throws Problem `UNSUPPORTED_MEDIA_TYPE` for other than pictures, `VALIDATION_FAILED` for a
 *   picture that is damaged or has too many pixels
 */
export async function processPicture(file: Buffer): Promise<ProcessedPicture> {
  sniffType(file);
  return readable(async () => {
    const suggestion = await photoSuggestion(await checkHeader(file));
    const sizes = {} as Record<PictureSize, Buffer>;
    let picture = open(file).autoOrient();
    let shown = { width: 0, height: 0 };
    for (const [size, edge] of PICTURE_SIZES) {
      const { data, info } = await fit(picture, edge).raw().toBuffer({ resolveWithObject: true });
      const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
      sizes[size] = await pixels().webp(WEBP).toBuffer();
      if (size === 'large') shown = { width: info.width, height: info.height };
      picture = pixels();
    }
    return { ...shown, sizes, suggestion, thumbhash: await thumbhashOf(picture) };
  });
}

/** By default only the first frame is opened. Damage fails; harmless oddities of cameras do not. */
const open = (file: Buffer): Sharp =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).timeout({ seconds: MAX_SECONDS });

/** @returns the raw EXIF block, where there is one */
async function checkHeader(file: Buffer): Promise<Buffer | undefined> {
  // Without the library's own limit, so that a picture too large is told from a damaged one.
  const { width, height, exif } = await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata();
  if (width * height > MAX_PIXELS)
    throw invalid([{ field: 'file', code: 'TOO_MANY_PIXELS', detail: `A picture may have at most ${MAX_PIXELS / 1e6} megapixels.` }]);
  return exif;
}

const fit = (picture: Sharp, edge: number): Sharp =>
  picture.resize(edge, edge, { fit: 'inside', withoutEnlargement: true });

async function thumbhashOf(picture: Sharp): Promise<string> {
  const { data, info } = await fit(picture, HASHED).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** The decoder's own errors speak of the file, and are the sender's to mend. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('VALIDATION_FAILED', DAMAGED.detail, { fields: [DAMAGED], cause: error });
  }
}

const DAMAGED = { field: 'file', code: 'DAMAGED', detail: 'This picture is damaged or incomplete. Try another one.' };

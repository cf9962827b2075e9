import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { hdrToSrgb, iccOf, isHdr, type NclxColour } from './heic-colour.js';
import type { Turn } from './heic-layout.js';
import { memoryNeeded } from './memory-needed.js';
import { photoSuggestion, type PhotoSuggestion } from './photo-suggestion.js';
import { fault, PictureRefused } from './picture-refused.js';
import { LARGEST_EDGE, PICTURE_SIZES, type PictureSize } from './picture-messages.js';
import { allocateRgbTiff } from './rgb-tiff.js';
import { sniffType, type PictureType } from './sniff-type.js';

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

/** A file whose header has been read. */
export interface OpenedPicture {
  file: Buffer;
  type: PictureType;
  /** What turns it upright. */
  turns: Turn[];
  exif: Buffer | undefined;
  icc: Buffer | undefined;
  /** Colours of a HEIC in high dynamic range without a profile. */
  hdr: NclxColour | undefined;
  /** 8-bit RGB with a colour profile, such as photos in Display P3. */
  isProfiledRgb: boolean;
  /** Largest memory for decoding in bytes. */
  memory: number;
}

/** Checked in the header, before anything is decoded: 50 megapixels, as the largest phone cameras take by default. */
const MAX_PIXELS = 50_000_000;
/** Effort 0 of 6: a tenth larger than effort 2, for two thirds of the time. */
const WEBP = { quality: 80, effort: 0 } as const;
/** Longest edge a thumbhash is made from. */
const HASHED = 50;
const WEBP_ALPHA_OR_ANIMATION = 0x12;

// Untrusted files reach only these decoders: no SVG, PDF or raw formats, and no ImageMagick.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
});
// One thread per picture and several pictures at once use the cores best; a cache of one-off pictures wastes memory.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Reads type and header without decoding.
 * @throws PictureRefused `UNSUPPORTED_MEDIA_TYPE` for other files than pictures, `VALIDATION_FAILED` for a
 *   picture that is damaged or has too many pixels
 */
export async function openPicture(file: Buffer): Promise<OpenedPicture> {
  const type = sniffType(file);
  return readable(async () => {
    // Without the library's own limit, to tell a picture that is too large from a damaged one.
    const header = await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata();
    if (header.width * header.height > MAX_PIXELS) throw new PictureRefused(fault('TOO_MANY_PIXELS'));
    const heic = type === 'heic' ? (await libheif()).heicLayout(file) : undefined;
    // A profile counts before the codes.
    const colour = header.icc ? undefined : heic?.colour;
    const icc = header.icc ?? (colour && (await iccOf(colour)));
    const isProfiledRgb = icc !== undefined && header.space === 'srgb';
    const memory = memoryNeeded({
      ...{
        type,
        width: header.width,
        height: header.height,
        channels: header.channels,
        hasAlpha: header.hasAlpha,
        isProfiledRgb,
        fileBytes: file.length,
        heic,
      },
      bytesPerChannel: BYTES[header.depth] ?? 1,
      isProgressive: header.isProgressive ?? false,
      chromaSubsampling: header.chromaSubsampling,
      shrinksOnLoad: type === 'jpeg' || (type === 'webp' && isPlainWebp(file)),
    });
    const turns = heic ? (heic.turns ?? []) : turnsOf(header);
    return {
      file,
      type,
      turns,
      exif: header.exif,
      icc,
      hdr: colour && isHdr(colour) ? colour : undefined,
      isProfiledRgb,
      memory,
    };
  });
}

/**
 * Makes the published sizes of a file: its first frame, upright, in sRGB, in three sizes, each
 * re-encoded, so that no metadata or hidden bytes of the file remain.
 * @throws PictureRefused `VALIDATION_FAILED` for a picture that is damaged
 */
export async function makePicture(opened: OpenedPicture): Promise<ProcessedPicture> {
  return readable(async () => {
    const suggestion = photoSuggestion(opened.exif);
    const sizes = {} as Record<PictureSize, Buffer>;
    let pixels = await shrinkFile(opened);
    const { width, height } = pixels.info;
    for (const [size, edge] of PICTURE_SIZES) {
      if (size !== 'large') pixels = await pixelsOf(fit(rawPicture(pixels), edge));
      sizes[size] = await rawPicture(pixels).webp(WEBP).toBuffer();
    }
    return { width, height, sizes, suggestion, thumbhash: await thumbhashOf(rawPicture(pixels)) };
  });
}

/**
 * The pixels of the large size, in sRGB and upright. Rotation comes last, because it needs the whole picture in memory.
 */
async function shrinkFile(opened: OpenedPicture): Promise<Pixels> {
  const file = await decodable(opened);
  let pixels = opened.isProfiledRgb
    ? await shrinkBeforeConversion(file)
    : await pixelsOf(fit(open(file), LARGEST_EDGE));
  for (const turn of opened.turns) pixels = await pixelsOf(turned(rawPicture(pixels), turn));
  return pixels;
}

/** In one step, libvips would convert each row several times: once for each row of the result that it takes part in. */
async function shrinkBeforeConversion(file: Buffer): Promise<Pixels> {
  const shrunk = await fit(open(file, { ignoreIcc: true }), LARGEST_EDGE)
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer();
  return pixelsOf(sharp(shrunk, { sequentialRead: true }));
}

/** Loaded for the first photo that needs it, because it takes as much memory as the rest. */
const libheif = () => import('./heic.js');

const BYTES: Record<string, number> = {
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};

/** Lossy with one layer, which the decoder can shrink row by row. */
const isPlainWebp = (file: Buffer): boolean => {
  const form = file.toString('latin1', 12, 16);
  return form === 'VP8 ' || (form === 'VP8X' && (file[20]! & WEBP_ALPHA_OR_ANIMATION) === 0 && !file.includes('VP8L'));
};

/** EXIF's eight orientations. AVIF's decoder applies its own rotation. */
function turnsOf({ orientation = 1, format }: Metadata): Turn[] {
  if (format === 'heif') return [];
  const rotate = (degreesClockwise: number): Turn => ({ kind: 'rotate', degreesClockwise });
  const known: Record<number, Turn[]> = {
    2: [{ kind: 'flop' }],
    3: [rotate(180)],
    4: [{ kind: 'flip' }],
    5: [rotate(90), { kind: 'flop' }],
    6: [rotate(90)],
    7: [rotate(270), { kind: 'flop' }],
    8: [rotate(270)],
  };
  return known[orientation] ?? [];
}

function turned(picture: Sharp, turn: Turn): Sharp {
  if (turn.kind === 'rotate') return picture.rotate(turn.degreesClockwise);
  return turn.kind === 'flip' ? picture.flip() : picture.flop();
}

/** The file itself, or the reduced pixels of a photo that the image library cannot decode. */
async function decodable({ file, type, icc, hdr }: OpenedPicture): Promise<Buffer> {
  if (type !== 'heic') return file;
  const { decodeHeic } = await libheif();
  let made: Buffer | undefined;
  const { data } = decodeHeic(file, LARGEST_EDGE, (width, height) => {
    const tiff = allocateRgbTiff(width, height, icc);
    made = tiff.file;
    return tiff.pixels;
  });
  if (hdr) hdrToSrgb(data, hdr);
  return made!;
}

/** Only the first frame is opened. Damage fails; harmless deviations of cameras do not. */
const open = (file: Buffer, { ignoreIcc = false } = {}): Sharp =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, ignoreIcc });

interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

const pixelsOf = (picture: Sharp): Promise<Pixels> => picture.raw().toBuffer({ resolveWithObject: true });

const rawPicture = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

const fit = (picture: Sharp, edge: number): Sharp =>
  picture.resize(edge, edge, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' });

async function thumbhashOf(picture: Sharp): Promise<string> {
  const { data, info } = await pixelsOf(fit(picture, HASHED).ensureAlpha());
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** The decoder's errors concern the file, so they are the sender's. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    throw new PictureRefused(fault(/memory/i.test((error as Error).message) ? 'TOO_MUCH_MEMORY' : 'DAMAGED'), error);
  }
}

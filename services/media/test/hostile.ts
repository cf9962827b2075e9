import { deflateRawSync, deflateSync, constants } from 'node:zlib';
import sharp from 'sharp';
import { heicPhoto, heicStripes } from './heic.js';
import { cameraJpeg, chunk, SCRIPT, stripes, SVG } from './photos.js';

export type HostileFile = [name: string, file: Buffer];

/** Files that are made to hurt who opens them; the same ones at every call. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const honest = await honestFiles();
  return [
    ...(await largeFiles()),
    ...(await lyingFiles(honest)),
    ...(await metadataFiles()),
    ...(await heicFiles()),
    ...brokenFiles(honest),
    ...foreignFiles(),
  ];
}

type Format = 'jpeg' | 'progressive' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff' | 'heic';

async function honestFiles(): Promise<Record<Format, Buffer>> {
  const picture = () => stripes(600, 400);
  return {
    jpeg: await cameraJpeg(),
    progressive: await picture().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    png: await picture().png().toBuffer(),
    webp: await picture().webp().toBuffer(),
    gif: await picture().gif().toBuffer(),
    avif: await picture().avif({ effort: 0 }).toBuffer(),
    tiff: await picture().tiff({ compression: 'deflate' }).toBuffer(),
    heic: heicStripes({ width: 1536, height: 1024 }),
  };
}

/** Pictures of a few kilobytes that are whole, and unpack to hundreds of megabytes. */
async function largeFiles(): Promise<HostileFile[]> {
  const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
    sharp({
      create: { width, height, channels, background: { r: 200, g: 30, b: 60, alpha: 0.5 } },
      limitInputPixels: false,
    });
  return [
    ['AVIF of 49 megapixels', await flat(7_000, 7_000).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer()],
    ['AVIF of 12 megapixels and 12 bits', await flat(4_000, 3_000).avif({ effort: 0, bitdepth: 12 }).toBuffer()],
    ['AVIF of 6 megapixels with transparency', await flat(3_000, 2_000, 4).avif({ effort: 0 }).toBuffer()],
    ['AVIF of 4 megapixels', await flat(2_000, 2_000).avif({ effort: 0 }).toBuffer()],
    [
      'progressive JPEG of 49 megapixels',
      await flat(7_000, 7_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    [
      'progressive JPEG of 12 megapixels',
      await flat(4_000, 3_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['WebP of 49 megapixels with transparency', await flat(7_000, 7_000, 4).webp({ effort: 0 }).toBuffer()],
    ['lossless WebP of 49 megapixels', await flat(16_383, 3_000).webp({ lossless: true, effort: 0 }).toBuffer()],
    ['GIF of 12 megapixels', await flat(4_000, 3_000).gif({ effort: 1 }).toBuffer()],
    ['TIFF of one strip', await flat(7_000, 7_000).tiff({ compression: 'deflate' }).toBuffer()],
    ['TIFF of 16 bits', await flat(5_000, 5_000, 4).toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer()],
    ...[7_000, 5_000, 3_000, 2_000].map((edge): HostileFile => [
      `interlaced PNG of ${edge} × ${edge} and 16 bits`,
      png(edge, edge, { depth: 16, colour: 6, interlaced: true }),
    ]),
    ['interlaced PNG, very wide', png(1_000_000, 50, { interlaced: true })],
    ['PNG of 49 megapixels, 16 bits, transparent', png(7_000, 7_000, { depth: 16, colour: 6 })],
    ['PNG, very wide', png(5_000_000, 10, { depth: 16, colour: 6 })],
    ['PNG, very high', png(10, 5_000_000, { depth: 16, colour: 6 })],
    ['PNG of 3600 megapixels', png(60_000, 60_000, { depth: 1, colour: 0 })],
  ];
}

/** Headers that claim other sizes than there are pixels, one way or the other. */
async function lyingFiles(honest: Record<Format, Buffer>): Promise<HostileFile[]> {
  const claims: [number, number][] = [
    [7_000, 7_000],
    [16_000, 3_000],
    [700, 65_000],
    [1, 1],
    [0, 0],
  ];
  return claims.flatMap(([width, height]): HostileFile[] => [
    [`JPEG that claims ${width} × ${height}`, patched(honest.jpeg, sof(honest.jpeg), be16(height), be16(width))],
    [
      `progressive JPEG that claims ${width} × ${height}`,
      patched(honest.progressive, sof(honest.progressive), be16(height), be16(width)),
    ],
    [`GIF that claims ${width} × ${height}`, patched(honest.gif, 6, le16(width), le16(height))],
    [`WebP that claims ${width} × ${height}`, patched(honest.webp, 26, le16(width & 0x3fff), le16(height & 0x3fff))],
    [`PNG that claims ${width} × ${height}`, withCrc(patched(honest.png, 16, be32(width), be32(height)))],
    [
      `AVIF that claims ${width} × ${height}`,
      patched(honest.avif, honest.avif.indexOf('ispe') + 8, be32(width), be32(height)),
    ],
    [`TIFF that claims ${width} × ${height}`, tiffTag(tiffTag(honest.tiff, 256, width), 257, height)],
  ]);
}

async function metadataFiles(): Promise<HostileFile[]> {
  const pngHead = png(2, 2);
  const insert = (type: string, data: Buffer): Buffer =>
    Buffer.concat([pngHead.subarray(0, 33), chunk(type, data), pngHead.subarray(33)]);
  const zeros = deflateSync(Buffer.alloc(100_000_000), { level: 9 });
  const jpeg = await cameraJpeg();
  const segment = (marker: number, data: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker]), be16(data.length + 2), data]);
  const exif = (entries: number, next: number) =>
    Buffer.concat([
      Buffer.from('Exif\0\0II\x2a\0\x08\0\0\0', 'latin1'),
      le16(entries),
      Buffer.alloc(Math.min(entries, 4_000) * 12, 0x0f),
      le32(next),
    ]);
  const inJpeg = (...segments: Buffer[]) => Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
  const animated = await sharp(Buffer.alloc(2_000 * 20 * 3), {
    raw: { width: 20, height: 2_000, channels: 3, pageHeight: 1 },
  })
    .gif({ delay: Array.from({ length: 2_000 }, () => 10) })
    .toBuffer();
  return [
    ['PNG whose profile unpacks to 100 MB', insert('iCCP', Buffer.concat([Buffer.from('x\0\0'), zeros]))],
    ['PNG whose text unpacks to 100 MB', insert('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros]))],
    [
      'PNG with 50,000 chunks',
      Buffer.concat([
        pngHead.subarray(0, 33),
        ...Array.from({ length: 50_000 }, () => chunk('tEXt', Buffer.from('a\0b'))),
        pngHead.subarray(33),
      ]),
    ],
    ['JPEG with 100,000 comments', inJpeg(...Array.from({ length: 100_000 }, () => segment(0xfe, Buffer.from('a'))))],
    ['JPEG with an EXIF directory that names itself', inJpeg(segment(0xe1, exif(1, 8)))],
    ['JPEG with an EXIF directory of 65,535 entries', inJpeg(segment(0xe1, exif(65_535, 0)))],
    ['JPEG with a script behind it', Buffer.concat([jpeg, Buffer.from(SCRIPT)])],
    ['GIF of 2,000 frames', animated],
  ];
}

async function heicFiles(): Promise<HostileFile[]> {
  const photo = heicStripes({ width: 4_032, height: 3_024 });
  const first = photo.indexOf('ispe') + 8;
  return [
    ['HEIC of 48 megapixels', heicStripes({ width: 8_064, height: 6_048 })],
    ['HEIC that claims 65535 × 65535', heicPhoto({ rows: [['red']], width: 65_535, height: 65_535 })],
    ['HEIC that claims more than its tiles', heicPhoto({ rows: [['red', 'blue']], width: 7_000, height: 7_000 })],
    ['HEIC of tiles that claim 20000 × 20000', patched(photo, first, be32(20_000), be32(20_000))],
    ['HEIC of tiles that claim 0 × 0', patched(photo, first, be32(0), be32(0))],
    ['HEIC without its settings', patched(photo, photo.indexOf('hvcC') + 20, Buffer.alloc(80))],
    ['HEIC whose tiles lie behind its end', photo.subarray(0, photo.indexOf('mdat') + 4)],
    ['HEIC with a broken EXIF block', heicPhoto({ rows: [['red']], exif: Buffer.alloc(500, 0xff) })],
    ['HEIC with a broken profile', heicPhoto({ rows: [['red']], icc: Buffer.alloc(500, 0xff) })],
    ['HEIC that calls itself AVIF', patched(photo, 8, Buffer.from('avif'))],
  ];
}

/** Whole files that were cut off, and files with every hundredth byte changed. */
function brokenFiles(honest: Record<Format, Buffer>): HostileFile[] {
  return Object.entries(honest).flatMap(([format, file]): HostileFile[] => {
    const damaged = Buffer.from(file);
    for (let at = 40; at < damaged.length; at += 97) damaged[at] = damaged[at]! ^ (at % 251);
    return [
      [`${format}, cut in its header`, file.subarray(0, 40)],
      [`${format}, cut in its middle`, file.subarray(0, file.length >> 1)],
      [`${format}, damaged`, damaged],
    ];
  });
}

function foreignFiles(): HostileFile[] {
  const mp4 = Buffer.concat([be32(24), Buffer.from('ftypisom\0\0\0\0isommp42'), Buffer.alloc(500)]);
  return [
    ['SVG', SVG],
    ['SVG that is compressed', deflateRawSync(SVG)],
    ['HTML', Buffer.from(`<html>${SCRIPT}</html>`)],
    ['PDF', Buffer.from('%PDF-1.7\n%%EOF')],
    ['video', mp4],
    ['JPEG XL', Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(100)])],
    ['bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
    ['program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(100)])],
  ];
}

interface PngOptions {
  /** Bits a channel. */
  depth?: 1 | 8 | 16;
  /** Of the PNG standard: 0 grey, 2 RGB, 6 RGBA. */
  colour?: 0 | 2 | 6;
  interlaced?: boolean;
}

const ZEROS = 1_048_576;
/** A piece of a deflate stream that unpacks to so many zeros and can follow itself. */
const PACKED_ZEROS = deflateRawSync(Buffer.alloc(ZEROS), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
/** Adam7: where each pass begins and how far it steps, across and down. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;

/** A black PNG of any size, whose zeros take a thousandth of what they unpack to. */
function png(width: number, height: number, { depth = 8, colour = 2, interlaced = false }: PngOptions = {}): Buffer {
  const bits = depth * { 0: 1, 2: 3, 6: 4 }[colour];
  const bytes = (columns: number, rows: number) => (columns > 0 ? (1 + Math.ceil((columns * bits) / 8)) * rows : 0);
  const unpacked = interlaced
    ? PASSES.reduce(
        (sum, [x, across, y, down]) => sum + bytes(Math.ceil((width - x) / across), Math.ceil((height - y) / down)),
        0,
      )
    : bytes(width, height);
  const rest = deflateRawSync(Buffer.alloc(unpacked % ZEROS), { level: 9 });
  const adler = Buffer.concat([be16(unpacked % 65_521), be16(1)]);
  const data = Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: Math.floor(unpacked / ZEROS) }, () => PACKED_ZEROS),
    rest,
    adler,
  ]);
  const header = Buffer.concat([be32(width), be32(height), Buffer.from([depth, colour, 0, 0, interlaced ? 1 : 0])]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function patched(file: Buffer, at: number, ...values: Buffer[]): Buffer {
  const copy = Buffer.from(file);
  Buffer.concat(values).copy(copy, at);
  return copy;
}

/** A PNG whose header has been changed, with the checksum that fits. */
const withCrc = (file: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, 8), chunk('IHDR', file.subarray(16, 29)), file.subarray(33)]);

/** Where a JPEG's frame header has its height. */
function sof(jpeg: Buffer): number {
  for (let at = 2; ; at += 2 + jpeg.readUInt16BE(at + 2)) if ([0xc0, 0xc1, 0xc2].includes(jpeg[at + 1]!)) return at + 5;
}

/** Changes a number of the first directory. */
function tiffTag(file: Buffer, tag: number, value: number): Buffer {
  const directory = file.readUInt32LE(4);
  for (let entry = 0; entry < file.readUInt16LE(directory); entry++) {
    const at = directory + 2 + entry * 12;
    if (file.readUInt16LE(at) === tag) return patched(file, at + 2, le16(4), le32(1), le32(value));
  }
  throw new Error(`The TIFF has no tag ${tag}`);
}

const written = (bytes: number, write: (buffer: Buffer) => void): Buffer => {
  const buffer = Buffer.alloc(bytes);
  write(buffer);
  return buffer;
};
const be16 = (value: number) => written(2, (buffer) => buffer.writeUInt16BE(value & 0xffff));
const le16 = (value: number) => written(2, (buffer) => buffer.writeUInt16LE(value & 0xffff));
const be32 = (value: number) => written(4, (buffer) => buffer.writeUInt32BE(value));
const le32 = (value: number) => written(4, (buffer) => buffer.writeUInt32LE(value));

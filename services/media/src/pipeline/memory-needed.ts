import { heicShrink, type HeicLayout } from './heic-layout.js';
import { LARGEST_EDGE } from './picture-messages.js';
import type { PictureType } from './sniff-type.js';

export interface PictureShape {
  type: PictureType;
  /** Pixels. */
  width: number;
  height: number;
  channels: number;
  bytesPerChannel: number;
  /** Interlaced or progressive: the whole picture has to be decoded. */
  isProgressive: boolean;
  /** Whether the decoder can shrink on load without the whole picture in memory, as for JPEG and plain lossy WebP. */
  shrinksOnLoad: boolean;
  hasAlpha: boolean;
  /** 8-bit RGB with a colour profile: shrunk first, and held once more while it is converted. */
  isProfiledRgb: boolean;
  /** Of a JPEG, such as `4:2:0`. */
  chromaSubsampling: string | undefined;
  /** Bytes of the file. */
  fileBytes: number;
  heic?: HeicLayout;
}

const MEGABYTE = 1_048_576;
/** Libraries and buffers that every picture needs. */
const BASE_BYTES = 6 * MEGABYTE;
/** Output: the raw picture and the encoder's copies. */
const OUTPUT_BYTES_PER_PIXEL = 10;
/** Rows that libvips buffers while shrinking. */
const BUFFERED_ROWS = 512;
/** Working memory of the HEIC decoder. */
const WASM_BYTES = 12 * MEGABYTE;

/**
 * Largest memory in bytes for making the sizes of a picture, without the process itself: measured by
 * format, with a margin. A picture with a wrong header gets no more either: its process is killed.
 */
export function memoryNeeded(shape: PictureShape): number {
  const { width, height, channels, bytesPerChannel, hasAlpha, isProfiledRgb, fileBytes } = shape;
  const pixels = width * height;
  const output =
    Math.min(pixels, LARGEST_EDGE * LARGEST_EDGE) * (OUTPUT_BYTES_PER_PIXEL + (isProfiledRgb ? channels : 0));
  // Transparency is premultiplied in floating point.
  const rows = Math.min(height, BUFFERED_ROWS) * readWidth(shape) * channels * bytesPerChannel * (hasAlpha ? 4 : 1);
  return BASE_BYTES + fileBytes + output + rows + decoded(shape, pixels);
}

/** The JPEG decoder shrinks to at most twice the wanted size. */
const readWidth = ({ width, height, shrinksOnLoad }: PictureShape): number =>
  shrinksOnLoad ? Math.min(1, (2 * LARGEST_EDGE) / Math.max(width, height)) * width : width;

/** Memory of the decoder for the whole picture. */
function decoded(
  { type, channels, bytesPerChannel, isProgressive, shrinksOnLoad, chromaSubsampling, fileBytes, heic }: PictureShape,
  pixels: number,
): number {
  switch (type) {
    case 'jpeg':
      // Two bytes per coefficient until the last scan is read.
      return isProgressive ? pixels * 2 * (chromaSubsampling === '4:2:0' ? 1.75 : channels * 1.1) : 0;
    case 'png':
      return isProgressive ? pixels * channels * bytesPerChannel : 0;
    case 'webp':
      return shrinksOnLoad ? 0 : pixels * 5;
    case 'gif':
      return pixels * 8;
    case 'tiff':
      return pixels * channels * bytesPerChannel;
    case 'avif':
      return pixels * (bytesPerChannel > 1 ? 28 : 20);
    case 'heic':
      return WASM_BYTES + fileBytes + tileOf(heic!) + shrunk(heic!);
  }
}

const tileOf = ({ tileWidth, tileHeight }: HeicLayout): number => tileWidth * tileHeight * 8;
const shrunk = (layout: HeicLayout): number =>
  (layout.width * layout.height * 3) / heicShrink(layout, LARGEST_EDGE) ** 2;

import createLibheif, { type Libheif } from 'libheif-js/libheif-wasm/libheif-bundle.js';
import type { NclxColour } from './heic-colour.js';
import { heicShrink, type HeicLayout, type Turn } from './heic-layout.js';

/** 8-bit RGB, row by row without gaps. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

const [RGB, INTERLEAVED_RGB, INTERLEAVED] = [1, 10, 10];
/** Of `heif_decoding_options`: 10 bits a channel become 8. */
const [IGNORE_TRANSFORMATIONS, CONVERT_HDR_TO_8BIT] = [1, 20];
const MAX_TURNS = 8;
/** Bytes for the library's output pointers; a tiling is the largest. */
const SCRATCH = 128;

let library: Libheif | undefined;

export const heicLayout = (file: Buffer): HeicLayout => withPicture(file, (picture) => picture.layout);

/**
 * Decodes a photo tile by tile, so that little more than its reduced pixels are in memory.
 * @param edge smallest length of the longer edge in pixels, if it has them
 * @param allocate allocates the memory for the pixels
 * @throws Error for a file that libheif cannot read
 */
export function decodeHeic(
  file: Buffer,
  edge: number,
  allocate: (width: number, height: number) => Uint8Array,
): Pixels & { turns: Turn[] } {
  return withPicture(file, ({ layout, decode }) => {
    const divisor = heicShrink(layout, edge);
    const [width, height] = [
      Math.max(1, Math.floor(layout.width / divisor)),
      Math.max(1, Math.floor(layout.height / divisor)),
    ];
    const canvas = { data: allocate(width, height), width, height };
    for (let row = 0; row < layout.rows; row++)
      for (let column = 0; column < layout.columns; column++)
        decode(column, row, (tile, stride) =>
          shrinkInto(canvas, tile, stride, {
            divisor,
            left: (column * layout.tileWidth) / divisor,
            top: (row * layout.tileHeight) / divisor,
          }),
        );
    return { ...canvas, turns: layout.turns ?? [] };
  });
}

interface OpenPicture {
  layout: HeicLayout;
  decode(column: number, row: number, use: (tile: Pixels, stride: number) => void): void;
}

function withPicture<T>(file: Buffer, use: (picture: OpenPicture) => T): T {
  const heif = (library ??= createLibheif());
  const [bytes, scratch, context] = [heif._malloc(file.length), heif._malloc(SCRATCH), heif._heif_context_alloc()];
  let [handle, options] = [0, 0];
  /** Calls a function that writes its error to its first pointer and its result to the second. */
  const call = (run: (error: number, out: number) => void): number => {
    run(scratch, scratch + 16);
    if (heif.HEAPU32[scratch >> 2] !== 0)
      throw new Error(`libheif: error ${heif.HEAPU32[scratch >> 2]}.${heif.HEAPU32[(scratch >> 2) + 1]}`);
    return heif.HEAPU32[(scratch >> 2) + 4]!;
  };
  try {
    heif.HEAPU8.set(file, bytes);
    call((error) => heif._heif_context_read_from_memory_without_copy(error, context, bytes, file.length, 0));
    handle = call((error, out) => heif._heif_context_get_primary_image_handle(error, context, out));
    options = heif._heif_decoding_options_alloc();
    const layout = { ...layoutOf(heif, context, handle, scratch, call), colour: colourOf(heif, handle, scratch) };
    heif.HEAPU8[options + CONVERT_HDR_TO_8BIT] = 1;
    heif.HEAPU8[options + IGNORE_TRANSFORMATIONS] = layout.turns ? 1 : 0;
    return use({
      layout,
      decode: (column, row, take) => {
        const image = call((error, out) =>
          layout.columns * layout.rows > 1
            ? heif._heif_image_handle_decode_image_tile(error, handle, out, RGB, INTERLEAVED_RGB, options, column, row)
            : heif._heif_decode_image(error, handle, out, RGB, INTERLEAVED_RGB, options),
        );
        try {
          const plane = heif._heif_image_get_plane_readonly(image, INTERLEAVED, scratch);
          const [width, height, stride] = [
            heif._heif_image_get_width(image, INTERLEAVED),
            heif._heif_image_get_height(image, INTERLEAVED),
            heif.HEAP32[scratch >> 2]!,
          ];
          take({ data: heif.HEAPU8.subarray(plane, plane + stride * height), width, height }, stride);
        } finally {
          heif._heif_image_release(image);
        }
      },
    });
  } catch (error) {
    // After running out of memory or aborting, the library cannot be used.
    library = undefined;
    throw error;
  } finally {
    if (library) {
      heif._heif_decoding_options_free(options);
      if (handle) heif._heif_image_handle_release(handle);
      heif._heif_context_free(context);
      heif._free(bytes);
      heif._free(scratch);
    }
  }
}

function layoutOf(
  heif: Libheif,
  context: number,
  handle: number,
  scratch: number,
  call: (run: (error: number, out: number) => void) => number,
): HeicLayout {
  const turns = turnsOf(heif, context, heif._heif_image_handle_get_item_id(handle), scratch);
  const [wholeWidth, wholeHeight] = [
    heif._heif_image_handle_get_width(handle),
    heif._heif_image_handle_get_height(handle),
  ];
  if (!turns)
    return {
      width: wholeWidth,
      height: wholeHeight,
      tileWidth: wholeWidth,
      tileHeight: wholeHeight,
      columns: 1,
      rows: 1,
      turns,
    };
  call((error, out) => heif._heif_image_handle_get_image_tiling(error, handle, 0, out));
  const at = (scratch + 16) >> 2;
  const [, columns, rows, tileWidth, tileHeight, width, height] = heif.HEAPU32.subarray(at, at + 7) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { width, height, tileWidth, tileHeight, columns, rows, turns };
}

/** Offsets in `heif_color_profile_nclx`. */
const [PRIMARIES, TRANSFER] = [4, 8];

function colourOf(heif: Libheif, handle: number, scratch: number): NclxColour | undefined {
  heif._heif_image_handle_get_nclx_color_profile(scratch, handle, scratch + 16);
  if (heif.HEAPU32[scratch >> 2] !== 0) return undefined;
  const profile = heif.HEAPU32[(scratch >> 2) + 4]!;
  const colour = {
    primaries: heif.HEAPU32[(profile + PRIMARIES) >> 2]!,
    transfer: heif.HEAPU32[(profile + TRANSFER) >> 2]!,
  };
  heif._heif_nclx_color_profile_free(profile);
  return colour;
}

function turnsOf(heif: Libheif, context: number, item: number, scratch: number): Turn[] | null {
  const count = heif._heif_item_get_transformation_properties(context, item, scratch, MAX_TURNS);
  const properties = [...heif.HEAPU32.subarray(scratch >> 2, (scratch >> 2) + Math.min(count, MAX_TURNS))];
  const turns = properties.map((property): Turn | null => {
    const degrees = heif._heif_item_get_property_transform_rotation_ccw(context, item, property);
    if (degrees >= 0) return { kind: 'rotate', degreesClockwise: (360 - degrees) % 360 };
    const mirror = heif._heif_item_get_property_transform_mirror(context, item, property);
    return mirror === 0 ? { kind: 'flip' } : mirror === 1 ? { kind: 'flop' } : null;
  });
  return turns.every((turn) => turn !== null) ? turns : null;
}

/**
 * Writes the mean of each block of `divisor` × `divisor` pixels of a tile; what lies outside of the canvas is left out.
 */
function shrinkInto(
  canvas: Pixels,
  tile: Pixels,
  stride: number,
  { divisor, left, top }: { divisor: number; left: number; top: number },
): void {
  const columns = Math.min(Math.floor(tile.width / divisor), canvas.width - left);
  const rows = Math.min(Math.floor(tile.height / divisor), canvas.height - top);
  const half = (divisor * divisor) >> 1;
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let channel = 0; channel < 3; channel++) {
        let sum = half;
        for (let v = 0; v < divisor; v++) {
          const from = (y * divisor + v) * stride + x * divisor * 3 + channel;
          for (let u = 0; u < divisor; u++) sum += tile.data[from + u * 3]!;
        }
        canvas.data[((top + y) * canvas.width + left + x) * 3 + channel] = Math.floor(sum / (divisor * divisor));
      }
}

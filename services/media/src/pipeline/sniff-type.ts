import { Problem } from '@sprayhunt/service-kit';

/**
 * How the accepted types begin, as offset and bytes. A general detection library also parses video
 * and archive containers, which is where its denial-of-service holes were; six types need none of that.
 */
const SIGNATURES: readonly [type: string, offset: number, ...bytes: string[]][] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF87a', 'GIF89a'],
  ['image/webp', 8, 'WEBPVP8'],
  ['image/tiff', 0, 'II\x2a\0', 'MM\0\x2a'],
  ['image/avif', 4, 'ftypavif', 'ftypavis'],
];
const HEIC = ['ftypheic', 'ftypheix', 'ftyphevc', 'ftyphevx', 'ftypheim', 'ftypheis', 'ftypmif1', 'ftypmsf1'];

/**
 * The media type of a picture, told from its first bytes. What the upload's headers and name say
 * counts for nothing.
 * @throws Problem `UNSUPPORTED_MEDIA_TYPE` for anything that is not decoded here.
 */
export function sniffType(file: Buffer): string {
  const at = (offset: number, bytes: string) => file.toString('latin1', offset, offset + bytes.length) === bytes;
  const known = SIGNATURES.find(([, offset, ...beginnings]) => beginnings.some((bytes) => at(offset, bytes)));
  if (known) return known[0];
  // The decoder of HEIC's video codec is patented and not part of the image library's build.
  if (HEIC.some((bytes) => at(4, bytes)))
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'HEIC photos cannot be read here. Save the photo as JPEG and send that.');
  throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'This file is not a picture that can be read here. Send a JPEG, PNG, WebP, GIF, AVIF or TIFF.');
}

import { PictureRefused } from './picture-refused.js';

export type PictureType = 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif' | 'heic';

/**
 * Signatures of the accepted types, as offset and bytes. A general detection library also parses video
 * and archive containers, where its denial-of-service bugs were; seven types need none of that.
 */
const SIGNATURES: readonly [type: PictureType, offset: number, ...bytes: string[]][] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['gif', 0, 'GIF87a', 'GIF89a'],
  ['webp', 8, 'WEBPVP8'],
  ['tiff', 0, 'II\x2a\0', 'MM\0\x2a'],
];
const AVIF = ['avif', 'avis'];
const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];
/** Largest number of brands; phones list fewer. */
const MAX_BRANDS = 16;

/**
 * The type of a picture by its first bytes. The upload's headers and name are ignored.
 * @throws PictureRefused `UNSUPPORTED_MEDIA_TYPE` for other types.
 */
export function sniffType(file: Buffer): PictureType {
  const at = (offset: number, bytes: string) => file.toString('latin1', offset, offset + bytes.length) === bytes;
  const known = SIGNATURES.find(([, offset, ...beginnings]) => beginnings.some((bytes) => at(offset, bytes)));
  const type = known?.[0] ?? (at(4, 'ftyp') ? typeOfBrands(brandsOf(file)) : undefined);
  if (type) return type;
  throw new PictureRefused({
    code: 'UNSUPPORTED_MEDIA_TYPE',
    detail: 'This file is not a picture that can be read here. Send a JPEG, HEIC, PNG, WebP, GIF, AVIF or TIFF.',
  });
}

/** The first specific one decides; `mif1` and `msf1` only mean that a picture follows. */
const typeOfBrands = (brands: string[]): PictureType | undefined => {
  const decisive = brands.find((brand) => AVIF.includes(brand) || HEIC.includes(brand));
  if (!decisive || ![...AVIF, ...HEIC, 'mif1', 'msf1'].includes(brands[0]!)) return undefined;
  return AVIF.includes(decisive) ? 'avif' : 'heic';
};

/** The main brand and the compatible ones of an ISO base media file. */
function brandsOf(file: Buffer): string[] {
  const count = Math.min(MAX_BRANDS, Math.floor((Math.min(file.readUInt32BE(0), file.length) - 16) / 4));
  return [8, ...Array.from({ length: Math.max(0, count) }, (_, index) => 16 + 4 * index)].map((offset) =>
    file.toString('latin1', offset, offset + 4),
  );
}

import type { Point } from './reference-system.js';

const HEX = /^(?:\\x|0x)?((?:00|01)[\da-f]{40,})$/i;
const HAS_SRID = 0x20000000;
const POINT_TYPE = 1;

/** The point in the hexadecimal (E)WKB that PostGIS prints; undefined for other text and geometries. */
export function wkbIn(text: string): Point | undefined {
  const hex = HEX.exec(text)?.[1];
  if (hex === undefined || hex.length % 2 === 1) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  const isLittleEndian = bytes[0] === 1;
  const integer = (at: number) => (isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const double = (at: number) => (isLittleEndian ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at));
  const type = integer(1);
  const hasSrid = (type & HAS_SRID) !== 0;
  const start = hasSrid ? 9 : 5;
  if ((type & 0xffff) % 1000 !== POINT_TYPE || bytes.length < start + 16) return undefined;
  const [x, y] = [double(start), double(start + 8)];
  if (Number.isNaN(x) || Number.isNaN(y)) return undefined;
  return { x, y, ...(hasSrid && integer(5) > 0 && { crs: `EPSG:${integer(5)}` }) };
}

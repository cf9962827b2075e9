/** How a HEIC photo is stored: phones cut it into tiles, each a picture of its own to the decoder. */
export interface HeicLayout {
  /** Pixels as stored, before it is turned upright. */
  width: number;
  height: number;
  tileWidth: number;
  tileHeight: number;
  columns: number;
  rows: number;
  /** What turns it upright, in this order. Null where it is cropped as well, which libheif does with the whole picture. */
  turns: Turn[] | null;
}

export type Turn = { kind: 'rotate'; degreesClockwise: number } | { kind: 'flip' } | { kind: 'flop' };

/** Whole divisor, a power of two, by which a picture may shrink and still have `edge` pixels along its longer edge. */
export function heicShrink({ width, height, tileWidth, tileHeight, columns, rows }: HeicLayout, edge: number): number {
  const isWhole = (divisor: number) => columns * rows === 1 || (tileWidth % divisor === 0 && tileHeight % divisor === 0);
  let divisor = 1;
  while (Math.max(width, height) / (divisor * 2) >= edge && isWhole(divisor * 2)) divisor *= 2;
  return divisor;
}

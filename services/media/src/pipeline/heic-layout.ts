import type { NclxColour } from './heic-colour.js';

/** The layout of a HEIC photo: phones divide it into tiles, which are separate pictures to the decoder. */
export interface HeicLayout {
  /** Pixels as stored, before rotation. */
  width: number;
  height: number;
  tileWidth: number;
  tileHeight: number;
  columns: number;
  rows: number;
  /**
   * The transformations that rotate it upright, in order. Null if it is also cropped, which libheif does on the whole
   * picture.
   */
  turns: Turn[] | null;
  /** Its colours where an `nclx` box names them. */
  colour?: NclxColour;
}

export type Turn = { kind: 'rotate'; degreesClockwise: number } | { kind: 'flip' } | { kind: 'flop' };

/** Power of two by which a picture can shrink and still have `edge` pixels on its longer edge. */
export function heicShrink({ width, height, tileWidth, tileHeight, columns, rows }: HeicLayout, edge: number): number {
  const isWhole = (divisor: number) =>
    columns * rows === 1 || (tileWidth % divisor === 0 && tileHeight % divisor === 0);
  let divisor = 1;
  while (Math.max(width, height) / (divisor * 2) >= edge && isWhole(divisor * 2)) divisor *= 2;
  return divisor;
}

import { PRODUCT_NAME } from '../../product';
import type { Color } from './colors';

const COLUMNS = 10;
const CELL = { width: 176, height: 132, swatch: 80 };
const EDGE = 40;
const HEAD = 90;

/** The colours as one picture, with names, codes and values; null where the browser cannot make it. */
export function chartImage(colors: readonly Color[], title: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = 2 * EDGE + COLUMNS * CELL.width;
  canvas.height = 2 * EDGE + HEAD + Math.ceil(colors.length / COLUMNS) * CELL.height;
  const paper = canvas.getContext('2d');
  if (!paper) return Promise.resolve(null);
  paper.fillStyle = '#fffdf8';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  const write = (text: string, x: number, y: number, font: string) => {
    paper.font = font;
    paper.fillText(text, x, y, CELL.width - 12);
  };
  paper.fillStyle = '#17181b';
  paper.font = '44px "Permanent Marker", cursive';
  paper.fillText(`${PRODUCT_NAME} · ${title}`, EDGE, EDGE + 44);
  colors.forEach(({ name, code, hex }, index) => {
    const [x, y] = [EDGE + (index % COLUMNS) * CELL.width, EDGE + HEAD + Math.floor(index / COLUMNS) * CELL.height];
    paper.fillStyle = hex;
    paper.fillRect(x, y, CELL.width - 12, CELL.swatch);
    paper.strokeStyle = '#d8d1c0';
    paper.strokeRect(x + 0.5, y + 0.5, CELL.width - 13, CELL.swatch - 1);
    paper.fillStyle = '#17181b';
    write(name, x, y + CELL.swatch + 18, '600 15px "Inter Variable", sans-serif');
    write(`${code}  ${hex}`, x, y + CELL.swatch + 36, '13px "Inter Variable", sans-serif');
  });
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

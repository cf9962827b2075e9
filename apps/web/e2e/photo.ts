import type { Page } from '@playwright/test';

interface Taken {
  latitude: number;
  longitude: number;
  /** `YYYY:MM:DD HH:MM:SS`, as cameras write it. */
  at: string;
}

/** The picture of every photo, painted once in each process. */
let picture: Promise<Buffer> | undefined;

/** A JPEG of 1200 by 900 pixels as a phone would make it, with place and time in its EXIF. */
export async function photo(page: Page, taken: Taken): Promise<Buffer> {
  const jpeg = await (picture ??= paint(page));
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff(taken)]);
  const marker = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]);
}

async function paint(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 1200, height: 900 });
    const paint = canvas.getContext('2d')!;
    const wall = paint.createLinearGradient(0, 0, 1200, 900);
    wall.addColorStop(0, '#31343a');
    wall.addColorStop(1, '#8d5a3c');
    paint.fillStyle = wall;
    paint.fillRect(0, 0, 1200, 900);
    paint.lineWidth = 60;
    paint.lineCap = 'round';
    ['#d7f205', '#ff3d8b', '#22d3ee'].forEach((color, i) => {
      paint.strokeStyle = color;
      paint.beginPath();
      paint.moveTo(150, 250 + i * 160);
      paint.bezierCurveTo(400, 50 + i * 200, 800, 500 + i * 60, 1050, 200 + i * 180);
      paint.stroke();
    });
    return canvas.toDataURL('image/jpeg', 0.9);
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

type Entry = { tag: number; type: 2 | 4 | 5; value: Buffer; count: number };

const ascii = (tag: number, text: string): Entry => ({
  tag,
  type: 2,
  value: Buffer.from(`${text}\0`, 'latin1'),
  count: text.length + 1,
});
const long = (tag: number, value: number): Entry => ({ tag, type: 4, value: be32(value), count: 1 });
const be32 = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const word = Buffer.alloc(4);
      word.writeUInt32BE(value >>> 0);
      return word;
    }),
  );
/** Degrees, minutes and seconds as three fractions. */
const degrees = (tag: number, value: number): Entry => {
  const whole = Math.abs(value);
  const minutes = (whole % 1) * 60;
  return {
    tag,
    type: 5,
    value: be32(Math.floor(whole), 1, Math.floor(minutes), 1, Math.round((minutes % 1) * 60 * 10_000), 10_000),
    count: 3,
  };
};

/** A big-endian TIFF block with three directories: the first, EXIF's own with the time, GPS with the place. */
function tiff({ latitude, longitude, at }: Taken): Buffer {
  const exif = [ascii(0x9003, at)];
  const gps = [
    ascii(1, latitude < 0 ? 'S' : 'N'),
    degrees(2, latitude),
    ascii(3, longitude < 0 ? 'W' : 'E'),
    degrees(4, longitude),
  ];
  const exifAt = 8 + sizeOf([long(0x8769, 0), long(0x8825, 0)]);
  const gpsAt = exifAt + sizeOf(exif);
  const first = directory([long(0x8769, exifAt), long(0x8825, gpsAt)], 8);
  return Buffer.concat([
    Buffer.from('MM\0*', 'latin1'),
    be32(8),
    first,
    directory(exif, exifAt),
    directory(gps, gpsAt),
  ]);
}

const sizeOf = (entries: Entry[]) =>
  6 + entries.length * 12 + entries.reduce((sum, { value }) => sum + (value.length > 4 ? value.length : 0), 0);

function directory(entries: Entry[], start: number): Buffer {
  let dataAt = start + 6 + entries.length * 12;
  const data: Buffer[] = [];
  const rows = entries.map(({ tag, type, value, count }) => {
    const row = Buffer.alloc(12);
    row.writeUInt16BE(tag, 0);
    row.writeUInt16BE(type, 2);
    row.writeUInt32BE(count, 4);
    if (value.length <= 4) value.copy(row, 8);
    else {
      row.writeUInt32BE(dataAt, 8);
      data.push(value);
      dataAt += value.length;
    }
    return row;
  });
  const head = Buffer.alloc(2);
  head.writeUInt16BE(entries.length);
  return Buffer.concat([head, ...rows, be32(0), ...data]);
}

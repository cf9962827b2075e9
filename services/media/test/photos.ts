import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture of three coloured stripes: red on the left, green, blue on the right. */
export function stripes(width = 600, height = 400) {
  const third = Math.ceil(width / 3);
  const stripe = (background: string, left: number) => ({
    input: { create: { width: Math.min(third, width - left), height, channels: 3 as const, background } },
    left,
    top: 0,
  });
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    stripe('#ff0000', 0),
    stripe('#00ff00', third),
  ]);
}

/** A camera's JPEG: position, time, maker, a hidden serial number, and the given orientation. */
export const cameraJpeg = ({ orientation = 1, width = 600, height = 400, quality = 90 } = {}) =>
  stripes(width, height)
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: 'Testcam', Model: 'Serial-31337', Artist: 'Secret Name' },
      IFD2: { DateTimeOriginal: '2025:06:14 15:30:05', OffsetTimeOriginal: '-04:00' },
      IFD3: PLATEAU,
    })
    .jpeg({ quality })
    .toBuffer();

/** A place on the Plateau in Montréal, as EXIF writes it; in degrees 45.5225, -73.5905. */
export const PLATEAU = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '45/1 31/1 21/1',
  GPSLongitudeRef: 'W',
  GPSLongitude: '73/1 35/1 258/10',
};

/** 24 bytes of header and a few kB of data that unpack to an all-black picture of any size. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit a pixel, grey
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
}

/** CRC-32 as PNG defines it; `zlib.crc32` came with Node 20.15 and 22.2 only. */
function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

export const SCRIPT = '<script>alert("hidden in a picture")</script>';

export const SVG = Buffer.from(
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${SCRIPT}<rect ` +
    `width="10" height="10"/></svg>`,
);

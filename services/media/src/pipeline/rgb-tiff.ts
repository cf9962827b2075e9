/** An uncompressed TIFF of 8-bit RGB pixels: the simplest format with a colour profile. */
const HEADER = 8;
/** Offset of the `BitsPerSample` values: after the pixels, before the profile. */
const BITS = 6;
const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

/** Allocates the pixels within the file, so that they are not copied. */
export function allocateRgbTiff(
  width: number,
  height: number,
  icc: Buffer = Buffer.alloc(0),
): { file: Buffer; pixels: Uint8Array } {
  const bytes = width * height * 3;
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 3, HEADER + bytes],
    [259, SHORT, 1, 1], // no compression
    [262, SHORT, 1, 2], // RGB
    [273, LONG, 1, HEADER],
    [277, SHORT, 1, 3],
    [278, LONG, 1, height],
    [279, LONG, 1, bytes],
  ];
  if (icc.length > 0) entries.push([34675, UNDEFINED, icc.length, HEADER + bytes + BITS]);
  // A directory starts at an even offset.
  const directory = HEADER + bytes + BITS + icc.length + ((bytes + icc.length) % 2);
  const file = Buffer.alloc(directory + 2 + entries.length * 12 + 4);
  file.write('II\x2a\0', 'latin1');
  file.writeUInt32LE(directory, 4);
  for (let sample = 0; sample < 3; sample++) file.writeUInt16LE(8, HEADER + bytes + sample * 2);
  icc.copy(file, HEADER + bytes + BITS);
  file.writeUInt16LE(entries.length, directory);
  entries.forEach(([tag, type, count, value], index) => {
    const at = directory + 2 + index * 12;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(count, at + 4);
    file.writeUInt32LE(value, at + 8);
  });
  return { file, pixels: file.subarray(HEADER, HEADER + bytes) };
}

/**
 * HEVC of 512 × 512 pixels in one colour, encoded by x265 from pictures made for these tests, and what a decoder needs
 * to know first.
 */
const SETTINGS = Buffer.from(
  'AAAAeGh2Y0MBA3AAAAAAAAAAAABa8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwBaugJAIQABACxCAQEDcAAAAwCQAAADAAADAFqgBAIAgFlupJKa5uBAQMCAAAADAIAAAAMAhCIAAQAGRAHBcYMS',
  'base64',
);
const TILES = {
  red: 'AAAAcigBr1EF21ikpRD5NR/4nz/vlgXbAuKnlhGB+uN8vALoDnFAAFlApdh34AkwO0UIAAADAaWTAmw8AAADAAADAH7AhwAAAwAAAwAAChgAAAMAAAMAAAi4AAADAAADAADSgAAAAwAAAwAEjAAAAwAAAwAMmA==',
  green:
    'AAAAcSgBr1EF01ikpRD5NQgs4P/f9p/RtYqeWEYH643y8AugOcUAAWWl2HfgCTA7RQgAAAMBpZMCbDwAAAMAAAMAfsCHAAADAAADAAAKGAAAAwAAAwAACLgAAAMAAAMAANKAAAADAAADAASMAAADAAADAAyY',
  blue: 'AAAAcigBr1EF21ikpRD5NR/8Izr+zRp7pWKnlhGB+uN8vALoDnFAAFlApdh34AkwO0UIAAADAaWTAmw8AAADAAADAH7AhwAAAwAAAwAAChgAAAMAAAMAAAi4AAADAAADAADSgAAAAwAAAwAEjAAAAwAAAwAMmA==',
  olive:
    'AAAAcCgBr1EFy1ikpRD5NR+jz/tFp0Fip5YRgfrjfLwC6A5xQABZQKXYd+AJMDtFCAAAAwGlkwJsPAAAAwAAAwB+wIcAAAMAAAMAAAoYAAADAAADAAAIuAAAAwAAAwAA0oAAAAMAAAMABIwAAAMAAAMADJg=',
} as const;
const TILE = 512;

export type TileColour = keyof typeof TILES;

interface HeicOptions {
  /** Colours of the tiles, row by row; all rows have the same number of tiles. */
  rows: TileColour[][];
  /** Pixels, where the last tiles are not seen whole. */
  width?: number;
  height?: number;
  /** Quarter turns against the clock, as phones say how they were held. */
  turns?: 0 | 1 | 2 | 3;
  /** Left and right changed, after the turns. */
  mirrored?: boolean;
  /** A TIFF structure with EXIF tags. */
  exif?: Buffer;
  icc?: Buffer;
  /** Colours by the codes of ITU-T H.273. */
  nclx?: { primaries: number; transfer: number };
}

/** A photo as phones write it: a grid of HEVC tiles with its EXIF block and colour profile beside it. */
export function heicPhoto({ rows, turns = 0, mirrored = false, exif, icc, nclx, ...size }: HeicOptions): Buffer {
  const [columns, tiles] = [rows[0]!.length, rows.flat()];
  const { width = columns * TILE, height = rows.length * TILE } = size;
  const [gridId, exifId] = [tiles.length + 1, tiles.length + 2];
  const colours = Object.keys(TILES) as TileColour[];
  const pieces = colours.map((colour) => Buffer.from(TILES[colour], 'base64'));
  if (exif) pieces.push(Buffer.concat([u32(6), Buffer.from('Exif\0\0'), exif]));
  const grid = Buffer.concat([Buffer.from([0, 1, rows.length - 1, columns - 1]), u32(width), u32(height)]);
  const properties = [
    SETTINGS,
    full('ispe', 0, u32(TILE), u32(TILE)),
    full('ispe', 0, u32(width), u32(height)),
    box('irot', Buffer.from([turns])),
  ];
  if (mirrored) properties.push(box('imir', Buffer.from([1])));
  if (icc) properties.push(box('colr', Buffer.from('prof'), icc));
  // With the matrix of BT.601 in full range, as the tiles are encoded.
  if (nclx)
    properties.push(
      box('colr', Buffer.from('nclx'), u16(nclx.primaries), u16(nclx.transfer), u16(6), Buffer.from([0x80])),
    );
  const ofThePhoto = properties
    .slice(2)
    .map((property, index) => (property.includes('irot') || property.includes('imir') ? 0x80 : 0) | (index + 3));
  const items = [...tiles.map(() => 'hvc1'), 'grid', ...(exif ? ['Exif'] : [])];
  const meta = (start: number) => {
    const at = pieces.map((_, piece) => start + pieces.slice(0, piece).reduce((sum, { length }) => sum + length, 0));
    const extents = items.map((type, item) => {
      if (type === 'grid') return [1, 0, grid.length];
      const piece = type === 'Exif' ? colours.length : colours.indexOf(tiles[item]!);
      return [0, at[piece]!, pieces[piece]!.length];
    });
    return full(
      'meta',
      0,
      full('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      full('pitm', 0, u16(gridId)),
      full(
        'iloc',
        0x01_000000,
        Buffer.from([0x44, 0x00]),
        u16(items.length),
        ...extents.map(([method, offset, length], item) =>
          Buffer.concat([u16(item + 1), u16(method!), u16(0), u16(1), u32(offset!), u32(length!)]),
        ),
      ),
      full(
        'iinf',
        0,
        u16(items.length),
        ...items.map((type, item) =>
          full(
            'infe',
            type === 'hvc1' ? 0x02_000001 : 0x02_000000,
            u16(item + 1),
            u16(0),
            Buffer.from(type),
            Buffer.alloc(1),
          ),
        ),
      ),
      full(
        'iref',
        0,
        box('dimg', u16(gridId), u16(tiles.length), ...tiles.map((_, item) => u16(item + 1))),
        ...(exif ? [box('cdsc', u16(exifId), u16(1), u16(gridId))] : []),
      ),
      box(
        'iprp',
        box('ipco', ...properties),
        full(
          'ipma',
          0,
          u32(tiles.length + 1),
          ...tiles.map((_, item) => associations(item + 1, [0x81, 2])),
          associations(gridId, ofThePhoto),
        ),
      ),
      box('idat', grid),
    );
  };
  const head = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'));
  const start = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(start), box('mdat', ...pieces)]);
}

/** Three coloured stripes of many tiles: red on the left, green, blue on the right. */
export function heicStripes({
  width,
  height,
  ...options
}: Omit<HeicOptions, 'rows' | 'width' | 'height'> & { width: number; height: number }): Buffer {
  const columns = Math.ceil(width / TILE);
  const row = Array.from({ length: columns }, (_, column): TileColour =>
    column < columns / 3 ? 'red' : column < (columns * 2) / 3 ? 'green' : 'blue',
  );
  return heicPhoto({ rows: Array.from({ length: Math.ceil(height / TILE) }, () => row), width, height, ...options });
}

const associations = (item: number, properties: number[]): Buffer =>
  Buffer.concat([u16(item), Buffer.from([properties.length, ...properties])]);

function box(type: string, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(length), Buffer.from(type, 'latin1'), ...content]);
}

/** A box with version (the first of the four bytes) and flags. */
const full = (type: string, version: number, ...content: Buffer[]): Buffer => box(type, u32(version), ...content);

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

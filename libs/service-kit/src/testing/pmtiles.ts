interface SmallArchive {
  /** Uncompressed MVT by tile id (`zxyToTileId` of the package pmtiles), in the order of the ids. */
  tiles: { id: number; data: Uint8Array }[];
  zooms: [from: number, to: number];
  /** Degrees: west, south, east, north. */
  bounds: [number, number, number, number];
  metadata: object;
}

/** A PMTiles archive (version 3) with a root directory alone, for up to some hundred tiles. */
export function pmtilesOf({ tiles, zooms, bounds, metadata }: SmallArchive): Buffer {
  const directory = Buffer.from([
    ...varint(tiles.length),
    ...tiles.flatMap(({ id }, i) => varint(id - (tiles[i - 1]?.id ?? 0))),
    ...tiles.flatMap(() => varint(1)),
    ...tiles.flatMap(({ data }) => varint(data.length)),
    // The first begins at 0, which is written as 1; every other follows the one before.
    ...tiles.flatMap((_tile, i) => varint(i === 0 ? 1 : 0)),
  ]);
  const about = Buffer.from(JSON.stringify(metadata));
  const content = Buffer.concat(tiles.map(({ data }) => data));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  let at = header.length;
  [directory.length, about.length, 0, content.length].forEach((length, part) => {
    header.writeBigUInt64LE(BigInt(at), 8 + part * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + part * 16);
    at += length;
  });
  for (const offset of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), offset);
  // Clustered; neither directories nor tiles are compressed; vector tiles.
  header.set([1, 1, 1, 1, ...zooms], 96);
  bounds.forEach((degrees, i) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4));
  header[118] = zooms[1];
  header.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 123);
  return Buffer.concat([header, directory, about, content]);
}

/** Seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

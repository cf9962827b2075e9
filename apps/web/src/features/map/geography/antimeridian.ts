import type { Position } from 'geojson';

/** A line whose longitudes run on past ±180 instead of jumping across the whole map. */
export function unwrapLine(line: Position[]): Position[] {
  let turn = 0;
  return line.map(([lng, lat], i): Position => {
    const before = line[i - 1]?.[0];
    if (before !== undefined && lng! - before > 180) turn -= 360;
    if (before !== undefined && lng! - before < -180) turn += 360;
    return [lng! + turn, lat!];
  });
}

/** A ring made continuous; one that goes once around the earth (Antarctica) is closed over its pole. */
export function unwrapRing(ring: Position[]): Position[] {
  const line = unwrapLine(ring);
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || Math.abs(last[0]! - first[0]!) < 180) return line;
  const pole = first[1]! < 0 ? -90 : 90;
  return [...line, [last[0]!, pole], [first[0]!, pole], first];
}

interface Geometry {
  type?: unknown;
  coordinates?: unknown;
  geometries?: unknown;
}

/**
 * The one geometry that places a row: of a collection its first point, else its first part; of points the first one.
 */
export function oneGeometry(geometry: unknown): unknown {
  const { type, coordinates, geometries } = (geometry ?? {}) as Geometry;
  if (type === 'GeometryCollection' && Array.isArray(geometries) && geometries.length > 0) {
    const parts = geometries.map(oneGeometry);
    return parts.find((part) => (part as Geometry | null)?.type === 'Point') ?? parts[0];
  }
  return type === 'MultiPoint' && Array.isArray(coordinates) && coordinates.length > 0
    ? { type: 'Point', coordinates: coordinates[0] as unknown }
    : geometry;
}

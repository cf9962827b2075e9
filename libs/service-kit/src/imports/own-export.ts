import type { WrittenMap } from './column-map.js';
import type { Sample } from './probe.js';

/** How a kind of rows is written by our own export of open data. */
export interface OwnExport {
  /** The columns of the CSV in their order; in GeoJSON all but the coordinates are properties. */
  columns: readonly string[];
  /** What the columns are. */
  fields: WrittenMap['fields'];
}

/** The map of a file that is our own export; undefined for another one. */
export function ownExportMap(
  sample: Pick<Sample, 'columns' | 'rows'>,
  exported: OwnExport | undefined,
): WrittenMap | undefined {
  if (!exported) return undefined;
  const { latitude: _, longitude: __, ...properties } = exported.fields;
  const inGeometry = sample.rows.every(({ geometry }) => geometry !== undefined);
  const columns = inGeometry
    ? exported.columns.filter((name) => name !== 'latitude' && name !== 'longitude')
    : exported.columns;
  const isOwn = columns.length === sample.columns.length && columns.every((name) => sample.columns.includes(name));
  return isOwn ? { fields: inGeometry ? properties : exported.fields } : undefined;
}

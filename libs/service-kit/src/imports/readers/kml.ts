import { oneGeometry } from './geometry.js';
import { UnreadableFile, type RawRow } from './source.js';
import { child, descendants, xmlElements, type XmlElement } from './xml-elements.js';

/** Elements of a placemark with a text of its own. */
const TEXTS = ['name', 'description', 'address', 'phoneNumber', 'Snippet'];

/**
 * The placemarks of a KML: their texts and extended data are columns. KML is always in WGS 84.
 * @throws UnreadableFile if the file is broken or only refers to others
 */
export async function* kmlRows(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let number = 0;
  let link: string | undefined;
  for await (const element of xmlElements(text, ['Placemark', 'NetworkLink'], { format: 'KML' })) {
    if (element.name === 'Placemark') yield placemarkRow(element, ++number);
    else link ??= [...descendants(element, 'href')][0]?.text.trim();
  }
  if (number > 0) return;
  throw new UnreadableFile(
    link ? `The KML only refers to another file; download and import that one: ${link}` : 'The KML has no placemarks.',
  );
}

function placemarkRow(placemark: XmlElement, number: number): RawRow {
  const columns: Record<string, string> = { ...(placemark.attributes['id'] && { id: placemark.attributes['id'] }) };
  for (const name of TEXTS) {
    const element = child(placemark, name);
    if (element) columns[name] = element.text.trim();
  }
  for (const data of descendants(placemark, 'Data'))
    columns[data.attributes['name'] ?? ''] = child(data, 'value')?.text.trim() ?? '';
  for (const data of descendants(placemark, 'SimpleData')) columns[data.attributes['name'] ?? ''] = data.text.trim();
  const when = [...descendants(placemark, 'when')][0];
  if (when) columns['when'] = when.text.trim();
  return { number, columns, geometry: oneGeometry(geometryIn(placemark)) };
}

/** The geometry of a placemark as GeoJSON; null without one. */
function geometryIn(placemark: XmlElement): unknown {
  const parts = ['Point', 'LineString', 'Polygon'].flatMap((type) =>
    [...descendants(placemark, type)].map((element) => geometryOf(type, element)),
  );
  return parts.length > 1 ? { type: 'GeometryCollection', geometries: parts } : (parts[0] ?? null);
}

function geometryOf(type: string, element: XmlElement): unknown {
  const positions = positionsIn([...descendants(element, 'coordinates')][0]?.text ?? '');
  return { type, coordinates: type === 'Point' ? (positions[0] ?? []) : type === 'Polygon' ? [positions] : positions };
}

/** Positions are separated by blanks, which programs and people also write around the commas within a position. */
function positionsIn(text: string): number[][] {
  return text
    .split(',')
    .map((part) => part.trim())
    .join(',')
    .split(/\s+/)
    .filter(Boolean)
    .map((tuple) => tuple.replace(/,$/, ',NaN').split(',').map(Number));
}

import { UnreadableFile, type RawRow } from './source.js';
import { xmlElements, type XmlElement } from './xml-elements.js';

/**
 * The waypoints of a GPX, which is always in WGS 84; tracks and routes are left out.
 * @throws UnreadableFile if the file is broken or has no waypoints
 */
export async function* gpxRows(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let number = 0;
  let others = 0;
  const passes = ({ name }: XmlElement) => (others += name === 'trk' || name === 'rte' ? 1 : 0);
  for await (const { attributes, children } of xmlElements(text, ['wpt'], { format: 'GPX', passes })) {
    const columns: Record<string, string> = {};
    collect(columns, children);
    const { lat, lon } = attributes;
    yield { number: ++number, columns, geometry: { type: 'Point', coordinates: [numberOf(lon), numberOf(lat)] } };
  }
  if (number === 0)
    throw new UnreadableFile(
      `The GPX has no waypoints${others > 0 ? `, but ${others} tracks or routes, which are not imported` : ''}.`,
    );
}

const numberOf = (text: string | undefined) => (text?.trim() ? Number(text) : NaN);

/** Texts by their element's name; a link by its address. */
function collect(columns: Record<string, string>, elements: XmlElement[]): void {
  for (const { name, text, attributes, children } of elements) {
    const value = attributes['href'] ?? text.trim();
    if (value !== '' && !(name in columns)) columns[name] = value;
    collect(columns, name === 'link' ? [] : children);
  }
}

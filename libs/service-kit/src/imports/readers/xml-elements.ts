import { SaxesParser } from 'saxes';
import { MAX_RECORD_LENGTH, UnreadableFile } from './source.js';

/** An element with what is in it; names are without their namespace's prefix. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

export interface XmlOptions {
  /** What the file is, for messages. */
  format: string;
  /** Called for each element that begins outside of the wanted ones. */
  passes?(element: XmlElement): void;
  maxLength?: number;
}

/**
 * Streams the elements of some names. Entities of a document type are not expanded, and nothing outside of the file
 * is read.
 * @throws UnreadableFile if the XML is broken, or an element is larger than `maxLength` characters
 */
export async function* xmlElements(
  text: AsyncIterable<string>,
  wanted: readonly string[],
  { format, passes, maxLength = MAX_RECORD_LENGTH }: XmlOptions,
): AsyncGenerator<XmlElement> {
  const complete: XmlElement[] = [];
  const open: XmlElement[] = [];
  let count = 0;
  let isBetween = true;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: localName(name), attributes: attributes as Record<string, string>, text: '', children: [] };
    if (open.length > 0 || wanted.includes(element.name)) open.push(element);
    else passes?.(element);
    isBetween ||= open.length === 0;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    isBetween ||= open.length === 0;
    if (!element) return;
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else complete.push(element);
  });
  for (const event of ['text', 'cdata'] as const) {
    parser.on(event, (part) => {
      const element = open.at(-1);
      if (element) element.text += part;
    });
  }
  parser.on('error', (error) => {
    // Entities of HTML are common in texts, which are decoded later.
    if (/undefined entity/.test(error.message)) return;
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    throw new UnreadableFile(`The file is no ${format} after line ${parser.line}: ${reason}.`);
  });
  // Characters since a tag outside of the wanted elements.
  let length = 0;
  for await (const chunk of text) {
    parser.write(chunk);
    length = isBetween ? chunk.length : length + chunk.length;
    isBetween = false;
    count += complete.length;
    yield* complete.splice(0);
    if (length > maxLength)
      throw new UnreadableFile(
        `After ${count} elements, the file has one of more than ${maxLength} characters; leave it out.`,
      );
  }
  parser.close();
  yield* complete;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** The first child of a name. */
export function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((each) => each.name === name);
}

/** All elements of a name within another one. */
export function* descendants(element: XmlElement, name: string): Generator<XmlElement> {
  for (const each of element.children) {
    if (each.name === name) yield each;
    yield* descendants(each, name);
  }
}

import { getManyValues, isMany, none } from 'stream-chain/defs.js';
import { jsonParser, type Token } from 'stream-json/parser.js';
import { jsonRow } from './json-rows.js';
import { MAX_RECORD_LENGTH, UnreadableFile, type RawRow } from './source.js';

/**
 * Streams the records of a JSON document: the elements of a list that is the document or has one of the usual
 * names in it, else the document itself.
 * @param crs the reference system of its geometries if it is known
 * @throws UnreadableFile if the JSON is broken, has no records, or a record is larger than `maxLength`
 */
export async function* jsonRows(
  text: AsyncIterable<string>,
  crs?: string,
  maxLength = MAX_RECORD_LENGTH,
): AsyncGenerator<RawRow> {
  const parse = jsonParser({ packValues: true, streamValues: false, jsonStreaming: true });
  const document = new JsonDocument(crs);
  let number = 0;
  let line = 1;
  try {
    for await (const part of parts(text)) {
      for (const token of tokensOf(parse(part as string))) {
        if (document.take(token))
          yield { ...jsonRow(document.record, ++number), ...(document.crs && { crs: document.crs }) };
      }
      if (part === none) break;
      document.length += part.length;
      if (part.endsWith('\n')) line++;
      if (document.length > maxLength)
        throw new UnreadableFile(`Feature ${number + 1} has more than ${maxLength} characters; leave it out.`);
    }
  } catch (error) {
    if (error instanceof UnreadableFile || (error instanceof Error && 'code' in error)) throw error;
    throw new UnreadableFile(
      `The file is no GeoJSON${number > 0 ? ` after feature ${number}` : ''}, on line ${line}: ` +
        `${(error as Error).message}.`,
    );
  }
  if (number === 0) throw new UnreadableFile('The file has no features.');
}

/** A text in parts that end with their line; the parser takes `none` for the end. */
async function* parts(text: AsyncIterable<string>): AsyncGenerator<string | typeof none> {
  for await (const chunk of text) yield* chunk.split(/(?<=\n)/);
  yield none;
}

const tokensOf = (parsed: unknown): Token[] =>
  isMany(parsed) ? (getManyValues(parsed) as Token[]) : parsed === none ? [] : [parsed as Token];

/** Where a document has its records: GeoJSON and ArcGIS, Overpass, and the interfaces of data portals. */
const LIST_NAMES = 'features|elements|records|results|data|items|rows|values?|entries|bindings|geometries';
const LIST = new RegExp(`^(?:(?:results?|data|response|d)\\.)?(?:${LIST_NAMES})$`);

const WGS84 = /CRS ?84|4326|4979/;

/** Assembles the values of a document; the elements of its list are handed out and not kept. */
class JsonDocument {
  /** The record that was completed last. */
  record: unknown;
  /** Characters read since then. */
  length = 0;
  private readonly open: (unknown[] | Record<string, unknown>)[] = [];
  private readonly keys: string[] = [];
  /** Depth of the list that is being read. */
  private listDepth?: number;
  private hasList = false;

  constructor(public crs?: string) {}

  /** @returns whether it completes a record */
  take(token: Token): boolean {
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        if (token.name === 'startArray' && this.isList()) [this.listDepth, this.hasList] = [this.open.length + 1, true];
        this.open.push(token.name === 'startArray' ? [] : {});
        return false;
      case 'endObject':
      case 'endArray':
        return this.close();
      case 'keyValue':
        this.keys[this.open.length - 1] = token.value;
        return false;
      case 'numberValue':
        // Ids may be longer than a number can be.
        return this.add(/^-?\d{16,}$/.test(token.value) ? token.value : Number(token.value));
      default:
        return 'value' in token && this.add(token.value);
    }
  }

  private isList(): boolean {
    if (this.listDepth !== undefined || this.open.some((each) => Array.isArray(each))) return false;
    return this.open.length === 0 || LIST.test(this.keys.slice(0, this.open.length).join('.'));
  }

  private close(): boolean {
    const isList = this.listDepth === this.open.length;
    const value = this.open.pop();
    if (!isList) return this.add(value);
    this.listDepth = undefined;
    if (this.open.length === 0) this.hasList = false;
    return false;
  }

  private add(value: unknown): boolean {
    const parent = this.open.at(-1);
    if (parent === undefined ? !this.hasList : this.listDepth === this.open.length) {
      [this.record, this.length] = [value, 0];
      return true;
    }
    if (Array.isArray(parent)) parent.push(value);
    else if (parent) this.set(parent, this.keys[this.open.length - 1]!, value);
    else this.hasList = false;
    return false;
  }

  private set(parent: Record<string, unknown>, key: string, value: unknown): void {
    if (key !== '__proto__') parent[key] = value;
    if (this.open.length > 1 || (key !== 'crs' && key !== 'spatialReference')) return;
    const before = this.crs;
    this.crs = crsOf(value);
    // The features before it were taken for WGS 84.
    if (this.hasList && this.crs && this.crs !== before && !WGS84.test(this.crs))
      throw new UnreadableFile(
        `The file names its coordinate system, ${this.crs}, after its features; move "${key}" before them.`,
      );
  }
}

interface DeclaredCrs {
  wkid?: number;
  latestWkid?: number;
  properties?: { name?: string; href?: string; code?: number };
}

/** The name of a `crs` of GeoJSON 2008 or a `spatialReference` of ArcGIS. */
function crsOf(declared: unknown): string | undefined {
  if (typeof declared === 'string') return declared;
  const { wkid, latestWkid, properties } = (declared ?? {}) as DeclaredCrs;
  const code = latestWkid ?? wkid ?? properties?.code;
  return code === undefined ? (properties?.name ?? properties?.href) : `EPSG:${code}`;
}

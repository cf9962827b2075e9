import { isAscii, isUtf8 } from 'node:buffer';
import { detectAll } from 'jschardet';
import { bytesOf, type PackedFile } from './bytes.js';
import { UnreadableFile } from './source.js';

export interface FoundEncoding {
  /** A name that TextDecoder knows. */
  encoding: string;
  /** What the bytes may be instead, the likeliest first, if the encoding is a guess. */
  others?: string[];
  /** Texts of the file as they are read, if the encoding is a guess. */
  examples?: string[];
}

/** Bytes that are examined for an unknown encoding. */
const MAX_EVIDENCE_BYTES = 64 * 1024;
const MAX_EXAMPLES = 3;

/** Names that TextDecoder has for what is detected. */
const NAMES: Record<string, string> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  gb18030: 'gbk',
};

/**
 * Finds a text's encoding: its byte order mark, what its XML declares, UTF-8 if all bytes are valid, else by its
 * letters. It reads the whole file, since the only accented word may be near the end.
 * @throws UnreadableFile for UTF-8 with broken bytes
 */
export async function findEncoding(file: PackedFile, head: Buffer): Promise<FoundEncoding> {
  const marked = markOf(head) ?? utf16Of(head) ?? declaredIn(head);
  if (marked !== undefined && marked !== 'utf-8') return { encoding: marked };
  const { firstBroken, good, broken, evidence } = await examined(file);
  if (firstBroken === undefined) return { encoding: 'utf-8' };
  if (good > broken || marked === 'utf-8') {
    throw new UnreadableFile(
      `Line ${firstBroken} has bytes that are not UTF-8, unlike the rest of the file. Correct them, or name the ` +
        'encoding with --encoding ("--encoding utf-8" leaves such characters out).',
    );
  }
  const [encoding = 'windows-1252', ...others] = candidates(evidence);
  return { encoding, others: others.slice(0, MAX_EXAMPLES), examples: examplesIn(evidence, encoding) };
}

/** The encoding that a byte order mark names. */
export function markOf(head: Buffer): string | undefined {
  if (head.subarray(0, 3).toString('hex') === 'efbbbf') return 'utf-8';
  return { fffe: 'utf-16le', feff: 'utf-16be' }[head.subarray(0, 2).toString('hex')];
}

/** UTF-16 without a mark: every other byte of Latin letters and digits is 0. */
export function utf16Of(head: Buffer): string | undefined {
  const zeros: [even: number, odd: number] = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[(at % 2) as 0 | 1]++;
  const [few, many] = [Math.min(...zeros), Math.max(...zeros)];
  if (many < head.length / 8 || few > many / 10) return undefined;
  return zeros[1] > zeros[0] ? 'utf-16le' : 'utf-16be';
}

function declaredIn(head: Buffer): string | undefined {
  const [, name] = /^\s*<\?xml[^>]*\sencoding=["']([^"']+)/.exec(head.toString('latin1')) ?? [];
  return name === undefined ? undefined : encodingName(name);
}

/** The name that TextDecoder has for an encoding; undefined for one that it does not know. */
export function encodingName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

interface Examined {
  /** The first line with bytes that are not UTF-8. */
  firstBroken?: number;
  /** Characters beyond ASCII that are UTF-8, and those that are not. */
  good: number;
  broken: number;
  /** The first lines with bytes beyond ASCII. */
  evidence: Buffer;
}

async function examined(file: PackedFile): Promise<Examined> {
  const found: Examined = { good: 0, broken: 0, evidence: Buffer.alloc(0) };
  let line = 1;
  for await (const part of completeParts(file)) {
    if (!isAscii(part)) {
      const isBroken = !isUtf8(part);
      if (isBroken) found.firstBroken ??= line + breaksIn(part.subarray(0, validLength(part)));
      for (const [char] of part.toString('utf8').matchAll(/[\u0080-\u{10FFFF}]/gu)) {
        found[isBroken && char === '\uFFFD' ? 'broken' : 'good']++;
      }
      if (found.evidence.length < MAX_EVIDENCE_BYTES) {
        found.evidence = Buffer.concat([found.evidence, linesBeyondAscii(part)]);
      }
    }
    line += breaksIn(part);
  }
  return found;
}

function breaksIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}

/** The bytes of a file in parts that end with a line, or of a long line with a character of UTF-8. */
async function* completeParts(file: PackedFile): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of bytesOf(file)) {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    const end = all.lastIndexOf(0x0a) + 1 || completeLength(all);
    yield all.subarray(0, end);
    rest = all.subarray(end);
  }
  if (rest.length > 0) yield rest;
}

/** Bytes before a character of UTF-8 that is cut off at the end. */
function completeLength(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at--) {
    const byte = bytes[at]!;
    if (byte < 0x80) break;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc0) return at + length > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

/** Bytes before the first one that is not UTF-8. */
function validLength(bytes: Buffer): number {
  let [valid, all] = [0, bytes.length];
  while (all - valid > 1) {
    const middle = (valid + all) >> 1;
    // A character that is cut off at the end is not broken yet.
    if (
      isUtf8(bytes.subarray(0, middle)) ||
      isUtf8(Buffer.concat([bytes.subarray(0, middle), bytes.subarray(middle, middle + 3)]))
    )
      valid = middle;
    else all = middle;
  }
  return valid;
}

/** Whole lines, since a character of two bytes must not be cut. */
function linesBeyondAscii(bytes: Buffer): Buffer {
  let lines = '';
  for (const line of bytes.toString('latin1').split('\n')) {
    if (lines.length > MAX_EVIDENCE_BYTES) break;
    if (/[\u0080-\u00FF]/.test(line)) lines += `${line}\n`;
  }
  return Buffer.from(lines, 'latin1');
}

const WESTERN = 'windows-1252';
/** Of the best score: with a few accents only, the letters do not tell Western from Central Europe. */
const NEARLY = 0.6;

/** No characters, control characters, and signs within words. */
const GARBLED = /[\uFFFD\u0080-\u009F]|\p{L}[§¤¦¬¶¢£¥¯±¼½¾×÷¿¡†‡•‰€™]\p{L}/u;

/** Encodings in which all the bytes are characters, the likeliest first. */
function candidates(evidence: Buffer): string[] {
  const asWestern = decodedAs(WESTERN, evidence);
  const scores = new Map<string, number>();
  for (const { encoding, confidence } of detectAll(evidence)) {
    const name = encoding && encodingName(NAMES[encoding.toLowerCase()] ?? encoding);
    const text = name && decodedAs(name, evidence);
    if (!text || GARBLED.test(text)) continue;
    const distinct = text === asWestern ? WESTERN : name;
    if (!scores.has(distinct)) scores.set(distinct, confidence);
  }
  const names = [...scores.keys()];
  const isWestern = (scores.get(WESTERN) ?? 0) >= NEARLY * (scores.get(names[0] ?? '') ?? 1);
  return isWestern ? [WESTERN, ...names.filter((name) => name !== WESTERN)] : names;
}

/** Node 20 reads the bytes 80 to 9F of Windows-1252 as control characters unless it streams. */
export const decodedAs = (encoding: string, bytes: Buffer) => new TextDecoder(encoding).decode(bytes, { stream: true });

function examplesIn(evidence: Buffer, encoding: string): string[] {
  const words =
    decodedAs(encoding, evidence).match(/[^\s,;|"]*[\u0080-\u{10FFFF}][^\s,;|"]*(?: [^\s,;|"]+){0,3}/gu) ?? [];
  return [...new Set(words)].slice(0, MAX_EXAMPLES).map((text) => text.slice(0, 60));
}

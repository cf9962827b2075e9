import { open } from 'node:fs/promises';
import { crsOf } from './position.js';

const MEMBER = /"crs"\s*:\s*(\{(?:[^{}]|\{[^{}]*\})*\})/;

/** Bytes at the end of a file in which the members after its features are. */
const TAIL = 2048;

/**
 * The reference system that a GeoJSON file names in its `crs` member, before or after its features.
 * @param head the beginning of the file
 */
export async function declaredCrs(file: string, head: string): Promise<string | undefined> {
  return crsIn(head.split('"features"', 1)[0]!) ?? crsIn((await tailOf(file)).split(']').at(-1)!);
}

function crsIn(text: string): string | undefined {
  try {
    return crsOf(JSON.parse(MEMBER.exec(text)?.[1] ?? 'null'));
  } catch {
    return undefined;
  }
}

async function tailOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL);
    const { buffer } = await handle.read({ buffer: Buffer.alloc(length), position: size - length });
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}

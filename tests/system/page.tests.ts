// The page as its build leaves it and the gateway sends it; bound to the stack that a spec runs.
import { describe, expect, it } from '@jest/globals';
import { world } from './access/world.js';

/** A text that is smaller fits in one packet as it is. */
const COMPRESSED_FROM = 1_024;

/** What a browser with these encodings gets; `fetch` decompresses it. */
async function load(path: string, encodings: string) {
  const response = await fetch(`${world.stack.url}${path}`, { headers: { 'accept-encoding': encodings } });
  return { encoding: response.headers.get('content-encoding'), text: await response.text() };
}

describe('the built page', () => {
  it('has compressed copies of its document, scripts and styles, with the same text', async () => {
    const { text: document } = await load('/', 'identity');
    const files = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const path of ['/', ...files]) {
      const [br, gzip, plain] = [await load(path, 'br, gzip'), await load(path, 'gzip'), await load(path, 'identity')];
      const isLong = Buffer.byteLength(plain.text) >= COMPRESSED_FROM;
      expect([path, br.encoding, gzip.encoding, plain.encoding]).toEqual([
        path,
        ...(isLong ? ['br', 'gzip'] : [null, null]),
        null,
      ]);
      expect(br.text === plain.text && gzip.text === plain.text).toBe(true);
    }
  });
});

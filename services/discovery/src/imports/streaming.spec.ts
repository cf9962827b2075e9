import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Format, readRows } from '@sprayhunt/service-kit/imports';

const WORDS = 'a mural on the side of a house '.repeat(32);

/** Rows that may be under way between the file and the reader: about 2 MB of them. */
const WINDOW = 2_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streaming-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each<Format>(['csv', 'geojson'])('a file of %s', (format) => {
  it('is read row by row: an endless one is read only as far as rows are requested', async () => {
    const file = join(folder, format);
    execFileSync('mkfifo', [file]);
    let written = 0;
    const endless = Readable.from(
      (function* () {
        yield format === 'csv' ? 'id,description\n' : '{"type":"FeatureCollection","features":[';
        for (;;) {
          written++;
          yield format === 'csv'
            ? `${written},${WORDS}\n`
            : `${written === 1 ? '' : ','}{"type":"Feature","properties":{"id":${written},"description":"${WORDS}` +
              `"},"geometry":null}`;
        }
      })(),
    );
    const writer = endless.pipe(createWriteStream(file));
    writer.on('error', () => endless.destroy());

    let read = 0;
    let ahead = 0;
    for await (const { number } of readRows({ file, format, encoding: 'utf-8', delimiter: ',' })) {
      read++;
      ahead = Math.max(ahead, written - read);
      if (number >= 8_000) break;
    }
    endless.destroy();
    writer.destroy();
    expect(read).toBeGreaterThanOrEqual(7_500);
    expect(ahead).toBeLessThan(WINDOW);
  });
});

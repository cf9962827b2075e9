import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Spool } from './spool.js';

let folder: string;
let spool: Spool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sprayhunt-spool-'));
  spool = await Spool.open(folder);
});
afterAll(async () => {
  spool.onApplicationShutdown();
  await rm(folder, { recursive: true, force: true });
});

describe('the spool', () => {
  it('holds a body of unknown length until it is removed', async () => {
    const parts = Array.from({ length: 50 }, () => randomBytes(20_011));
    const file = await spool.write(Readable.from(parts));
    expect(file.bytes).toBe(50 * 20_011);
    expect((await readFile(file.path)).equals(Buffer.concat(parts))).toBe(true);
    await spool.remove(file);
    await spool.remove(file);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps nothing of an aborted body, and rethrows its error', async () => {
    for (let i = 0; i < 50; i++) {
      // At once, while the file is being opened, and a moment later.
      const breaking = new Readable({ read() {} });
      breaking.push(randomBytes(5_000));
      const writing = spool.write(breaking);
      await delay(i % 3);
      breaking.destroy(new Error('broken'));
      await expect(writing).rejects.toThrow('broken');
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes what a crash left an hour ago when it is opened, and nothing that another process is writing', async () => {
    for (const name of ['abandoned', 'current']) await writeFile(join(folder, name), 'x');
    await utimes(join(folder, 'abandoned'), 0, Date.now() / 1_000 - 3_660);
    (await Spool.open(folder)).onApplicationShutdown();
    expect(await readdir(folder)).toEqual(['current']);
    await rm(join(folder, 'current'));
  });
});

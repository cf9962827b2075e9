import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hostileFiles, type HostileFile } from './hostile.js';
import { isMeasurable, memoryOf } from './memory-of.js';
import { spawnMedia } from './running-service.js';

/** For the service and all its processes together. */
const MAX_MB = 300;
/** Generous: an response comes within the 20 seconds that one picture may take, and others work on the same cores. */
const ANSWER_MS = 40_000;
/** For there to be room again: what was sent before may take as long. */
const ROOM_MS = 2 * ANSWER_MS;
/** Milliseconds between two looks at the memory, of which one takes some 15. */
const LOOK_EVERY = 50;

let media: Awaited<ReturnType<typeof spawnMedia>>;
let corpus: HostileFile[];
let phone: Buffer;
beforeAll(async () => {
  corpus = await hostileFiles();
  phone = await phonePhoto();
  media = await spawnMedia({ UPLOADS_OPEN_PER_SUBJECT: '1000' });
}, 240_000);
afterAll(() => media?.stop());

/** 12 megapixels of soft noise, which are harder to encode than what cameras see, in Display P3. */
async function phonePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = await sharp({ create: { width: 1_000, height: 750, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  return sharp(grain).resize(4_000, 3_000, { kernel: 'cubic' }).withIccProfile('p3').jpeg({ quality: 85 }).toBuffer();
}

/** Sends a file under a new address, and again under the same one while there is no room for it. */
async function sendUntilAnswered(file: Buffer): Promise<{ status: number; ms: number }> {
  const { path } = await media.ticket();
  for (const first = performance.now(); performance.now() - first < ROOM_MS;) {
    const began = performance.now();
    const { status, headers } = await media.put(path, file);
    if (status !== 503) return { status, ms: performance.now() - began };
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await delay(200);
  }
  throw new Error(`There was no room for a picture in ${ROOM_MS} ms`);
}

/** The highest figure while `work` runs. */
async function peakDuring(work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(media.pid))), LOOK_EVERY);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return peak;
}

describe('files that are made to hurt', () => {
  it('are more than 80, of every kind that is read here', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(80);
    expect(new Set(corpus.map(([name]) => name)).size).toBe(corpus.length);
  });

  it('each get a picture or a refusal with its reason, in time, and within the memory limit of the service', async () => {
    const responses: [string, number][] = [];
    const peak = await peakDuring(async () => {
      for (const [name, file] of corpus) {
        const { status, ms } = await sendUntilAnswered(file);
        responses.push([name, status]);
        expect([name, ms < ANSWER_MS]).toEqual([name, true]);
      }
    });
    expect(responses.filter(([, status]) => ![200, 415, 422].includes(status))).toEqual([]);
    if (isMeasurable) expect(peak).toBeLessThan(MAX_MB);
  }, 600_000);

  it('80 at once keep the service under its memory limit and get responses, and valid uploads continue', async () => {
    const worst = [...corpus.slice(0, 20), ...corpus.filter(([name]) => /^HEIC|progressive/.test(name))];
    const hostile = Array.from({ length: 80 }, (_, index) => worst[index % worst.length]!);
    const tickets = await Promise.all(hostile.map(() => media.ticket()));
    let attacked = true;
    const honest: number[] = [];
    const peak = await peakDuring(async () => {
      const visitor = (async () => {
        while (attacked || honest.length === 0) honest.push((await sendUntilAnswered(phone)).status);
      })();
      const responses = await Promise.all(hostile.map(([, file], index) => media.put(tickets[index]!.path, file)));
      attacked = false;
      await visitor;
      expect(responses.map(({ status }) => status)).toContain(200);
      for (const { status, headers } of responses) {
        expect([200, 415, 422, 503]).toContain(status);
        if (status === 503) expect(headers['retry-after']).toBe('2');
      }
    });
    expect(honest.every((status) => status === 200)).toBe(true);
    if (isMeasurable) expect(peak).toBeLessThan(MAX_MB);
  }, 240_000);
});

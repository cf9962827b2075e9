import type { Stack } from '@sprayhunt/local';
import sharp from 'sharp';
import { cameraPhoto } from './camera-photo.js';
import { median, medianRatio, spread } from './compare.js';
import { measureCpu, ownCpuSeconds, processIds, proportionalBytes } from './cpu.js';

export interface PictureFigures {
  /**
   * Twelve-megapixel photos, from the PUT to its response, by the processor time that media and its processes used for
   * them.
   */
  picturesPerSecondPerCore: number;
  /**
   * The same in relation to the sizes alone, made of a file in memory in one process, which the machine's clock does
   * not move.
   */
  picturesRatioToBare: number;
  /** What media and its processes hold after that, in megabytes; pages that they share are counted once. */
  pictureMemoryMb: number;
}

const WARM_UP = 6;
const ROUNDS = 5;
/** Of a round. */
const PHOTOS = 8;
/** Longest edges, as media publishes them. */
const EDGES = [1_600, 800, 320];
/** As many senders at once as media has slots by default. */
const SENDERS = 2;

/**
 * Uploads camera-sized photos through the gateway, as the page does, and reads what media uses for them; beside it, the
 * sizes alone.
 */
export async function benchPictures(
  stack: Stack,
  print: (line: string) => void = console.log,
): Promise<PictureFigures> {
  const photo = await cameraPhoto();
  const media = () => stack.service('media').pid()!;
  print(`Pictures: ${ROUNDS} times ${PHOTOS} of 12 megapixels, ${(photo.length / 1e6).toFixed(1)} MB each`);
  const upload = () => sendPhoto(stack.gatewayUrl, photo);
  const bare = () => makeSizes(photo);
  sharp.concurrency(1);
  for (const work of [upload, bare]) await runInParallel(work, WARM_UP);
  const rounds: { bare: number; service: number; processes: number }[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const began = process.cpuUsage();
    await runInParallel(bare, PHOTOS);
    const { user, system } = process.cpuUsage(began);
    const before = ownCpuSeconds(media());
    const { micros } = await measureCpu(
      { media },
      () => runInParallel(upload, PHOTOS),
      () => PHOTOS,
    );
    const service = ((ownCpuSeconds(media()) - before) * 1e6) / PHOTOS;
    rounds.push({ bare: (user + system) / PHOTOS, service, processes: micros['media']! - service });
  }
  const used = rounds.map(({ service, processes }) => service + processes);
  const spreadOf = (key: 'bare' | 'service' | 'processes') => spread(rounds.map((round) => round[key]));
  console.table({
    picture: {
      'service µs': spreadOf('service'),
      'picture process µs': spreadOf('processes'),
      'bare µs': spreadOf('bare'),
    },
  });
  return {
    picturesPerSecondPerCore: round(1e6 / median(used)),
    picturesRatioToBare: medianRatio(
      rounds.map(({ bare }) => bare),
      used,
    ),
    pictureMemoryMb: Math.round(processIds(media()).reduce((sum, pid) => sum + proportionalBytes(pid), 0) / 1e6),
  };
}

/** The way that is chained: each size from the next larger, shrunk while it is decoded. */
async function makeSizes(photo: Buffer): Promise<void> {
  let picture = sharp(photo, { sequentialRead: true });
  for (const edge of EDGES) {
    const { data, info } = await picture
      .resize(edge, edge, { fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { raw: { width: info.width, height: info.height, channels: info.channels } };
    await sharp(data, raw).webp({ quality: 80, effort: 2 }).toBuffer();
    picture = sharp(data, raw);
  }
}

async function runInParallel(work: () => Promise<void>, count: number): Promise<void> {
  let left = count;
  const sender = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

/** Uploads a photo as a guest and waits until it is processed. */
export async function sendPhoto(gatewayUrl: string, photo: Buffer): Promise<void> {
  const uploadResponse = await fetch(`${gatewayUrl}/api/objects/upload`, { method: 'POST' });
  if (!uploadResponse.ok)
    throw new Error(`asking for an upload returned ${uploadResponse.status}: ${await uploadResponse.text()}`);
  const { pathname, search } = new URL(((await uploadResponse.json()) as { uploadURL: string }).uploadURL);
  const pictureResponse = await fetch(`${gatewayUrl}${pathname}${search}`, {
    method: 'PUT',
    body: new Uint8Array(photo),
  });
  if (!pictureResponse.ok)
    throw new Error(`the photo returned ${pictureResponse.status}: ${await pictureResponse.text()}`);
  await pictureResponse.arrayBuffer();
}

const round = (figure: number): number => Math.round(figure * 100) / 100;

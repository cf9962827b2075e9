import type { Stack } from '@sprayhunt/local';
import sharp from 'sharp';
import { measureCpu, ownCpuSeconds, processIds } from './cpu.js';
import { proportionalBytes } from './memory.js';

export interface PictureFigures {
  /** Twelve-megapixel photos, from the PUT to its response, by the processor time that media and its processes used for them. */
  picturesPerSecondPerCore: number;
  /** What media and its processes hold after that, in megabytes; pages that they share are counted once. */
  pictureMemoryMb: number;
}

const WARM_UP = 6;
const PHOTOS = 40;
/** As many senders at once as media has slots by default. */
const SENDERS = 2;

/** Uploads camera-sized photos through the gateway, as the page does, and reads media's metrics. */
export async function benchPictures(stack: Stack, say: (line: string) => void = console.log): Promise<PictureFigures> {
  const photo = await cameraPhoto();
  await sendAll(stack, photo, WARM_UP);
  say(`Pictures: ${PHOTOS} of 12 megapixels, ${(photo.length / 1e6).toFixed(1)} MB each`);
  const media = () => stack.service('media').pid();
  const before = ownCpuSeconds(media()!);
  const { micros } = await measureCpu({ media }, () => sendAll(stack, photo, PHOTOS), () => PHOTOS);
  const service = ((ownCpuSeconds(media()!) - before) * 1e6) / PHOTOS;
  console.table({ picture: { 'service µs': Math.round(service), 'picture process µs': Math.round(micros['media']! - service) } });
  return {
    picturesPerSecondPerCore: round(1e6 / micros['media']!),
    pictureMemoryMb: Math.round(processIds(media()!).reduce((sum, pid) => sum + proportionalBytes(pid), 0) / 1e6),
  };
}

/** 4000 × 3000 pixels of soft noise: as hard to encode as foliage, harder than most walls. */
export async function cameraPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = await sharp({ create: { width: 1000, height: 750, channels: 3, background: '#888', noise } }).png().toBuffer();
  return sharp(grain).resize(4000, 3000, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer();
}

async function sendAll(stack: Stack, photo: Buffer, count: number): Promise<void> {
  let left = count;
  const sender = async () => {
    while (left-- > 0) await send(stack, photo);
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

async function send(stack: Stack, photo: Buffer): Promise<void> {
  const asked = await fetch(`${stack.gatewayUrl}/api/objects/upload`, { method: 'POST' });
  if (!asked.ok) throw new Error(`asking for an upload returned ${asked.status}: ${await asked.text()}`);
  const { pathname, search } = new URL(((await asked.json()) as { uploadURL: string }).uploadURL);
  const sent = await fetch(`${stack.gatewayUrl}${pathname}${search}`, { method: 'PUT', body: new Uint8Array(photo) });
  if (!sent.ok) throw new Error(`the photo returned ${sent.status}: ${await sent.text()}`);
  await sent.arrayBuffer();
}

const round = (figure: number): number => Math.round(figure * 100) / 100;

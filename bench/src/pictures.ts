import type { Stack } from '@sprayhunt/local';
import sharp from 'sharp';

export interface PictureFigures {
  /** Twelve-megapixel photos, from the PUT to its answer, by the processor time that media used for them. */
  picturesPerSecondPerCore: number;
  /** Resident memory of the media process after that, in megabytes. */
  pictureMemoryMb: number;
}

const WARM_UP = 6;
const PHOTOS = 40;
/** As many senders at once as media has slots by default. */
const SENDERS = 2;

/** Sends camera-sized photos through the gateway, as the page does, and reads media's own metrics. */
export async function benchPictures(stack: Stack, say: (line: string) => void = console.log): Promise<PictureFigures> {
  const photo = await cameraPhoto();
  await sendAll(stack, photo, WARM_UP);
  say(`Pictures: ${PHOTOS} of 12 megapixels, ${(photo.length / 1e6).toFixed(1)} MB each`);
  const before = await metricsOf(stack);
  await sendAll(stack, photo, PHOTOS);
  const after = await metricsOf(stack);
  const seconds = after('process_cpu_seconds_total') - before('process_cpu_seconds_total');
  return {
    picturesPerSecondPerCore: round(PHOTOS / seconds),
    pictureMemoryMb: Math.round(after('process_resident_memory_bytes') / 1e6),
  };
}

/** 4000 × 3000 pixels of soft noise: as hard to encode as foliage, harder than most walls. */
async function cameraPhoto(): Promise<Buffer> {
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
  if (!asked.ok) throw new Error(`asking for an upload was answered ${asked.status}: ${await asked.text()}`);
  const { pathname, search } = new URL(((await asked.json()) as { uploadURL: string }).uploadURL);
  const sent = await fetch(`${stack.gatewayUrl}${pathname}${search}`, { method: 'PUT', body: new Uint8Array(photo) });
  if (!sent.ok) throw new Error(`the photo was answered ${sent.status}: ${await sent.text()}`);
  await sent.arrayBuffer();
}

/** Reads one sample of Prometheus text by its name. */
async function metricsOf(stack: Stack): Promise<(name: string) => number> {
  const text = await (await fetch(stack.service('media').metricsUrl)).text();
  return (name) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`media has no metric ${name}`);
    return Number(value);
  };
}

const round = (figure: number): number => Math.round(figure * 100) / 100;

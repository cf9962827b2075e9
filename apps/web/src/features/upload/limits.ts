import type { UploadPurpose } from './types';

const MB = 1024 * 1024;

/** Largest size of a picture in bytes, by purpose. The server has the same limits. */
export const MAX_BYTES: Record<UploadPurpose, number> = {
  discovery: 10 * MB,
  artwork: 10 * MB,
  avatar: 5 * MB,
};

/** Above this many bytes an object-storage upload is sent in parts. */
export const MULTIPART_ABOVE_BYTES = 100 * MB;
export const MAX_PARTS = 10_000;
export const MIN_PART_BYTES = 5 * MB;
/** Concurrent requests of one widget. */
export const MAX_CONCURRENT_REQUESTS = 6;
/** Milliseconds before the first, second … retry; the last one repeats. */
export const RETRY_DELAYS_MS = [0, 1000, 3000, 5000];
export const MAX_RETRIES = 10;

/** Bytes of one part: as small as storage allows, larger where the file would have too many parts. */
export function partBytes(fileBytes: number): number {
  return Math.max(MIN_PART_BYTES, Math.ceil(fileBytes / MAX_PARTS));
}

export function retryDelayMs(retry: number): number {
  return RETRY_DELAYS_MS[Math.min(retry, RETRY_DELAYS_MS.length - 1)]!;
}

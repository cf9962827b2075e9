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
/** Milliseconds before the first, second … of 10 retries; the last delay repeats. */
export const RETRIES_MS = [0, 1000, 3000, ...Array<number>(7).fill(5000)];

/** Bytes of one part: as small as storage allows, larger where the file would have too many parts. */
export function partBytes(fileBytes: number): number {
  return Math.max(MIN_PART_BYTES, Math.ceil(fileBytes / MAX_PARTS));
}

import type { ProcessedPicture } from './process-picture.js';
import type { Refusal } from './picture-refused.js';

export type PictureSize = 'small' | 'medium' | 'large';

/** Longest edge of each size in pixels, the largest first: each is made from the one before it. */
export const PICTURE_SIZES: readonly [PictureSize, number][] = [
  ['large', 1600],
  ['medium', 800],
  ['small', 320],
];

export const LARGEST_EDGE = PICTURE_SIZES[0]![1];

/** Message of the service to a process that makes pictures. `path` of the file. */
export type Order = { kind: 'open'; path: string } | { kind: 'make' };

/** What such a process replies; to each order once, and `ready` when it has started. */
export type Reply =
  | { kind: 'ready' }
  /** `memory`: bytes that making the picture takes at most. */
  | { kind: 'opened'; memory: number }
  | { kind: 'made'; picture: ProcessedPicture }
  | { kind: 'refused'; refusal: Refusal }
  /** The file could not be read, for which its content is not to blame. */
  | { kind: 'unreadable'; reason: string };

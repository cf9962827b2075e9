import type { ProcessedPicture } from './process-picture.js';
import type { Refusal } from './picture-refused.js';

/** What the service says to a process that makes pictures. The file itself comes through a line of its own. */
export type Order = { kind: 'open'; bytes: number } | { kind: 'make' };

/** What such a process answers; to each order once, and `ready` when it has started. */
export type Answer =
  | { kind: 'ready' }
  /** `memory`: bytes that making the picture takes at most. */
  | { kind: 'opened'; memory: number }
  | { kind: 'made'; picture: ProcessedPicture }
  | { kind: 'refused'; refusal: Refusal };

/** File descriptor that files come through. */
export const FILES = 3;

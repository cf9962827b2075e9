import type { OnApplicationShutdown } from '@nestjs/common';
import { Problem } from '@sprayhunt/service-kit';
import type { Reply } from './picture-messages.js';
import { fault, type Refusal } from './picture-refused.js';
import { PictureWorker, WorkerLost } from './picture-worker.js';
import type { ProcessedPicture } from './process-picture.js';

export interface PictureMakerOptions {
  /** Processes, each for one picture at a time. */
  slots: number;
  /** Bytes for all large pictures together; no single one may need more. */
  memory: number;
  /** Milliseconds that a picture may wait for a process. */
  wait: number;
}

/** JPEGs of phones need less than this; each process may always take this much. */
const LIGHT_PICTURE_BYTES = 48 * 1_048_576;
/** Seconds after which refused callers may retry. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Makes pictures in separate processes. A picture's memory is estimated from its header. Pictures that need much memory
 * share a budget and never occupy all processes, so that ordinary pictures continue.
 */
export class PictureMaker implements OnApplicationShutdown {
  private readonly workers: PictureWorker[];
  private readonly free: PictureWorker[];
  private readonly queue: ((worker: PictureWorker) => void)[] = [];
  private heavy = { pictures: 0, memory: 0 };

  constructor(private readonly options: PictureMakerOptions) {
    this.workers = Array.from({ length: options.slots }, () => new PictureWorker(options.memory));
    this.free = [...this.workers];
  }

  onApplicationShutdown(): void {
    for (const worker of this.workers) worker.stop();
  }

  /**
   * @param file where it lies, and its size in bytes
   * @returns the picture, or a final verdict on the file
   * @throws Problem `UNAVAILABLE` where the picture would have to wait for memory or for longer than a moment
   */
  async make(file: { path: string; bytes: number }): Promise<ProcessedPicture | { refusal: Refusal }> {
    const worker = await this.takeWorker();
    try {
      const opened = await worker.open(file);
      if (opened.kind !== 'opened') return refusalOf(opened);
      if (opened.memory > this.options.memory) return { refusal: fault('TOO_MUCH_MEMORY') };
      const made = await this.within(opened.memory, () => worker.make(opened.memory));
      return made.kind === 'made' ? made.picture : refusalOf(made);
    } catch (error) {
      throw error instanceof WorkerLost ? busy(error) : error;
    } finally {
      this.release(worker);
    }
  }

  private takeWorker(): Promise<PictureWorker> {
    const free = this.free.pop();
    if (free) return Promise.resolve(free);
    return new Promise((resolve, reject) => {
      const take = (worker: PictureWorker) => {
        clearTimeout(waitTimer);
        resolve(worker);
      };
      const waitTimer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(take), 1);
        reject(busy());
      }, this.options.wait);
      this.queue.push(take);
    });
  }

  /** First come, first served: the process passes straight to the next in line. */
  private release(worker: PictureWorker): void {
    worker.makeKillable();
    const next = this.queue.shift();
    if (next) next(worker);
    else this.free.push(worker);
  }

  private async within<T>(memory: number, work: () => Promise<T>): Promise<T> {
    if (memory <= LIGHT_PICTURE_BYTES) return work();
    const { slots, memory: largest } = this.options;
    if (this.heavy.memory + memory > largest || this.heavy.pictures >= Math.max(1, slots - 1)) throw busy();
    this.heavy = { pictures: this.heavy.pictures + 1, memory: this.heavy.memory + memory };
    try {
      return await work();
    } finally {
      this.heavy = { pictures: this.heavy.pictures - 1, memory: this.heavy.memory - memory };
    }
  }
}

const refusalOf = (reply: Reply): { refusal: Refusal } => {
  if (reply.kind === 'refused') return { refusal: reply.refusal };
  if (reply.kind === 'unreadable') throw new Error(`The upload could not be read from the local disk: ${reply.reason}`);
  throw new Error(`A picture process sent an unexpected reply "${reply.kind}"`);
};

const busy = (cause?: unknown) =>
  new Problem('UNAVAILABLE', 'There are too many pictures at the moment. Try again shortly.', {
    retryAfter: RETRY_AFTER_SECONDS,
    cause,
  });

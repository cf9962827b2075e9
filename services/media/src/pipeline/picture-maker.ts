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

/** Phones' own JPEGs need less than this, whatever their size; each process may take so much at any time. */
const LIGHT = 48 * 1_048_576;
/** Seconds after which refused callers may retry. */
const RETRY_LATER = 2;

/**
 * Makes pictures in separate processes. The memory that a picture needs is computed from its header; pictures that
 * need much memory are admitted by the sum of that, and never to all processes at once, so that ordinary
 * ones go on beside them.
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
        clearTimeout(patience);
        resolve(worker);
      };
      const patience = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(take), 1);
        reject(busy());
      }, this.options.wait);
      this.queue.push(take);
    });
  }

  /** First come, first served: it passes straight to the next in line, so that no one can slip in between. */
  private release(worker: PictureWorker): void {
    worker.makeKillable();
    const next = this.queue.shift();
    if (next) next(worker);
    else this.free.push(worker);
  }

  private async within<T>(memory: number, work: () => Promise<T>): Promise<T> {
    if (memory <= LIGHT) return work();
    const { slots, memory: most } = this.options;
    if (this.heavy.memory + memory > most || this.heavy.pictures >= Math.max(1, slots - 1)) throw busy();
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
  throw new Error(`A process that makes pictures sent an unexpected reply "${reply.kind}"`);
};

const busy = (cause?: unknown) =>
  new Problem('UNAVAILABLE', 'There are too many pictures at the moment. Try again shortly.', {
    retryAfter: RETRY_LATER,
    cause,
  });

import { Problem } from '@sprayhunt/service-kit';

/**
 * Bounds how much runs at once and how much waits, so that memory has a bound as well.
 * First come, first served.
 */
export class Slots {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly slots: number,
    private readonly places: number,
  ) {}

  get waiting(): number {
    return this.queue.length;
  }

  /** @throws Problem `UNAVAILABLE` when even the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.slots) return void this.running++;
    if (this.queue.length >= this.places)
      throw new Problem('UNAVAILABLE', 'Too many pictures arrive at once. Try again in a moment.', { retryAfter: 2 });
    await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  /** The slot passes straight to the next in line, so that nobody can slip in between. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.running--;
  }
}

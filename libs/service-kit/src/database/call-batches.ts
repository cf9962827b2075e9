interface Call<Item, Result> {
  item: Item;
  resolve: (result: Result | Promise<Result>) => void;
}

export interface CallBatchesOptions<Item, Result> {
  /**
   * Returns the results in the order of the items. For an item that takes longer than the others it returns a promise,
   * for which only calls of the same key wait. If it throws, each of several items is run alone.
   */
  run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  /** Calls of one key run one after the other, in the order of their arrival. */
  keyOf: (item: Item) => string;
  /** Most items of one batch. */
  most: number;
}

/**
 * Runs calls that arrive at the same time as one batch, and one batch after the other. No call waits for a batch to
 * fill:
 * calls that arrive while a batch runs form the next one, so a single call runs at once.
 */
export class CallBatches<Item, Result> {
  private waiting: Call<Item, Result>[] = [];
  /** Keys of the calls that have no result yet and do not wait. */
  private readonly keys = new Set<string>();
  private isRunning = false;
  private isDue = false;

  constructor(private readonly options: CallBatchesOptions<Item, Result>) {}

  /** @throws what `run` throws for this item alone */
  add(item: Item): Promise<Result> {
    return new Promise((resolve) => {
      this.waiting.push({ item, resolve });
      this.beginSoon();
    });
  }

  /** When this turn of the event loop has handled the requests that it read, so that they share a batch. */
  private beginSoon(): void {
    if (this.isDue || this.waiting.length === 0) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      if (!this.isRunning) void this.runNext();
    });
  }

  private async runNext(): Promise<void> {
    const batch = this.takeBatch();
    if (batch.length === 0) return;
    this.isRunning = true;
    const results = await this.resultsOf(batch.map(({ item }) => item));
    this.isRunning = false;
    batch.forEach(({ item, resolve }, index) => {
      const result = Promise.resolve(results[index]!);
      resolve(result);
      const freeKey = () => {
        this.keys.delete(this.options.keyOf(item));
        this.beginSoon();
      };
      result.then(freeKey, freeKey);
    });
    this.beginSoon();
  }

  private takeBatch(): Call<Item, Result>[] {
    const batch: Call<Item, Result>[] = [];
    const rest: Call<Item, Result>[] = [];
    for (const call of this.waiting) {
      const key = this.options.keyOf(call.item);
      const isFree = batch.length < this.options.most && !this.keys.has(key);
      if (isFree) this.keys.add(key);
      (isFree ? batch : rest).push(call);
    }
    this.waiting = rest;
    return batch;
  }

  private async resultsOf(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]> {
    try {
      return await this.options.run(items);
    } catch (error) {
      return items.map(async (item) => {
        if (items.length === 1) throw error;
        return (await this.options.run([item]))[0]!;
      });
    }
  }
}

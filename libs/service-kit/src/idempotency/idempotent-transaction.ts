import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { findOutcome, keepCommitted, lockKey, stillRunning } from './idempotency-keys.js';
import { keyedMutation } from './keyed-mutation.js';

/** The transaction of a mutation that makes, spends or sends something. */
@Injectable()
export class IdempotentTransaction {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `change` in a transaction. Under an `Idempotency-Key` it commits once: the row of the key is written with the
   * change, so neither a lost response, a timeout nor a killed process leads to a second one. A mutation has one; what
   * it does after it must be repeatable.
   * @param change returns what the mutation continues with: plain data, as a repeated request gets a copy of it
   * @throws Problem `IDEMPOTENCY_KEY_RUNNING` while another process runs it, `IDEMPOTENCY_KEY_REUSED` for other input
   */
  async run<T>(change: (tx: EntityManager) => Promise<T>): Promise<T> {
    const mutation = keyedMutation();
    if (!mutation) return this.dataSource.transaction(change);
    if (mutation.committed && !mutation.isRepeat)
      throw new Error(`${mutation.operation} has two idempotent transactions`);
    if (!mutation.committed)
      mutation.committed = await this.dataSource.transaction(async (tx) => {
        await lockKey(tx, mutation);
        const stored = await findOutcome(tx, mutation);
        // Another process has finished it meanwhile; the next request finds that.
        if (stored && stored.kind !== 'committed') throw stillRunning();
        if (stored) {
          mutation.isRepeat = true;
          return { value: stored.value };
        }
        const value = await change(tx);
        await keepCommitted(tx, [{ mutation, value }]);
        return { value };
      });
    return mutation.committed.value as T;
  }
}

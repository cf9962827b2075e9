import { Injectable } from '@nestjs/common';
import { deleteBefore, InjectConfig, Jobs, log, poolOf, Problem, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { Erasures } from '../erasure/erasures.js';

const sweepPendingAccounts: RepeatedJob = { name: 'sweep-pending-accounts', every: 60 * 60, lockSeconds: 300 };
/** The next run continues with the rest. */
const MAX_ACCOUNTS_PER_RUN = 1_000;
/** The browser has deleted its device cookie by then. */
const DEVICE_DAYS = 400;

/** Deletes accounts that have not confirmed a contact for some days, so that their usernames become free. */
@Injectable()
export class PendingAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly erasures: Erasures,
    @InjectConfig() private readonly config: UsersConfig,
    jobs: Jobs,
  ) {
    jobs.repeat(sweepPendingAccounts, (signal) => this.sweep(signal));
  }

  /** Also deletes expired codes, wallet messages and devices. @returns the number of deleted accounts */
  async sweep(signal?: AbortSignal): Promise<number> {
    const pool = poolOf(this.dataSource);
    await deleteBefore(pool, 'one_time_codes', 'expires_at', `now() - interval '1 day'`, signal);
    await deleteBefore(pool, 'wallet_challenges', 'expires_at', 'now()', signal);
    await deleteBefore(pool, 'known_devices', 'last_seen_at', `now() - interval '${DEVICE_DAYS} days'`, signal);
    let deleted = 0;
    for (const { id } of await this.outdated()) {
      signal?.throwIfAborted();
      if (await this.drop(id)) deleted += 1;
    }
    if (deleted > 0) log.info({ count: deleted }, 'Deleted pending accounts without a confirmed contact');
    return deleted;
  }

  private outdated(): Promise<{ id: string }[]> {
    return this.dataSource.query(
      `SELECT id FROM accounts WHERE status = 'pending' AND created_at < now() - make_interval(days => $1)
        ORDER BY created_at LIMIT ${MAX_ACCOUNTS_PER_RUN}`,
      [this.config.PENDING_ACCOUNT_DAYS],
    );
  }

  /** @returns false if it was verified meanwhile, or deleted by another process */
  private async drop(id: string): Promise<boolean> {
    try {
      await this.dataSource.transaction((tx) => this.erasures.expire(tx, id));
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }
}

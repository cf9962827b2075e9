import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { accountErased } from '@sprayhunt/contracts';
import { InjectConfig, log, Outbox } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type { UsersConfig } from '../config.js';

const EVERY_MS = 60 * 60 * 1_000;

/** Deletes accounts that proved nothing for days, so that they do not hold their usernames for ever. */
@Injectable()
export class PendingAccounts implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    @InjectConfig() private readonly config: UsersConfig,
  ) {}

  onApplicationBootstrap(): void {
    const sweep = () => void this.sweep().catch((error: unknown) => log.error({ err: error }, 'Sweeping pending accounts failed'));
    this.timer = setInterval(sweep, EVERY_MS).unref();
    sweep();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @returns how many accounts it deleted; codes and wallet messages that ended go with it */
  async sweep(): Promise<number> {
    await this.dataSource.query(`DELETE FROM one_time_codes WHERE expires_at < now() - interval '1 day'`);
    await this.dataSource.query(`DELETE FROM wallet_challenges WHERE expires_at < now()`);
    const deleted = await this.dataSource.transaction(async (tx) => {
      const [accounts] = await tx.query<[{ id: string }[], number]>(
        `DELETE FROM accounts WHERE status = 'pending' AND created_at < now() - make_interval(days => $1) RETURNING id`,
        [this.config.PENDING_ACCOUNT_DAYS],
      );
      await this.outbox.addMany(
        tx,
        accountErased,
        accounts.map(({ id }) => ({ data: { accountId: id } })),
      );
      return accounts.length;
    });
    if (deleted > 0) log.info({ count: deleted }, 'Deleted pending accounts that proved no contact');
    return deleted;
  }
}

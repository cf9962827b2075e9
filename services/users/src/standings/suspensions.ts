import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Consents } from '../consents/consents.js';
import { Ranks } from '../leaderboard/ranks.js';
import { rulingsOnPlayer, suspensionEnd } from '../moderation/rulings.js';
import { Standings } from './standings.js';

const relistExpired: RepeatedJob = { name: 'end-suspensions', every: 60, lockSeconds: 60 };
/** Accounts per run. */
const BATCH_SIZE = 500;

const SELECT_EXPIRED = `
  SELECT account_id AS "accountId" FROM account_standings WHERE suspended_until <= now()
  ORDER BY suspended_until LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`;

/**
 * Suspended players are on no leaderboard, and partners' clients cannot act for them. A suspension ends by its time;
 * the job only lists the player again.
 */
@Injectable()
export class Suspensions {
  constructor(
    private readonly standings: Standings,
    private readonly ranks: Ranks,
    private readonly consents: Consents,
    private readonly dataSource: DataSource,
    jobs: Jobs,
  ) {
    jobs.repeat(relistExpired, () => this.relistExpired());
  }

  /** Sets the account's suspension from all decisions in force: the longest one counts. */
  async update(tx: EntityManager, accountId: string): Promise<void> {
    const until = await this.standings.suspend(tx, accountId, async () =>
      suspensionEnd(await rulingsOnPlayer(tx, accountId), new Date()),
    );
    await this.ranks.setListed(tx, accountId, until === null);
    if (until !== null) await this.consents.endAllOf(tx, accountId);
  }

  async relistExpired(): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const expired = await tx.query<{ accountId: string }[]>(SELECT_EXPIRED);
      for (const { accountId } of expired) await this.update(tx, accountId);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Consents } from '../consents/consents.js';
import { Ranks } from '../leaderboard/ranks.js';
import { Standings } from './standings.js';

const endOver: RepeatedJob = { name: 'end-suspensions', every: 60, lockSeconds: 60 };
/** Accounts of one run. */
const BATCH = 500;

const OVER = `SELECT account_id AS "accountId" FROM account_standings WHERE suspended_until <= now() ORDER BY suspended_until LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/** Suspended players are on no leaderboard, and partners' clients cannot act for them. A suspension ends at its time; the job only lists the player again. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly standings: Standings,
    private readonly ranks: Ranks,
    private readonly consents: Consents,
    private readonly dataSource: DataSource,
    jobs: Jobs,
  ) {
    jobs.repeat(endOver, () => this.endOver());
  }

  /** @param until null ends the suspension */
  async set(tx: EntityManager, accountId: string, until: Date | null): Promise<void> {
    await this.standings.suspend(tx, accountId, until);
    await this.ranks.setListed(tx, accountId, until === null);
    if (until !== null) await this.consents.endAllOf(tx, accountId);
  }

  async endOver(): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const over = await tx.query<{ accountId: string }[]>(OVER);
      for (const { accountId } of over) await this.set(tx, accountId, null);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Consents } from '../consents/consents.js';
import { Ranks } from '../leaderboard/ranks.js';
import { rulingsOnPlayer, suspensionEnd } from '../moderation/rulings.js';
import { Standings } from './standings.js';

const endExpired: RepeatedJob = { name: 'end-suspensions', every: 60, lockSeconds: 60 };
/** Accounts of one run. */
const BATCH = 500;

const EXPIRED = `
  SELECT account_id AS "accountId" FROM account_standings WHERE suspended_until <= now()
  ORDER BY suspended_until LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/**
 * Suspended players are on no leaderboard, and partners' clients cannot act for them. A suspension ends at its time;
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
    jobs.repeat(endExpired, () => this.endExpired());
  }

  /** Gives the account the suspension that all decisions in force make up: the longest one counts. */
  async update(tx: EntityManager, accountId: string): Promise<void> {
    const until = await this.standings.suspend(tx, accountId, async () =>
      suspensionEnd(await rulingsOnPlayer(tx, accountId), new Date()),
    );
    await this.ranks.setListed(tx, accountId, until === null);
    if (until !== null) await this.consents.endAllOf(tx, accountId);
  }

  async endExpired(): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const expired = await tx.query<{ accountId: string }[]>(EXPIRED);
      for (const { accountId } of expired) await this.update(tx, accountId);
    });
  }
}

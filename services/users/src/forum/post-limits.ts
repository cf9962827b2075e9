import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import { Limits } from '../identity/limits.js';

/** Whether the account is younger than a week. */
const IS_NEW = {
  name: 'is-new-account',
  text: `SELECT created_at > now() - interval '7 days' AS "isNew" FROM accounts WHERE id = $1`,
};

/** Limits the posts of a player, more strictly in the first week of an account. README.md has the numbers. */
@Injectable()
export class PostLimits {
  constructor(
    private readonly limits: Limits,
    private readonly pool: SqlPool,
  ) {}

  /** Counts one post. @throws Problem `RATE_LIMITED` */
  async use(accountId: string): Promise<void> {
    const { rows } = await this.pool.query<{ isNew: boolean }>({ ...IS_NEW, values: [accountId] });
    await this.limits.countUse('LIMIT_POSTS_OF_PLAYER', accountId);
    if (!rows[0]?.isNew) return;
    await this.limits.countUse('LIMIT_POSTS_OF_NEW_PLAYER', accountId);
    await this.limits.countUse('LIMIT_DAILY_POSTS_OF_NEW_PLAYER', accountId);
  }
}

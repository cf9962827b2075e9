import { Injectable } from '@nestjs/common';
import { Problem, SqlPool } from '@sprayhunt/service-kit';

/** SQL: whether a row of `pro_members` is a current member. */
export const IS_PRO = `pro AND (until IS NULL OR until > now())`;

const IS_MEMBER = {
  name: 'is-pro-member',
  text: `SELECT FROM pro_members WHERE account_id = $1 AND ${IS_PRO}`,
};

/** Players with Pro, as of the last `MembershipChanged`. */
@Injectable()
export class ProMembers {
  constructor(private readonly pool: SqlPool) {}

  /** @throws Problem `PRO_REQUIRED` */
  async requirePro(account: string): Promise<void> {
    const { rowCount } = await this.pool.query({ ...IS_MEMBER, values: [account] });
    if (!rowCount) throw new Problem('PRO_REQUIRED', 'This is part of Pro.');
  }
}

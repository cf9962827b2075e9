import { Injectable } from '@nestjs/common';
import { accountStandingChanged } from '@sprayhunt/contracts';
import { Outbox, type Role } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { AccountStanding } from './account-standing.entity.js';

type Change = (standing: AccountStanding) => AccountStanding | Promise<AccountStanding>;

/**
 * Roles and suspensions of accounts. The gateway receives each change, and signs both into the identity of its
 * sessions.
 */
@Injectable()
export class Standings {
  constructor(private readonly outbox: Outbox) {}

  /** Grants a role. Nothing changes if the account has it. */
  async grant(tx: EntityManager, accountId: string, role: Role): Promise<void> {
    await this.change(tx, accountId, ({ roles, ...rest }) => ({
      ...rest,
      roles: roles.includes(role) ? roles : [...roles, role].toSorted(),
    }));
  }

  /** Revokes a role. Nothing changes if the account does not have it. */
  async revoke(tx: EntityManager, accountId: string, role: Role): Promise<void> {
    await this.change(tx, accountId, ({ roles, ...rest }) => ({ ...rest, roles: roles.filter((one) => one !== role) }));
  }

  /**
   * @param endOf determines the end of the suspension, null for none, once the account's row is locked
   * @returns that end
   */
  async suspend(tx: EntityManager, accountId: string, endOf: () => Promise<Date | null>): Promise<Date | null> {
    const after = await this.change(tx, accountId, async (before) => ({ ...before, suspendedUntil: await endOf() }));
    return after.suspendedUntil;
  }

  /** Changes of one account come one after another: its row is locked. */
  private async change(tx: EntityManager, accountId: string, to: Change): Promise<AccountStanding> {
    await tx.query(`INSERT INTO account_standings (account_id) VALUES ($1) ON CONFLICT DO NOTHING`, [accountId]);
    const before = await tx.findOneOrFail(AccountStanding, {
      where: { accountId },
      lock: { mode: 'pessimistic_write' },
    });
    const after = await to(before);
    const { roles, suspendedUntil } = after;
    const isSameEnd = suspendedUntil?.getTime() === before.suspendedUntil?.getTime();
    if (isSameEnd && roles.join() === before.roles.join()) return before;
    const version = before.version + 1;
    await tx.update(AccountStanding, { accountId }, { roles, suspendedUntil, version });
    await this.outbox.add(tx, accountStandingChanged, {
      accountId,
      roles,
      suspendedUntil: suspendedUntil?.toISOString() ?? null,
      version,
    });
    return after;
  }
}

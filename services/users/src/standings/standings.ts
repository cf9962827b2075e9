import { Injectable } from '@nestjs/common';
import { accountStandingChanged } from '@sprayhunt/contracts';
import { Outbox, type Role } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { AccountStanding } from './account-standing.entity.js';

/** Roles and suspensions of accounts. The gateway receives each change, and signs them into the identity of its sessions. */
@Injectable()
export class Standings {
  constructor(private readonly outbox: Outbox) {}

  /** Grants a role. No effect on an account that has it. */
  async grant(tx: EntityManager, accountId: string, role: Role): Promise<void> {
    await this.change(tx, accountId, ({ roles, ...rest }) => ({ ...rest, roles: roles.includes(role) ? roles : [...roles, role].toSorted() }));
  }

  /** Revokes a role. No effect on an account without it. */
  async revoke(tx: EntityManager, accountId: string, role: Role): Promise<void> {
    await this.change(tx, accountId, ({ roles, ...rest }) => ({ ...rest, roles: roles.filter((one) => one !== role) }));
  }

  /** @param until null ends the suspension */
  async suspend(tx: EntityManager, accountId: string, until: Date | null): Promise<void> {
    await this.change(tx, accountId, (standing) => ({ ...standing, suspendedUntil: until }));
  }

  /** Changes of one account come one after another: its row is locked. */
  private async change(tx: EntityManager, accountId: string, to: (standing: AccountStanding) => AccountStanding): Promise<void> {
    await tx.query(`INSERT INTO account_standings (account_id) VALUES ($1) ON CONFLICT DO NOTHING`, [accountId]);
    const before = await tx.findOneOrFail(AccountStanding, { where: { accountId }, lock: { mode: 'pessimistic_write' } });
    const { roles, suspendedUntil } = to(before);
    if (roles.join() === before.roles.join() && suspendedUntil?.getTime() === before.suspendedUntil?.getTime()) return;
    const version = before.version + 1;
    await tx.update(AccountStanding, { accountId }, { roles, suspendedUntil, version });
    await this.outbox.add(tx, accountStandingChanged, { accountId, roles, suspendedUntil: suspendedUntil?.toISOString() ?? null, version });
  }
}

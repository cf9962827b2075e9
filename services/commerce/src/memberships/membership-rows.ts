import { membershipChanged } from '@sprayhunt/contracts';
import type { Outbox } from '@sprayhunt/service-kit';
import { In, type EntityManager } from 'typeorm';
import { Membership } from './membership.entity.js';

const HAD_TRIAL = `
  SELECT EXISTS (SELECT FROM memberships WHERE account_id = $1 AND kind = 'trial'
    AND (subscription_id IS NOT NULL OR end_reason = 'trial_used')) AS had`;

/** The open membership of an account, locked. */
export const lockOpenMembership = (tx: EntityManager, accountId: string): Promise<Membership | null> =>
  tx.findOne(Membership, {
    where: { accountId, status: In(['incomplete', 'trialing', 'active', 'past_due']) },
    lock: { mode: 'for_no_key_update' },
  });

/** Whether a trial of the account has begun, or was refused because its contact or card had one. */
export async function hadTrial(manager: EntityManager, accountId: string): Promise<boolean> {
  const [{ had }] = await manager.query<[{ had: boolean }]>(HAD_TRIAL, [accountId]);
  return had;
}

/** Publishes whether an account has Pro. The version orders the events of the account, whose membership is locked. */
export async function publishMembership(
  tx: EntityManager,
  outbox: Outbox,
  { accountId, pro, until }: { accountId: string; pro: boolean; until: Date | null },
): Promise<void> {
  const [{ version }] = await tx.query<[{ version: number }]>(`SELECT nextval('membership_versions')::int AS version`);
  await outbox.add(tx, membershipChanged, { accountId, pro, until: until?.toISOString() ?? null, version });
}

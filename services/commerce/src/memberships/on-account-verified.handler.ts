import { Controller } from '@nestjs/common';
import { accountVerified, type EventOf } from '@sprayhunt/contracts';
import { Jobs, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { settleMembership } from './settle-membership.job.js';

const VERIFIED = `
  UPDATE memberships SET is_verified = true
  WHERE account_id = ANY ($1::uuid[]) AND status <> 'cancelled' AND NOT is_verified RETURNING id AS "membershipId"`;

/** The trial of an account that has confirmed a contact goes on into a membership. */
@Controller()
export class OnAccountVerifiedHandler {
  constructor(private readonly jobs: Jobs) {}

  @OnEvent(accountVerified, 'let-trials-go-on')
  async letGoOn(events: EventOf<typeof accountVerified>[], tx: EntityManager): Promise<void> {
    const [verified] = await tx.query<[{ membershipId: string }[], number]>(VERIFIED, [events.map(({ data }) => data.accountId)]);
    for (const membership of verified) await this.jobs.add(tx, settleMembership, membership, { key: membership.membershipId });
  }
}

import { Controller } from '@nestjs/common';
import { accountErased, signUpExpired, subjectMerged, type EventOf } from '@sprayhunt/contracts';
import { ErasedAccounts, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Responses of the former release stay with the former session too, which repeats them for ten minutes. */
const COPY_RESPONSES = `
  INSERT INTO idempotency_keys
    (scope, key, route, body_hash, holder, state, running_until, expires_at, status, headers, body)
  SELECT $2, key, route, body_hash, holder, state, running_until, expires_at, status, headers, body
  FROM idempotency_keys WHERE scope = $1 AND state = 'done'
  ON CONFLICT DO NOTHING`;

/**
 * Ends all sessions of an account that no longer exists. The stored responses of its requests are deleted, or copied to
 * the account that continues.
 */
@Controller()
export class OnAccountErasedHandler {
  constructor(private readonly erased: ErasedAccounts) {}

  @OnEvent(accountErased, 'end-sessions')
  async end(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.remember(tx, accounts);
    await this.remove(tx, accounts);
    await this.erased.confirm(tx, accounts);
  }

  @OnEvent(signUpExpired, 'end-sessions-of-sign-up')
  async endSignUp(events: EventOf<typeof signUpExpired>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.rememberExpired(tx, accounts);
    await this.remove(tx, accounts);
    await this.erased.confirm(tx, accounts);
  }

  @OnEvent(subjectMerged, 'end-merged-sessions')
  async merge(events: EventOf<typeof subjectMerged>[], tx: EntityManager): Promise<void> {
    const { moves, erased, expired } = await this.erased.rememberMerged(
      tx,
      events.map(({ data }) => data),
    );
    for (const { subjectId, accountId } of moves) await tx.query(COPY_RESPONSES, [subjectId, accountId]);
    await tx.query(`DELETE FROM sessions WHERE subject = ANY ($1::uuid[]) AND ended_at IS NULL`, [
      moves.map(({ subjectId }) => subjectId),
    ]);
    await this.remove(tx, [...erased, ...expired]);
  }

  private async remove(tx: EntityManager, subjects: readonly string[]): Promise<void> {
    await tx.query(`DELETE FROM sessions WHERE subject = ANY ($1::uuid[] || former_subjects($1))`, [subjects]);
    await tx.query(`DELETE FROM account_standings WHERE account_id = ANY ($1::uuid[])`, [subjects]);
    await tx.query(`DELETE FROM idempotency_keys WHERE scope = ANY (($1::uuid[] || former_subjects($1))::text[])`, [
      subjects,
    ]);
  }
}

import { randomUUID } from 'node:crypto';
import { Suspensions } from '../src/standings/suspensions.js';
import type { RunningUsers } from './running-service.js';

/**
 * Suspends a player by a decision on a case of its own.
 * @param duration of Postgres; null for a suspension for good
 * @returns the case's id
 */
export async function suspend(
  users: RunningUsers,
  accountId: string,
  duration: string | null = '1 hour',
): Promise<string> {
  const caseId = randomUUID();
  await users.database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO moderation_cases (id, subject_kind, subject_id, affected_id, severity, reports, decided_at)
       VALUES ($1, 'player', public_id($2::uuid), $2, 0, 0, now())`,
      [caseId, accountId],
    );
    await tx.query(
      `INSERT INTO moderation_decisions (case_id, affected_id, outcome, reason, suspended_until)
       VALUES ($1, $2, 'suspend', 'Spam.', coalesce(now() + $3::interval, '9999-12-31T00:00:00.000Z'))`,
      [caseId, accountId, duration],
    );
    await users.app.get(Suspensions).update(tx, accountId);
  });
  return caseId;
}

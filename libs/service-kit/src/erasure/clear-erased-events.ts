import { accountDataErased, accountErased } from '@sprayhunt/contracts';
import type { DataSource } from 'typeorm';

/** Accounts of one walk through the sent events, and events of one of its steps. */
const ACCOUNTS = 1_000;
const STEP = 2_000;
/** A move that started before the walk and ended behind it is older than the statement timeout. */
const OVERLAP = `interval '1 minute'`;

/** These contain only the id, and a lost stream is refilled with them. */
const KEPT = [accountErased.subject, accountDataErased.subject];

/** Accounts in events that are not yet sent; these reach the sent events later. */
const WAITING = `
  SELECT DISTINCT field.value AS id FROM outbox, json_each_text(event -> 'data') AS field
   WHERE subject <> ALL ($2::text[]) AND field.value = ANY ($1::text[])`;

const CLEAR_STEP = `
  WITH step AS (
    SELECT sent_at, id, subject, event FROM sent_events WHERE sent_at >= $2::timestamptz AND (sent_at, id) > ($2::timestamptz, $3::uuid) ORDER BY sent_at, id LIMIT ${STEP}
  ), cleared AS (
    DELETE FROM sent_events USING step
     WHERE sent_events.sent_at = step.sent_at AND sent_events.id = step.id AND step.subject <> ALL ($4::text[])
       AND EXISTS (SELECT FROM json_each_text(step.event -> 'data') AS field WHERE field.value = ANY ($1::text[]))
    RETURNING sent_events.id
  )
  SELECT sent_at::text AS "sentAt", id, (SELECT count(*)::int FROM cleared) AS cleared FROM step ORDER BY step.sent_at DESC, step.id DESC LIMIT 1`;

/**
 * Deletes stored events about erased accounts, with their names, titles and places.
 * No service needs them, because services ignore events of erased accounts. The sent events are walked once for
 * many accounts, in steps, so that writing an event needs no extra index. Events walked for an account are
 * not walked for it again.
 * @returns how many events it deleted
 */
export async function clearErasedEvents(dataSource: DataSource): Promise<number> {
  const rows = await dataSource.query<{ id: string; from: string | null; now: string }[]>(
    `SELECT account_id AS id, events_cleared_until::text AS from, (now() - ${OVERLAP})::text AS now FROM erased_accounts
      WHERE events_cleared_at IS NULL ORDER BY events_cleared_until NULLS FIRST LIMIT ${ACCOUNTS}`,
  );
  if (rows.length === 0) return 0;
  const accounts = rows.map(({ id }) => id);
  // Read before the walk, which then finds events sent in the meantime.
  const waiting = await dataSource.query<{ id: string }[]>(WAITING, [accounts, KEPT]);
  const cleared = await walk(dataSource, accounts, rows[0]!.from ?? '-infinity');
  await dataSource.query(`DELETE FROM dead_letters WHERE EXISTS (SELECT FROM unnest($1::text[]) AS account WHERE position(account IN payload) > 0) AND subject <> ALL ($2::text[])`, [
    accounts,
    KEPT,
  ]);
  await dataSource.query(`UPDATE erased_accounts SET events_cleared_until = $2, events_cleared_at = CASE WHEN account_id <> ALL ($3::uuid[]) THEN now() END WHERE account_id = ANY ($1::uuid[])`, [
    accounts,
    rows[0]!.now,
    waiting.map(({ id }) => id),
  ]);
  return cleared;
}

async function walk(dataSource: DataSource, accounts: readonly string[], from: string): Promise<number> {
  let cleared = 0;
  for (let after = { sentAt: from, id: '00000000-0000-0000-0000-000000000000' }; ; ) {
    const [last] = await dataSource.query<{ sentAt: string; id: string; cleared: number }[]>(CLEAR_STEP, [accounts, after.sentAt, after.id, KEPT]);
    if (!last) return cleared;
    cleared += last.cleared;
    after = last;
  }
}

import { accountDataErased, accountErased, signUpExpired, subjectMerged } from '@sprayhunt/contracts';
import type { DataSource } from 'typeorm';

/** Limits of one scan of the sent events, and of one of its steps. */
const MAX_ACCOUNTS_PER_SCAN = 10_000;
const STEP_SIZE = 2_000;
/**
 * A move to `sent_events` that started before the scan and committed after it takes less than this, the statement
 * timeout.
 */
const OVERLAP = `interval '1 minute'`;

/** Events that contain only ids; a lost stream has to be refilled with them. */
const KEPT_SUBJECTS = [accountErased.subject, signUpExpired.subject, subjectMerged.subject, accountDataErased.subject];

/** Accounts in unsent events, which reach `sent_events` later. */
const SELECT_ACCOUNTS_IN_OUTBOX = `
  SELECT DISTINCT field.value AS id FROM outbox, json_each_text(event -> 'data') AS field
   WHERE subject <> ALL ($2::text[]) AND field.value = ANY ($1::text[])`;

const CLEAR_STEP = `
  WITH step AS (
    SELECT sent_at, id, subject, event FROM sent_events WHERE sent_at >= $2::timestamptz
      AND (sent_at, id) > ($2::timestamptz, $3::uuid) ORDER BY sent_at, id LIMIT ${STEP_SIZE}
  ), cleared AS (
    DELETE FROM sent_events USING step
     WHERE sent_events.sent_at = step.sent_at AND sent_events.id = step.id AND step.subject <> ALL ($4::text[])
       AND EXISTS (SELECT FROM json_each_text(step.event -> 'data') AS field WHERE field.value = ANY ($1::text[]))
    RETURNING sent_events.id
  )
  SELECT sent_at::text AS "sentAt", id, (SELECT count(*)::int FROM cleared) AS cleared FROM step
    ORDER BY step.sent_at DESC, step.id DESC LIMIT 1`;

/**
 * Deletes stored events about erased accounts, with their names, titles and places. No service needs them, because
 * services ignore events of erased accounts. One scan of the sent events serves many accounts, in steps, so that
 * writing an event needs no extra index. A scan that a signal has ended continues where it stopped, and events scanned
 * for an account are not scanned for it again. The most advanced scan continues first, so that accounts erased
 * meanwhile do not delay its end.
 * @param signal ends the scan between two steps
 * @returns the number of deleted events
 */
export async function clearErasedEvents(dataSource: DataSource, signal?: AbortSignal): Promise<number> {
  const scanned: string[] = [];
  for (let cleared = 0; ;) {
    const scan = await nextScan(dataSource, scanned);
    if (scan.accounts.length === 0 || signal?.aborted) return cleared;
    cleared += await clearAccounts(dataSource, scan, signal);
    scanned.push(...scan.accounts);
  }
}

interface Scan {
  accounts: string[];
  /** Its start, and the start of the next scan for the same accounts, as times of Postgres. */
  from: string;
  until: string;
}

async function nextScan(dataSource: DataSource, scanned: readonly string[]): Promise<Scan> {
  const rows = await dataSource.query<{ id: string; from: string | null; until: string }[]>(
    `WITH uncleared AS (SELECT account_id, events_cleared_until FROM erased_accounts WHERE events_cleared_at IS NULL
      AND account_id <> ALL ($1::uuid[]))
     SELECT account_id AS id, events_cleared_until::text AS "from", (now() - ${OVERLAP})::text AS until FROM uncleared
      WHERE events_cleared_until IS NOT DISTINCT FROM (SELECT max(events_cleared_until) FROM uncleared)
        LIMIT ${MAX_ACCOUNTS_PER_SCAN}`,
    [scanned],
  );
  return { accounts: rows.map(({ id }) => id), from: rows[0]?.from ?? '-infinity', until: rows[0]?.until ?? 'now' };
}

async function clearAccounts(
  dataSource: DataSource,
  { accounts, from, until }: Scan,
  signal: AbortSignal | undefined,
): Promise<number> {
  // Read before the scan, so that the scan finds events sent in the meantime.
  const inOutbox = await dataSource.query<{ id: string }[]>(SELECT_ACCOUNTS_IN_OUTBOX, [accounts, KEPT_SUBJECTS]);
  let cleared = 0;
  for (let after = { sentAt: from, id: '00000000-0000-0000-0000-000000000000' }; ;) {
    if (signal?.aborted) {
      await dataSource.query(
        `UPDATE erased_accounts SET events_cleared_until = $2 WHERE account_id = ANY ($1::uuid[])`,
        [accounts, after.sentAt],
      );
      return cleared;
    }
    const [last] = await dataSource.query<{ sentAt: string; id: string; cleared: number }[]>(CLEAR_STEP, [
      accounts,
      after.sentAt,
      after.id,
      KEPT_SUBJECTS,
    ]);
    if (!last) break;
    cleared += last.cleared;
    after = last;
  }
  await dataSource.query(
    `DELETE FROM dead_letters WHERE ids_in(payload) && $1::uuid[] AND subject <> ALL ($2::text[])`,
    [accounts, KEPT_SUBJECTS],
  );
  await dataSource.query(
    `UPDATE erased_accounts SET events_cleared_until = $2, events_cleared_at = CASE
      WHEN account_id <> ALL ($3::uuid[]) THEN now() END WHERE account_id = ANY ($1::uuid[])`,
    [accounts, until, inOutbox.map(({ id }) => id)],
  );
  return cleared;
}

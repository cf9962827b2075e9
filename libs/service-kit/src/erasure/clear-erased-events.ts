import { accountDataErased, accountErased } from '@sprayhunt/contracts';
import type { DataSource } from 'typeorm';

/** Accounts of one walk through the outbox, and events of one of its steps. */
const ACCOUNTS = 1_000;
const STEP = 2_000;

/** These say no more than that an id is gone, and a lost stream is filled with them again. */
const KEPT = [accountErased.subject, accountDataErased.subject];

const NAMES = (event: string) => `EXISTS (SELECT FROM json_each_text(${event}) AS field WHERE field.value = ANY ($1::text[]))`;

/** Events that name an erased account: deleted where they were sent, counted where they wait to be sent. */
const CLEAR_STEP = `
  WITH step AS (
    SELECT id, subject, event, sent_at FROM outbox WHERE id > $2 ORDER BY id LIMIT ${STEP}
  ), found AS (
    SELECT id, sent_at FROM step WHERE subject <> ALL ($3::text[]) AND ${NAMES(`event -> 'data'`)}
  ), cleared AS (
    DELETE FROM outbox WHERE id IN (SELECT id FROM found WHERE sent_at IS NOT NULL)
  )
  SELECT (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM found WHERE sent_at IS NULL) AS waiting,
    (SELECT count(*)::int FROM found WHERE sent_at IS NOT NULL) AS cleared`;

/**
 * Takes out of the kept events what they say of accounts that are erased by now: a name, a title, a place.
 * Nobody misses them, since nobody takes events of an erased account. The outbox is walked once for many
 * accounts, in steps, so that writing an event needs no index for it.
 * @returns how many events it deleted
 */
export async function clearErasedEvents(dataSource: DataSource): Promise<number> {
  const rows = await dataSource.query<{ id: string }[]>(`SELECT account_id AS id FROM erased_accounts WHERE events_cleared_at IS NULL LIMIT ${ACCOUNTS}`);
  if (rows.length === 0) return 0;
  const accounts = rows.map(({ id }) => id);
  let cleared = 0;
  let waiting = 0;
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after; ) {
    const [step]: [{ last: string | null; waiting: number; cleared: number }] = await dataSource.query(CLEAR_STEP, [accounts, after, KEPT]);
    after = step.last;
    cleared += step.cleared;
    waiting += step.waiting;
  }
  await dataSource.query(`DELETE FROM dead_letters WHERE EXISTS (SELECT FROM unnest($1::text[]) AS account WHERE position(account IN payload) > 0) AND subject <> ALL ($2::text[])`, [
    accounts,
    KEPT,
  ]);
  if (waiting === 0) await dataSource.query(`UPDATE erased_accounts SET events_cleared_at = now() WHERE account_id = ANY ($1::uuid[])`, [accounts]);
  return cleared;
}

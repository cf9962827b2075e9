import { namedQuery } from '@sprayhunt/service-kit';
import type { DataSource } from 'typeorm';

/** Changes per pass; a player's changes are taken together. */
const BATCH_SIZE = 10_000;

/**
 * Only one process counts at a time. The tables' statistics are never accurate, so these settings keep the planner on
 * their indexes.
 */
const BEGIN_PASS = `
  SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || ':ranks')) AS "isOurs", set_config(name, setting, true)
  FROM (VALUES ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off'), ('jit', 'off'), ('work_mem', '64MB'),
    ('synchronous_commit', 'off')) AS wanted (name, setting)`;

/** SQL condition of a listed account. Reads check it again, so that a player who leaves disappears with the commit. */
export const IS_LISTED = `a.status = 'verified' AND a.username IS NOT NULL
  AND coalesce((a.visibility ->> 'statistics')::boolean, true)
  AND NOT EXISTS (SELECT FROM rank_exclusions excluded_one WHERE excluded_one.account_id = a.id)`;

/** Areas of an account `a`. */
export const COUNTRY = `area_key(a.country)`;
export const CITY =
  `CASE WHEN area_key(a.country) <> '' AND area_key(a.city) <> '' THEN area_key(a.country) || '/' || ` +
  `area_key(a.city) ELSE '' END`;

/** The account's sum in the ledger since `starts`, in the statement's snapshot, including changes of the same batch. */
const ledgerSums = (starts: string) => `
  SELECT coalesce(sum(amount + CASE WHEN reason = 'discovery' THEN 15 ELSE 0 END), 0)::integer AS score, (count(*)
    FILTER (WHERE reason = 'discovery'))::integer AS discoveries
  FROM transfers WHERE credit_account_id = a.id AND created_at >= ${starts}::timestamp AT TIME ZONE 'UTC'`;

/** A period's sums: the stored sums plus the awards, or the ledger's sums if the row is of another period. */
const periodSums = (name: 'month' | 'week') => `
  LATERAL (
    SELECT r.${name}_score + earned.${name}_score AS score, r.${name}_discoveries + earned.${name}_discoveries AS
      discoveries WHERE r.${name} = today.${name}
    UNION ALL
    SELECT of_ledger.* FROM (${ledgerSums(`today.${name}`)}) AS of_ledger WHERE r.${name} IS DISTINCT FROM today.${name}
  ) AS ${name}`;

/**
 * Applies the changes of some players to their rows; a trigger counts the rows in the histogram. A new row is computed
 * from the ledger, so an award may arrive before its account.
 */
const COUNT_RANKS = `
  WITH today AS MATERIALIZED (SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date AS month,
    date_trunc('week', now() AT TIME ZONE 'UTC')::date AS week),
  chosen AS MATERIALIZED (SELECT DISTINCT account_id FROM (SELECT account_id FROM rank_changes LIMIT $1) AS waiting),
  taken AS MATERIALIZED (DELETE FROM rank_changes c USING chosen WHERE c.account_id = chosen.account_id
    RETURNING c.account_id, c.score, c.discoveries, (c.booked_at AT TIME ZONE 'UTC')::date AS day),
  earned AS MATERIALIZED (
    SELECT account_id, sum(score)::integer AS score, sum(discoveries)::integer AS discoveries,
      coalesce(sum(score) FILTER (WHERE day >= month), 0)::integer AS month_score, coalesce(sum(discoveries)
        FILTER (WHERE day >= month), 0)::integer AS month_discoveries,
      coalesce(sum(score) FILTER (WHERE day >= week), 0)::integer AS week_score, coalesce(sum(discoveries)
        FILTER (WHERE day >= week), 0)::integer AS week_discoveries
    FROM taken, today GROUP BY account_id),
  ranked AS (
    INSERT INTO player_ranks AS known (account_id, is_listed, country, city, score, discoveries, month, month_score,
      month_discoveries, week, week_score, week_discoveries)
    SELECT a.id, ${IS_LISTED}, ${COUNTRY}, ${CITY}, total.score, total.discoveries,
      today.month, month.score, month.discoveries, today.week, week.score, week.discoveries
    FROM today, earned JOIN accounts a ON a.id = earned.account_id LEFT JOIN player_ranks r ON r.account_id = a.id,
    LATERAL (
      SELECT r.score + earned.score AS score, r.discoveries + earned.discoveries AS discoveries
        WHERE r.account_id IS NOT NULL
      UNION ALL
      SELECT s.score, s.discoveries FROM player_statistics s WHERE s.account_id = a.id AND r.account_id IS NULL
    ) AS total,
    ${periodSums('month')},
    ${periodSums('week')}
    ORDER BY a.id
    ON CONFLICT (account_id) DO UPDATE SET (is_listed, country, city, score, discoveries, month, month_score,
      month_discoveries, week, week_score, week_discoveries) =
      (excluded.is_listed, excluded.country, excluded.city, excluded.score, excluded.discoveries, excluded.month,
        excluded.month_score, excluded.month_discoveries,
       excluded.week, excluded.week_score, excluded.week_discoveries))
  SELECT count(*)::integer AS taken FROM taken`;

/** Applies waiting changes to the ranks. @returns the number of changes; 0 while another process counts */
export function countRanks(dataSource: DataSource): Promise<number> {
  return dataSource.transaction(async (tx) => {
    const [begun] = await namedQuery<{ isOurs: boolean }>(tx, 'count-ranks-begin', BEGIN_PASS, []);
    if (!begun?.isOurs) return 0;
    const [{ taken } = { taken: 0 }] = await namedQuery<{ taken: number }>(tx, 'count-ranks', COUNT_RANKS, [
      BATCH_SIZE,
    ]);
    return taken;
  });
}

/** Deletes the boards of past periods, and scores without players. */
export const deletePastRanks = (dataSource: DataSource): Promise<unknown> =>
  dataSource.query(
    `DELETE FROM rank_histogram WHERE players = 0
       OR (period = 'month' AND starts < date_trunc('month', now() AT TIME ZONE 'UTC'))
         OR (period = 'week' AND starts < date_trunc('week', now() AT TIME ZONE 'UTC'))`,
  );

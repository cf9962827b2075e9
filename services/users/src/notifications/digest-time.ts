/** Local hour at which digests are sent. */
const HOUR = 8;

/**
 * SQL for when the next digest of a row of `notification_settings` is due: the next 8 o'clock of its time zone, for
 * weekly ones of a Monday, but at least half a period after the last one, so that a player who travels gets none twice.
 * Null where digests are off. A local time that a change of clocks leaves out or repeats is taken as Postgres does.
 * @param now SQL of the present moment
 */
export const nextDigest = (now: string): string => `
  CASE WHEN digest <> 'off' THEN (
    SELECT min(moment) FROM (
      SELECT (date_trunc(CASE digest WHEN 'daily' THEN 'day' ELSE 'week' END, ${now}::timestamptz AT TIME ZONE time_zone) + turn * period + interval '${HOUR} hours') AT TIME ZONE time_zone AS moment, period
      FROM generate_series(0, 2) AS turn, (VALUES (CASE digest WHEN 'daily' THEN interval '1 day' ELSE interval '7 days' END)) AS p (period)
    ) AS turns
    WHERE moment > ${now} AND (digested_at IS NULL OR moment >= digested_at + period / 2)
  ) END`;

/** The statement of users for the first 50 of the world. */
export const TOP_SQL = `SELECT a.id AS "accountId", public_id(a.id) AS id, a.username, r.score AS score,
  r.discoveries AS discoveries
    FROM player_ranks r JOIN accounts a ON a.id = r.account_id
    WHERE r.is_listed AND r.score > 0 AND a.status = 'verified' AND a.username IS NOT NULL
      AND coalesce((a.visibility ->> 'statistics')::boolean, true)
  AND NOT EXISTS (SELECT FROM rank_exclusions excluded_one WHERE excluded_one.account_id = a.id)
    ORDER BY r.score DESC, r.account_id DESC LIMIT 50`;

/** And for a player's own rank there. */
export const OWN_RANK_SQL = `SELECT own.name, own.score, own.discoveries,
      CASE WHEN own.is_ranked THEN (1
        + (SELECT coalesce(sum(players), 0) FROM rank_histogram h WHERE h.area = own.area AND h.period = 'all'
          AND h.starts = '-infinity'::date AND width = 1024 AND bucket > own.score / 1024)
        + (SELECT coalesce(sum(players), 0) FROM rank_histogram h WHERE h.area = own.area AND h.period = 'all'
          AND h.starts = '-infinity'::date AND width = 1 AND bucket > own.score
            AND bucket < (own.score / 1024 + 1) * 1024))::integer END AS rank,
      (SELECT bucket FROM rank_histogram h WHERE h.area = own.area AND h.period = 'all' AND h.starts = '-infinity'::date
        AND width = 1 AND bucket > own.score AND players > 0 ORDER BY bucket LIMIT 1) AS next
    FROM (
      SELECT NULL AS name, '' AS area,
        coalesce(CASE WHEN true THEN r.score END, 0) AS score, coalesce(CASE WHEN true THEN r.discoveries END, 0) AS
          discoveries,
        coalesce(r.is_listed AND true AND r.score > 0 AND true AND a.status = 'verified' AND a.username IS NOT NULL
          AND coalesce((a.visibility ->> 'statistics')::boolean, true)
  AND NOT EXISTS (SELECT FROM rank_exclusions excluded_one WHERE excluded_one.account_id = a.id), false) AS is_ranked
      FROM accounts a LEFT JOIN player_ranks r ON r.account_id = a.id WHERE a.id = $1) AS own`;

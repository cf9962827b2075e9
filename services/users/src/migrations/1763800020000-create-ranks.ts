import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The boards of a row of `player_ranks`: three periods, each of the world, a country and a city. */
const BOARDS = (row: string) => `
  SELECT board.* FROM ${row} AS r, LATERAL (
    SELECT period, starts, area, score FROM
      (VALUES ('all', '-infinity'::date, r.score), ('month', r.month, r.month_score), ('week', r.week, r.week_score)) AS
        periods (period, starts, score),
      (VALUES ('', true), (r.country, r.country <> ''), (r.city, r.city <> '')) AS areas (area, is_there)
    WHERE is_there AND score > 0) AS board
  WHERE r.is_listed`;

/**
 * Ranks beside the ledger: a row a player, a histogram of scores for each board, and the changes that are not counted
 * yet.
 */
export class CreateRanks1763800020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION area_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN trim('-' FROM regexp_replace(regexp_replace(lower(normalize(coalesce(name, ''), NFKD)),
          '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', '-', 'g'))`);
    await runner.query(`
      CREATE TABLE player_ranks (
        account_id uuid CONSTRAINT player_ranks_pkey PRIMARY KEY CONSTRAINT player_ranks_account
          REFERENCES accounts ON DELETE CASCADE,
        is_listed boolean NOT NULL,
        country text NOT NULL,
        city text NOT NULL,
        score integer NOT NULL,
        discoveries integer NOT NULL,
        month date NOT NULL,
        month_score integer NOT NULL,
        month_discoveries integer NOT NULL,
        week date NOT NULL,
        week_score integer NOT NULL,
        week_discoveries integer NOT NULL
      );
      CREATE INDEX player_ranks_all ON player_ranks (score, account_id) WHERE is_listed AND score > 0;
      CREATE INDEX player_ranks_all_country ON player_ranks (country, score, account_id) WHERE is_listed AND score > 0;
      CREATE INDEX player_ranks_all_city ON player_ranks (city, score, account_id) WHERE is_listed AND score > 0;
      CREATE INDEX player_ranks_month ON player_ranks (month, month_score, account_id) WHERE is_listed
        AND month_score > 0;
      CREATE INDEX player_ranks_month_country ON player_ranks (country, month, month_score, account_id) WHERE is_listed
        AND month_score > 0;
      CREATE INDEX player_ranks_month_city ON player_ranks (city, month, month_score, account_id) WHERE is_listed
        AND month_score > 0;
      CREATE INDEX player_ranks_week ON player_ranks (week, week_score, account_id) WHERE is_listed AND week_score > 0;
      CREATE INDEX player_ranks_week_country ON player_ranks (country, week, week_score, account_id) WHERE is_listed
        AND week_score > 0;
      CREATE INDEX player_ranks_week_city ON player_ranks (city, week, week_score, account_id) WHERE is_listed
        AND week_score > 0;

      CREATE TABLE rank_histogram (
        area text NOT NULL,
        period text NOT NULL,
        starts date NOT NULL,
        width smallint NOT NULL,
        bucket integer NOT NULL,
        players integer NOT NULL,
        CONSTRAINT rank_histogram_pkey PRIMARY KEY (area, period, starts, width, bucket)
      ) WITH (fillfactor = 70);

      CREATE TABLE rank_exclusions (
        account_id uuid CONSTRAINT rank_exclusions_pkey PRIMARY KEY CONSTRAINT rank_exclusions_account
          REFERENCES accounts ON DELETE CASCADE
      )`);
    // A queue: autovacuum follows its dead rows, not its size.
    await runner.query(`
      CREATE TABLE rank_changes (
        account_id uuid NOT NULL,
        id bigint GENERATED ALWAYS AS IDENTITY,
        score integer NOT NULL DEFAULT 0,
        discoveries integer NOT NULL DEFAULT 0,
        booked_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT rank_changes_pkey PRIMARY KEY (account_id, id)
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_insert_threshold = -1)`);
    await this.keepHistogram(runner);
    await this.noteChanges(runner);
  }

  /** The histogram follows every change of the ranks, in the order of its keys, so that two changes cannot deadlock. */
  private async keepHistogram(runner: QueryRunner): Promise<void> {
    const count = (sides: string) => `
      INSERT INTO rank_histogram AS h (area, period, starts, width, bucket, players)
      WITH fine AS MATERIALIZED (SELECT area, period, starts, score, sum(change)::integer AS players
        FROM (${sides}) AS side GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0)
      SELECT area, period, starts, 1::smallint, score, players FROM fine
      UNION ALL
      SELECT area, period, starts, 1024::smallint, score / 1024, sum(players)::integer FROM fine GROUP BY 1, 2, 3, 5
        HAVING sum(players) <> 0
      ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (area, period, starts, width, bucket) DO UPDATE SET players = h.players + excluded.players;`;
    const gone = `SELECT *, -1 AS change FROM (${BOARDS('before')}) AS gone`;
    const come = `SELECT *, 1 AS change FROM (${BOARDS('after')}) AS come`;
    await runner.query(`
      CREATE FUNCTION count_ranks() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN ${count(come)}
        ELSIF TG_OP = 'DELETE' THEN ${count(gone)}
        ELSE ${count(`${gone} UNION ALL ${come}`)}
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER player_ranks_count_insert AFTER INSERT ON player_ranks REFERENCING NEW TABLE AS after FOR EACH
        STATEMENT EXECUTE FUNCTION count_ranks();
      CREATE TRIGGER player_ranks_count_update AFTER UPDATE ON player_ranks REFERENCING OLD TABLE AS before NEW TABLE AS
        after FOR EACH STATEMENT EXECUTE FUNCTION count_ranks();
      CREATE TRIGGER player_ranks_count_delete AFTER DELETE ON player_ranks REFERENCING OLD TABLE AS before FOR EACH
        STATEMENT EXECUTE FUNCTION count_ranks()`);
  }

  /** Whatever changes who is listed, or where, is counted again; so is everyone who has a score already. */
  private async noteChanges(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION note_rank_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO rank_changes (account_id) VALUES (NEW.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER accounts_note_rank_change AFTER UPDATE OF status, username, visibility, country,
        city ON accounts FOR EACH ROW
        WHEN ((OLD.status, OLD.username IS NULL, OLD.visibility, OLD.country, OLD.city) IS DISTINCT
          FROM (NEW.status, NEW.username IS NULL, NEW.visibility, NEW.country, NEW.city))
        EXECUTE FUNCTION note_rank_change();
      INSERT INTO rank_changes (account_id) SELECT account_id FROM player_statistics`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER accounts_note_rank_change ON accounts;
      DROP TABLE rank_changes, rank_exclusions, rank_histogram, player_ranks;
      DROP FUNCTION note_rank_change, count_ranks, area_key`);
  }
}

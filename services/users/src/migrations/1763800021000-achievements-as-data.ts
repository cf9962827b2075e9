import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What players did for achievements as marks, what they have earned, and how many players have each. */
export class AchievementsAsData1763800021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE achievement_marks (
        account_id uuid CONSTRAINT achievement_marks_pkey PRIMARY KEY CONSTRAINT achievement_marks_account
          REFERENCES accounts ON DELETE CASCADE,
        marks text[] NOT NULL
      ) WITH (fillfactor = 80);
      CREATE TABLE player_achievements (
        account_id uuid NOT NULL CONSTRAINT player_achievements_account REFERENCES accounts ON DELETE CASCADE,
        achievement text NOT NULL,
        earned_at timestamptz(3) NOT NULL,
        CONSTRAINT player_achievements_pkey PRIMARY KEY (account_id, achievement)
      );
      CREATE TABLE achievement_counts (
        achievement text CONSTRAINT achievement_counts_pkey PRIMARY KEY,
        players integer NOT NULL
      )`);
    const count = (rows: string, sign: string) => `
      INSERT INTO achievement_counts AS c (achievement, players) SELECT achievement, ${sign} count(*) FROM ${rows}
        GROUP BY 1 ORDER BY 1
      ON CONFLICT (achievement) DO UPDATE SET players = c.players + excluded.players;`;
    await runner.query(`
      CREATE FUNCTION count_achievements() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN ${count('added', '')}
        ELSE ${count('removed', '-')}
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER player_achievements_count_insert AFTER INSERT ON player_achievements REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION count_achievements();
      CREATE TRIGGER player_achievements_count_delete AFTER DELETE ON player_achievements REFERENCING OLD TABLE AS
        removed FOR EACH STATEMENT EXECUTE FUNCTION count_achievements()`);
    // What was earned before has the date of the first award, or of today where nothing tells when.
    await runner.query(`
      INSERT INTO player_achievements (account_id, achievement, earned_at)
      SELECT credit_account_id, 'first-discovery', min(t.created_at) FROM transfers t
        JOIN accounts a ON a.id = credit_account_id WHERE reason = 'discovery' GROUP BY 1
      UNION ALL
      SELECT account_id, 'pin-dropper', now() FROM player_pins GROUP BY 1 HAVING count(*) >= 5
      UNION ALL
      SELECT account_id, 'social-explorer', now() FROM social_deeds GROUP BY 1 HAVING count(*) >= 10;
      INSERT INTO achievement_marks (account_id, marks)
      SELECT account_id, array_agg(mark) FROM (
        SELECT account_id, 'pin-dropper:' || pin_type AS mark FROM player_pins p
        WHERE NOT EXISTS (SELECT FROM player_achievements e WHERE e.account_id = p.account_id
          AND e.achievement = 'pin-dropper')
        UNION ALL SELECT account_id, achievement || '!' FROM player_achievements) AS known
      GROUP BY 1;
      DROP TABLE player_pins`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE player_pins (
        account_id uuid NOT NULL CONSTRAINT player_pins_account REFERENCES accounts ON DELETE CASCADE,
        pin_type text NOT NULL,
        CONSTRAINT player_pins_pkey PRIMARY KEY (account_id, pin_type)
      );
      INSERT INTO player_pins (account_id, pin_type)
      SELECT account_id, split_part(mark, ':', 2) FROM achievement_marks, unnest(marks) AS mark
        WHERE mark LIKE 'pin-dropper:%'
      UNION ALL
      SELECT account_id, pin FROM player_achievements, unnest(ARRAY['tag', 'location', 'marker', 'flag', 'hot_spot']) AS
        pin WHERE achievement = 'pin-dropper';
      DROP TABLE achievement_counts, player_achievements, achievement_marks;
      DROP FUNCTION count_achievements`);
  }
}

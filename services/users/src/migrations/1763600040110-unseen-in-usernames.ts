import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All default ignorable code points of Unicode 17. */
const UNSEEN = String.raw`[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]`;

const seen = (key: string) => `replace(normalize(regexp_replace(${key}, '${UNSEEN}', '', 'g'), NFKC), 'rn', 'm')`;

/**
 * Invisible characters no longer distinguish usernames: the keys of such names ignore them. If that name is taken, or
 * nothing visible remains, a player keeps the former keys, which no new name can have and by which the player is still
 * found.
 */
export class UnseenInUsernames1763600040110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      WITH named AS (
        SELECT id, created_at, ${seen('username_small')} AS small, ${seen('username_capital')} AS capital
        FROM accounts WHERE username ~ '${UNSEEN}'
      ), first AS (
        SELECT *, row_number() OVER (PARTITION BY small ORDER BY created_at, id) + row_number()
          OVER (PARTITION BY capital ORDER BY created_at, id) AS place FROM named
      )
      UPDATE accounts a SET username_small = f.small, username_capital = f.capital FROM first f
      WHERE a.id = f.id AND f.place = 2 AND f.small <> ''
        AND NOT EXISTS (SELECT FROM accounts o WHERE o.id <> a.id
          AND (o.username_small = f.small OR o.username_capital = f.capital))`);
  }

  /** Former and new keys cannot be told apart; both keep names unique. */
  async down(): Promise<void> {}
}

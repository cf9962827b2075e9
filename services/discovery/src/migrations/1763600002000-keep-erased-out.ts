import { keepErasedOut, dropErasedGuard } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables with players' data, and their owner columns. */
const GUARDED = { discoveries: 'NEW.player_id', likes: 'NEW.player_id', pro_members: 'NEW.account_id' };

/** Database guards keep erased players out, in place of a check in each statement. */
export class KeepErasedOut1763600002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO erased_accounts (account_id) SELECT player_id FROM erased_players ON CONFLICT DO NOTHING`,
    );
    await runner.query(`DROP TABLE erased_players`);
    for (const [table, account] of Object.entries(GUARDED)) await runner.query(keepErasedOut(table, account));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(GUARDED)) await runner.query(dropErasedGuard(table));
    await runner.query(`CREATE TABLE erased_players (player_id uuid PRIMARY KEY)`);
    await runner.query(`INSERT INTO erased_players SELECT account_id FROM erased_accounts`);
  }
}

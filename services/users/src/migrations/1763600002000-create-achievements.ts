import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Player actions that count for achievements. */
export class CreateAchievements1763600002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE player_pins (
        account_id uuid NOT NULL CONSTRAINT player_pins_account REFERENCES accounts ON DELETE CASCADE,
        pin_type text NOT NULL,
        CONSTRAINT player_pins_pkey PRIMARY KEY (account_id, pin_type)
      );
      CREATE TABLE social_deeds (
        account_id uuid NOT NULL CONSTRAINT social_deeds_account REFERENCES accounts ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT social_deeds_kind CHECK (kind IN ('like')),
        source_id uuid NOT NULL,
        CONSTRAINT social_deeds_pkey PRIMARY KEY (account_id, kind, source_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE social_deeds, player_pins`);
  }
}

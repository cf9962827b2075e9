import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sessions1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sessions (
        id_hash bytea PRIMARY KEY,
        subject uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('guest', 'player')),
        status text CHECK (status IN ('pending', 'verified')),
        created_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        ended_at timestamptz,
        user_agent text,
        address text,
        CHECK ((kind = 'player') = (status IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX sessions_subject ON sessions (subject)');
    await runner.query('CREATE INDEX sessions_expires_at ON sessions (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers that accounts have signed in with. */
export class CreateKnownDevices1763600012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE known_devices (
        account_id uuid NOT NULL CONSTRAINT known_devices_account REFERENCES accounts ON DELETE CASCADE,
        device_hash text NOT NULL,
        first_seen_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT known_devices_pkey PRIMARY KEY (account_id, device_hash)
      );
      CREATE INDEX known_devices_seen ON known_devices (last_seen_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE known_devices');
  }
}

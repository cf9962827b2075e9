import { keepErasedOut, dropErasedGuard } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outstanding erasures, and the indexes and guards for erased accounts. */
export class CreateErasures1763600014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erasures (
        account_id uuid NOT NULL,
        service text NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT now(),
        confirmed_at timestamptz,
        CONSTRAINT erasures_pkey PRIMARY KEY (account_id, service)
      );
      CREATE INDEX erasures_outstanding ON erasures (asked_at) WHERE confirmed_at IS NULL;

      ALTER TABLE messages ADD COLUMN forget_when_sent boolean NOT NULL DEFAULT false;
      CREATE INDEX messages_recipient ON messages (recipient);
      CREATE INDEX oidc_payloads_account ON oidc_payloads ((payload ->> 'accountId'))`);
    // A late award of an erased account is not booked, and does not change statistics.
    await runner.query(keepErasedOut('transfers', 'NEW.credit_account_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('transfers'));
    await runner.query(`
      DROP INDEX oidc_payloads_account;
      DROP INDEX messages_recipient;
      ALTER TABLE messages DROP COLUMN forget_when_sent;
      DROP TABLE erasures`);
  }
}

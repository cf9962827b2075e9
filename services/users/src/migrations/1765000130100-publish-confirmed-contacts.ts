import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Publishes `ContactConfirmed` for the contacts that were confirmed before the event existed, with version 7 ids as the
 * outbox makes them.
 */
export class PublishConfirmedContacts1765000130100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      WITH confirmed AS (
        SELECT account_id, kind, value, verified_at,
          (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' ||
            substr(gen_random_uuid()::text, 1, 3) || 'a' || substr(replace(gen_random_uuid()::text, '-', ''), 18,
              15))::uuid AS id
        FROM contacts WHERE verified_at IS NOT NULL
      )
      INSERT INTO outbox (id, subject, event)
      SELECT id, 'users.contact-confirmed.v1', json_build_object(
        'specversion', '1.0', 'id', id, 'source', '/services/users', 'type', 'users.contact-confirmed.v1', 'time',
          to_char(verified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'subject', account_id, 'datacontenttype', 'application/json', 'data',
          json_build_object('accountId', account_id, 'kind', kind, 'value', value))
      FROM confirmed`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM outbox WHERE subject = 'users.contact-confirmed.v1'`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What each partner's client has used in each hour of the last 31 days, all gateways together. Half of each page is
 * free, so that a row is updated in its place.
 */
export class PartnerUsage1790000000760 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE partner_usage (
        client_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        calls bigint NOT NULL,
        refused bigint NOT NULL,
        points bigint NOT NULL,
        PRIMARY KEY (client_id, hour)
      ) WITH (fillfactor = 50)`);
    await runner.query(`CREATE INDEX partner_usage_hour ON partner_usage (hour)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE partner_usage`);
  }
}

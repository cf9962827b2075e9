import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents that partners' clients have registered, by the SHA-256 of their texts. */
export class PartnerDocuments1790000000770 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE partner_documents (
        client_id uuid NOT NULL,
        hash bytea NOT NULL CHECK (octet_length(hash) = 32),
        text text NOT NULL CHECK (octet_length(text) <= 65536),
        registered_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (client_id, hash)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE partner_documents`);
  }
}

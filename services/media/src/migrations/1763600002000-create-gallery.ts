import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Galleries of players, and today's views. */
export class CreateGallery1763600002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE art_items (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        picture_id uuid NOT NULL REFERENCES pictures ON DELETE CASCADE,
        title text NOT NULL CHECK (title <> ''),
        description text,
        art_type text NOT NULL CHECK (art_type IN ('graffiti', 'digital', 'photo', 'sketch')),
        views integer NOT NULL DEFAULT 0,
        position integer NOT NULL,
        idempotency_key text,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX art_items_gallery ON art_items (owner_id, position, id)`);
    await runner.query(`CREATE INDEX art_items_picture ON art_items (picture_id)`);
    await runner.query(
      `CREATE UNIQUE INDEX art_items_idempotency ON art_items (owner_id, idempotency_key)
        WHERE idempotency_key IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE art_views (
        art_id uuid NOT NULL REFERENCES art_items ON DELETE CASCADE,
        viewer text NOT NULL,
        day date NOT NULL,
        PRIMARY KEY (art_id, viewer)
      )`);
    await runner.query(`CREATE INDEX art_views_day ON art_views (day)`);
    await this.allowUses(runner, `'discovery', 'avatar', 'artwork'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE art_views, art_items`);
    await runner.query(`DELETE FROM picture_uses WHERE kind = 'artwork'`);
    await this.allowUses(runner, `'discovery', 'avatar'`);
  }

  private async allowUses(runner: QueryRunner, kinds: string): Promise<void> {
    await runner.query(
      `ALTER TABLE picture_uses DROP CONSTRAINT picture_uses_kind_check, ADD CHECK (kind IN (${kinds}))`,
    );
  }
}

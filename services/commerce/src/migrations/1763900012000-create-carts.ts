import { dropErasedGuard, keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCarts1763900012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE carts (
        player_id uuid PRIMARY KEY,
        lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array' AND jsonb_array_length(lines) <= 50),
        merged_keys uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(merged_keys) <= 10),
        changed_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX carts_by_change ON carts (changed_at)`);
    await runner.query(keepErasedOut('carts', 'NEW.player_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('carts'));
    await runner.query(`DROP TABLE carts`);
  }
}

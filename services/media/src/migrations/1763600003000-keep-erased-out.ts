import { keepErasedOut, dropErasedGuard } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables with players' data. */
const GUARDED = ['uploads', 'pictures', 'art_items'];

/** Guards for erased players, who are listed until their objects are deleted from the store. */
export class KeepErasedOut1763600003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE unswept_owners (owner_id uuid CONSTRAINT unswept_owners_pkey PRIMARY KEY)`);
    for (const table of GUARDED) await runner.query(keepErasedOut(table, 'NEW.owner_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of GUARDED) await runner.query(dropErasedGuard(table));
    await runner.query(`DROP TABLE unswept_owners`);
  }
}

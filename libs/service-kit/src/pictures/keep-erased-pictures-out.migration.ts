import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepErasedOut, dropErasedGuard } from '../erasure/keep-erased-out.js';

/** A late `MediaReady` must not restore a picture of an erased account. */
export class KeepErasedPicturesOut1763600000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(keepErasedOut('pictures', 'NEW.owner_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('pictures'));
  }
}

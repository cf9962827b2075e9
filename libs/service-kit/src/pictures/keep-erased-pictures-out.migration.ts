import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepErasedOut, letErasedIn } from '../erasure/keep-erased-out.js';

/** A late `MediaReady` brings no picture of an erased account back. */
export class KeepErasedPicturesOut1763600000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(keepErasedOut('pictures', 'NEW.owner_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(letErasedIn('pictures'));
  }
}

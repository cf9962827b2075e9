import type { MigrationInterface, QueryRunner } from 'typeorm';
import { copyFormerKeys, stopCopyingKeys } from '@sprayhunt/service-kit';

/**
 * Keys of `addArt` are stored like those of all mutations. A migration of the next release drops the trigger, and the
 * columns with the keys of the former release.
 */
export class CopyGalleryKeys1765000600200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(copyFormerKeys('art_items', 'owner_id', 'addArt'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(stopCopyingKeys('art_items'));
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { copyFormerKeys, stopCopyingKeys } from '@sprayhunt/service-kit';

/**
 * Keys of `createDiscovery` are stored like those of all mutations. A migration of the next release drops the trigger,
 * and the columns with the keys of the former release.
 */
export class CopyDiscoveryKeys1765000600200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(copyFormerKeys('discoveries', 'player_id', 'createDiscovery'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(stopCopyingKeys('discoveries'));
  }
}

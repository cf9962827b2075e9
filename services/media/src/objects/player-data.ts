import { Injectable } from '@nestjs/common';
import { eraseIdempotencyKeys, ErasedAccounts, moveIdempotencyKeys, type Merge } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { SweeperService } from '../sweeping/sweeper.service.js';
import { releaseUnused } from './picture-uses.js';

const END_AVATAR = `DELETE FROM picture_uses WHERE kind = 'avatar' AND source_id = $1
  RETURNING picture_id AS "pictureId"`;

/** Erases the players' data of this service, or moves it to another account. */
@Injectable()
export class PlayerData {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly sweeper: SweeperService,
  ) {}

  /** Deletes galleries, and marks uploads for removal. The sweeper removes the objects and then confirms. */
  async erase(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    if (accounts.length === 0) return;
    await tx.query(`DELETE FROM art_items WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`DELETE FROM gallery_visibility WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
    await eraseIdempotencyKeys(tx, accounts);
    await tx.query(`UPDATE pictures SET erased = true WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(
      `UPDATE uploads SET expires_at = '-infinity', suggestion = NULL, address_hash = NULL
        WHERE owner_id = ANY ($1::uuid[])`,
      [accounts],
    );
    await tx.query(`INSERT INTO unswept_owners (owner_id) SELECT DISTINCT unnest($1::uuid[]) ON CONFLICT DO NOTHING`, [
      accounts,
    ]);
    await this.sweeper.sweepSoon(tx);
  }

  /**
   * Moves uploads, finished and under way. The account keeps its own profile picture, and whether its gallery is shown.
   */
  async merge(tx: EntityManager, merges: readonly Merge[]): Promise<void> {
    const { moves, erased, expired } = await this.erased.rememberMerged(tx, merges);
    for (const { subjectId, accountId } of moves) {
      for (const table of ['uploads', 'pictures', 'art_items'])
        await tx.query(`UPDATE ${table} SET owner_id = $2 WHERE owner_id = $1`, [subjectId, accountId]);
      await tx.query(`DELETE FROM gallery_visibility WHERE owner_id = $1`, [subjectId]);
      await moveIdempotencyKeys(tx, subjectId, accountId);
      const [ended] = await tx.query<[{ pictureId: string }[], number]>(END_AVATAR, [subjectId]);
      await releaseUnused(
        tx,
        ended.map(({ pictureId }) => pictureId),
      );
    }
    await this.erase(tx, [...erased, ...expired]);
  }
}

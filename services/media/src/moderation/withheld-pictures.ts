import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { defineJob, Jobs } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { objectKeys, withheldKey } from '../objects/picture.entity.js';
import { OBJECT_STORE, type ObjectStore } from '../store/object-store.js';

const move = defineJob({
  name: 'move-picture',
  payload: z.object({ pictureId: z.uuid() }),
  attempts: 12,
  lockSeconds: 60,
});

/**
 * Serializes new uses of pictures with decisions and removals of works, so that the later of the two sees the earlier
 * one.
 */
const LOCK_DECISIONS = `SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':moderation'))`;
const LOCK_USES = `SELECT pg_advisory_xact_lock_shared(hashtext(current_schema() || ':moderation'))`;

const IS_WITHHELD = `EXISTS (
  SELECT FROM moderated_contents m WHERE NOT m.is_shown AND (
    (m.kind = 'picture' AND m.content_id = p.id)
    OR (m.kind = 'work' AND m.content_id IN (
      SELECT source_id FROM picture_uses u WHERE u.picture_id = p.id AND u.kind = 'discovery'))))`;
const UPDATE = `
  UPDATE pictures SET withheld = NOT withheld
  WHERE id IN (SELECT id FROM pictures p WHERE p.id = ANY ($1::uuid[]) AND p.withheld <> ${IS_WITHHELD} FOR UPDATE)
  RETURNING id`;

/** Objects of withheld pictures have another key, so that serving a picture needs no database query. */
@Injectable()
export class WithheldPictures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {
    jobs.handle(move, ({ pictureId }) => this.move(pictureId));
  }

  /** Taken before decisions change or works are removed; held until the transaction ends. */
  async lockDecisions(tx: EntityManager): Promise<void> {
    await tx.query(LOCK_DECISIONS);
  }

  /** Taken before a new use of a picture; held until the transaction ends. */
  async lockUses(tx: EntityManager): Promise<void> {
    await tx.query(LOCK_USES);
  }

  /** Withholds or restores pictures by all decisions about them and their works. */
  async update(tx: EntityManager, pictureIds: string[]): Promise<void> {
    const [changed] = await tx.query<[{ id: string }[], number]>(UPDATE, [pictureIds]);
    for (const { id } of changed) await this.jobs.add(tx, move, { pictureId: id });
  }

  /** Moves the objects to the keys of the picture's state; the row's lock serialises two jobs. */
  private async move(pictureId: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const [picture] = await tx.query<{ withheld: boolean }[]>(
        `SELECT withheld FROM pictures WHERE id = $1 AND NOT erased FOR NO KEY UPDATE`,
        [pictureId],
      );
      if (!picture) return;
      for (const key of objectKeys(pictureId)) {
        const [from, to] = picture.withheld ? [key, withheldKey(key)] : [withheldKey(key), key];
        const object = await this.store.read(from);
        if (!object) continue;
        await this.store.write(to, await buffer(object.body));
        await this.store.remove([from]);
      }
    });
  }
}

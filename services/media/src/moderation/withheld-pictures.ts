import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { defineJob, Jobs } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { objectKeys, withheldKey } from '../objects/picture.entity.js';
import { OBJECT_STORE, type ObjectStore } from '../store/object-store.js';

const move = defineJob({ name: 'move-picture', payload: z.object({ pictureId: z.uuid() }), attempts: 12, lockSeconds: 60 });

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

  /** Once the transaction has committed. */
  async moveSoon(tx: EntityManager, pictureId: string): Promise<void> {
    await this.jobs.add(tx, move, { pictureId });
  }

  /** Moves the objects to the keys of the picture's state; the row's lock serialises two jobs. */
  private async move(pictureId: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const [picture] = await tx.query<{ withheld: boolean }[]>(`SELECT withheld FROM pictures WHERE id = $1 AND NOT erased FOR NO KEY UPDATE`, [pictureId]);
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

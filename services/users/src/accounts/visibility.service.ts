import { Injectable } from '@nestjs/common';
import { galleryVisibilityChanged } from '@sprayhunt/contracts';
import { Outbox, parseInput, Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { Account } from './account.entity.js';

/** Default visibility of a player. */
export const DEFAULT_VISIBILITY = {
  picture: true,
  bio: true,
  /** Level and number of discoveries. */
  statistics: true,
  /** Joining date. */
  joined: true,
  gallery: true,
  /** An address reveals all its payments, so it is hidden by default. */
  wallet: false,
};

export type Visibility = typeof DEFAULT_VISIBILITY;

export const VISIBLE_PARTS = Object.keys(DEFAULT_VISIBILITY) as (keyof Visibility)[];

/** @param chosen the player's settings; defaults apply to the rest */
export const visibilityOf = (chosen: Partial<Visibility>): Visibility => ({ ...DEFAULT_VISIBILITY, ...chosen });

const visibilityInput = z.partialRecord(z.enum(VISIBLE_PARTS), z.boolean().nullish());

/** A player's visibility settings. */
@Injectable()
export class VisibilityService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Shows or hides parts of the profile; others stay unchanged. The gallery belongs to the media service, which is
   * notified by an event.
   * @throws Problem `UNAUTHENTICATED`, `VALIDATION_FAILED`
   */
  async change(input: Schema.MutationSetVisibilityArgs['input'], accountId: string): Promise<Visibility> {
    const given = Object.entries(parseInput(visibilityInput, input)).filter(([, isShown]) => isShown != null);
    return this.dataSource.transaction(async (tx) => {
      const account = await tx.findOne(Account, { where: { id: accountId }, lock: { mode: 'pessimistic_write' } });
      if (!account) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
      const chosen: Partial<Visibility> = { ...account.visibility, ...Object.fromEntries(given) };
      await tx.update(Account, { id: accountId }, { visibility: chosen });
      const [before, after] = [visibilityOf(account.visibility), visibilityOf(chosen)];
      if (before.gallery !== after.gallery) await this.publishGallery(tx, accountId, after.gallery);
      return after;
    });
  }

  /** The account's row is locked, so that its events have growing versions. */
  private async publishGallery(tx: EntityManager, accountId: string, isShown: boolean): Promise<void> {
    const [{ version }] = await tx.query<[{ version: number }]>(
      `SELECT nextval('gallery_visibility_versions')::int AS version`,
    );
    await this.outbox.add(tx, galleryVisibilityChanged, { accountId, isShown, version });
  }
}

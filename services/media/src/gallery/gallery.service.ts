import { Injectable } from '@nestjs/common';
import {
  ErasedAccounts,
  IdempotentTransaction,
  InjectConfig,
  invalid,
  parseInput,
  pictureIdOf,
  Problem,
  requiredText,
  text,
  uuidv7,
} from '@sprayhunt/service-kit';
import { type EntityManager, In } from 'typeorm';
import { z } from 'zod';
import type { MediaConfig } from '../config.js';
import { attachPictures, releaseUnused } from '../objects/picture-uses.js';
import { Picture } from '../objects/picture.entity.js';
import { Upload } from '../uploads/upload.entity.js';
import type * as Schema from '../schema.generated.js';
import { ART_TYPES, ArtItem } from './art-item.entity.js';

/** Limits in characters (docs/readings.md). */
const TITLE_LENGTH = 120;
const DESCRIPTION_LENGTH = 2_000;
const LONGEST_URL = 2_048;

/** A player's input for a gallery work; texts follow the kit's rule. */
const newArt = z.object({
  imageUrl: requiredText({ name: 'The picture’s address', max: LONGEST_URL, missing: 'Please choose a picture.' }),
  title: requiredText({ name: 'The title', max: TITLE_LENGTH, missing: 'Please enter a title.' }),
  description: text({ name: 'The description', max: DESCRIPTION_LENGTH, lines: true }),
  artType: z
    .enum(ART_TYPES)
    .nullish()
    .transform((value) => value ?? 'graffiti'),
});

/** Limit of works in one gallery: far more than players show, few enough to be ordered at once. */
const GALLERY_SIZE = 500;

const ordered = z.object({
  ids: z.array(z.uuid('Name works by their ids.')).max(GALLERY_SIZE, `A gallery has at most ${GALLERY_SIZE} works.`),
});
const uuid = z.uuid();

/** Changes of players' own galleries. */
@Injectable()
export class GalleryService {
  constructor(
    private readonly transaction: IdempotentTransaction,
    private readonly erased: ErasedAccounts,
    @InjectConfig() private readonly config: MediaConfig,
  ) {}

  /**
   * Adds a work at the start of the gallery.
   * @returns the work's id
   * @throws Problem `VALIDATION_FAILED`, `MEDIA_NOT_READY`, `GALLERY_FULL`
   */
  async add(owner: string, input: Schema.MutationAddArtArgs['input']): Promise<string> {
    const { imageUrl, ...art } = parseInput(newArt, input);
    const pictureId = pictureIdOf(imageUrl, this.config.PUBLIC_URL);
    return this.alone(owner, async (tx) => {
      const picture = await this.ownPicture(tx, owner, pictureId);
      const [gallery] = await tx.query<[{ works: number; head: number }]>(
        `SELECT count(*)::int AS works, coalesce(min(position), 0) AS head FROM art_items WHERE owner_id = $1`,
        [owner],
      );
      if (gallery.works >= GALLERY_SIZE)
        throw new Problem('GALLERY_FULL', `Your gallery is full: it has room for ${GALLERY_SIZE} works.`);
      const id = uuidv7();
      await tx.insert(ArtItem, {
        ...art,
        id,
        ownerId: owner,
        pictureId: picture.id,
        position: gallery.head - 1,
      });
      await attachPictures(tx, 'artwork', [{ pictureId: picture.id, sourceId: id, asOf: new Date().toISOString() }]);
      return id;
    });
  }

  /**
   * Removes a work from the gallery; its picture is removed later if nothing else uses it.
   * @throws Problem `NOT_FOUND` for a work of another player
   */
  async remove(owner: string, id: string): Promise<void> {
    await this.alone(owner, async (tx) => {
      const art = uuid.safeParse(id).success ? await tx.findOneBy(ArtItem, { id, ownerId: owner }) : null;
      if (!art) throw new Problem('NOT_FOUND', 'There is no such work in your gallery.');
      await tx.delete(ArtItem, { id });
      await tx.query(`DELETE FROM picture_uses WHERE kind = 'artwork' AND source_id = $1`, [id]);
      await releaseUnused(tx, [art.pictureId]);
    });
  }

  /**
   * Orders works. Unnamed ones keep their order, after the others.
   * @throws Problem `VALIDATION_FAILED` for a work of another player, or a duplicate
   */
  async order(owner: string, given: Schema.MutationOrderArtArgs['ids']): Promise<void> {
    const { ids } = parseInput(ordered, { ids: given });
    const first = new Set(ids.map((id) => id.toLowerCase()));
    if (first.size < ids.length) throw invalid([{ field: 'ids', code: 'NAMED_TWICE', detail: 'Name each work once.' }]);
    await this.alone(owner, async (tx) => {
      if ((await tx.countBy(ArtItem, { ownerId: owner, id: In([...first]) })) < first.size)
        throw invalid([
          {
            field: 'ids',
            code: 'UNKNOWN_ART',
            detail: 'Your gallery has changed in the meantime. Reload it and sort it again.',
          },
        ]);
      const all = await tx.find(ArtItem, {
        where: { ownerId: owner },
        select: { id: true },
        order: { position: 'ASC', id: 'ASC' },
      });
      await tx.query(
        `UPDATE art_items SET position = sorted.at FROM unnest($1::uuid[]) WITH ORDINALITY AS sorted (id, at)
          WHERE art_items.id = sorted.id`,
        [[...first, ...all.map(({ id }) => id).filter((id) => !first.has(id))]],
      );
    });
  }

  /** Locked, so that a concurrent removal by the sweeper comes before or after. */
  private async ownPicture(tx: EntityManager, owner: string, id: string | undefined): Promise<Picture> {
    const picture =
      id &&
      (await tx.findOne(Picture, {
        where: { id, ownerId: owner, erased: false },
        lock: { mode: 'pessimistic_write' },
      }));
    if (picture) return picture;
    const upload = id === undefined ? null : await tx.findOneBy(Upload, { id, ownerId: owner });
    if (upload?.state === 'refused')
      throw invalid([
        {
          field: 'imageUrl',
          code: 'PICTURE_REFUSED',
          detail: 'This file could not be used as a picture. Please choose another one.',
        },
      ]);
    if (upload?.state === 'waiting')
      throw new Problem(
        'MEDIA_NOT_READY',
        'The picture has not arrived yet. Upload it first, or try again in a moment.',
        { retryAfter: 1 },
      );
    throw invalid([
      { field: 'imageUrl', code: 'PICTURE_NOT_YOURS', detail: 'Use a picture that you have uploaded yourself.' },
    ]);
  }

  /** Serialises changes of a gallery, to keep its order and size limit. */
  private alone<T>(owner: string, change: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction.run(async (tx) => {
      await this.erased.refuse(tx, owner);
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('gallery:' || $1, 0))`, [owner]);
      return change(tx);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor, picturePath, SqlPool } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { ArtType } from './art-item.entity.js';

interface ArtRow {
  id: string;
  pictureId: string;
  width: number;
  height: number;
  thumbhash: string;
  title: string;
  description: string | null;
  artType: ArtType;
  views: number;
  position: number;
  createdAt: Date;
}

/** Whether the gallery of `a` is visible to others. */
export const IS_GALLERY_VISIBLE = `NOT EXISTS (SELECT FROM gallery_visibility v WHERE v.owner_id = a.owner_id
  AND NOT v.is_shown)`;

const ART = `SELECT a.id, a.picture_id AS "pictureId", p.width, p.height, p.thumbhash, a.title, a.description,
  a.art_type AS "artType",
    a.views, a.position, a.created_at AS "createdAt"
  FROM art_items a JOIN pictures p ON p.id = a.picture_id AND NOT p.erased AND NOT p.withheld`;

/** Galleries as the API returns them; one statement per response. */
@Injectable()
export class GalleryReads {
  constructor(private readonly pool: SqlPool) {}

  /**
   * A page of a gallery for its owner, in the owner's order.
   * @throws Problem `VALIDATION_FAILED` for a cursor that was not issued by a gallery
   */
  ofOwner(owner: string, first: number, after: string | null | undefined) {
    return this.page('own-gallery', 'a.owner_id = $1', owner, first, after);
  }

  /**
   * The public page of a gallery, also for the owner: empty if the gallery is hidden.
   * @param player public id of the owner
   * @throws Problem `VALIDATION_FAILED` for a cursor that was not issued by a gallery
   */
  ofPlayer(player: string, first: number, after: string | null | undefined) {
    return this.page('shown-gallery', `public_id(a.owner_id) = $1 AND ${IS_GALLERY_VISIBLE}`, player, first, after);
  }

  private async page(name: string, condition: string, owner: string, first: number, after: string | null | undefined) {
    const [position, id] = after ? decodeCursor(after, artCursor) : [null, null];
    const { rows } = await this.pool.query<ArtRow>({
      name,
      text: `${ART} WHERE ${condition} AND ($2::int IS NULL OR (a.position, a.id) > ($2, $3::uuid))
        ORDER BY a.position, a.id LIMIT $4`,
      values: [owner, position, id, first + 1],
    });
    const edges = rows.slice(0, first).map((row) => ({ cursor: cursorOf(row), node: artView(row) }));
    return {
      edges,
      nodes: edges.map(({ node }) => node),
      pageInfo: { hasNextPage: rows.length > first, endCursor: edges.at(-1)?.cursor ?? null },
    };
  }

  async one(id: string) {
    const { rows } = await this.pool.query<ArtRow>({ name: 'art', text: `${ART} WHERE a.id = $1`, values: [id] });
    return rows[0] ? artView(rows[0]) : null;
  }
}

const artView = ({ pictureId, position: _, ...art }: ArtRow) => ({ ...art, imageUrl: picturePath(pictureId) });

const artCursor = z.tuple([z.int(), z.uuid()]);

/** The opaque cursor of a gallery. */
const cursorOf = ({ position, id }: ArtRow): string => encodeCursor([position, id]);

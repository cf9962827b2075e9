import type { EntityManager } from 'typeorm';
import type { PictureUse } from './picture-use.entity.js';

interface Use {
  pictureId: string;
  sourceId: string;
  /** ISO 8601. */
  asOf: string;
}

/** The handlers of uses; while one of them lags, it is unknown which pictures are unused. */
export const USE_HANDLERS = ['discovery-shows-picture', 'avatar-shows-picture'];

/** The newest use of a source counts. Pictures removed meanwhile are skipped. */
export async function attachPictures(tx: EntityManager, kind: PictureUse['kind'], uses: Use[]): Promise<void> {
  if (uses.length === 0) return;
  await tx.query(
    `WITH shown AS (
       UPDATE pictures SET unused_since = NULL WHERE id = ANY ($2::uuid[]) RETURNING id
     )
     INSERT INTO picture_uses AS former (kind, picture_id, source_id, as_of)
     SELECT $1, use.picture_id, use.source_id, use.as_of
     FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS use (picture_id, source_id, as_of)
     JOIN shown ON shown.id = use.picture_id
     ON CONFLICT (kind, source_id) DO UPDATE SET picture_id = excluded.picture_id, as_of = excluded.as_of
     WHERE former.as_of < excluded.as_of`,
    [kind, uses.map(({ pictureId }) => pictureId), uses.map(({ sourceId }) => sourceId), uses.map(({ asOf }) => asOf)],
  );
}

/** Starts the retention of pictures that are no longer used. */
export async function releaseUnused(tx: EntityManager, pictureIds: string[]): Promise<void> {
  // A statement that waited for another transaction does not see its use; the next statement does.
  await tx.query('SELECT FROM pictures WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [pictureIds]);
  await tx.query(
    `UPDATE pictures SET unused_since = now()
     WHERE id = ANY ($1::uuid[]) AND unused_since IS NULL
       AND NOT EXISTS (SELECT FROM picture_uses WHERE picture_id = pictures.id)`,
    [pictureIds],
  );
}

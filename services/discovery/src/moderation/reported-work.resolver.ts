import { ResolveReference, Resolver } from '@nestjs/graphql';
import { type Identity, type RequestContext, SqlPool } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';

const uuid = z.uuid();

/** A work that was taken away has its row in `moderated_works`. */
const FIND = {
  name: 'reported-work',
  text: `
    SELECT title, description, artist_name AS "artistName", latitude, longitude, address, picture_id AS "pictureId", created_at AS "createdAt", player_id AS "playerId", false AS "isTakenAway"
    FROM discoveries WHERE id = $1
    UNION ALL
    SELECT kept.title, kept.description, kept.artist_name, kept.latitude, kept.longitude, kept.address, kept.picture_id, kept.created_at, kept.player_id, true
    FROM moderated_works m, jsonb_populate_record(NULL::discoveries, m.work) AS kept WHERE m.id = $1 AND m.work IS NOT NULL
    LIMIT 1`,
};

interface Row extends Omit<Schema.ReportedWork, 'id' | 'picture'> {
  pictureId: string | null;
  playerId: string | null;
}

/** A reported work for moderators and for who documented it. */
@Resolver('ReportedWork')
export class ReportedWorkResolver {
  constructor(private readonly pool: SqlPool) {}

  @ResolveReference()
  async resolveReference({ id }: Pick<Schema.ReportedWork, 'id'>, { identity }: RequestContext): Promise<Schema.ReportedWork | null> {
    if (identity.kind !== 'player' || !uuid.safeParse(id).success) return null;
    const { rows: [row] } = await this.pool.query<Row>({ ...FIND, values: [id] });
    if (!row || !maySee(identity, row.playerId)) return null;
    const { pictureId, playerId: _, ...work } = row;
    return { id, ...work, picture: pictureId === null ? null : { id: pictureId } };
  }
}

const maySee = ({ roles, subject }: Identity, playerId: string | null): boolean => (roles?.includes('moderator') ?? false) || subject === playerId;

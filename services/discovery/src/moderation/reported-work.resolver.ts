import { ResolveReference, Resolver } from '@nestjs/graphql';
import { type Identity, loaderPerRequest, type RequestContext, SqlPool } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';

const uuid = z.uuid();

/** Works by their ids; one that moderators removed has its row in `moderated_works`. */
const SELECT_WORKS = {
  name: 'reported-works',
  text: `
    SELECT DISTINCT ON (id) * FROM (
      SELECT id, title, description, artist_name AS "artistName", latitude, longitude, address,
        picture_id AS "pictureId", created_at AS "createdAt", player_id AS "playerId", false AS "isTakenAway"
      FROM discoveries WHERE id = ANY($1)
      UNION ALL
      SELECT m.id, kept.title, kept.description, kept.artist_name, kept.latitude, kept.longitude, kept.address,
        kept.picture_id, kept.created_at, kept.player_id, true
      FROM moderated_works m, jsonb_populate_record(NULL::discoveries, m.work) AS kept WHERE m.id = ANY($1)
        AND m.work IS NOT NULL
    ) AS works ORDER BY id, "isTakenAway"`,
};

interface Row extends Omit<Schema.ReportedWork, 'picture'> {
  pictureId: string | null;
  playerId: string | null;
}

/** A reported work for moderators and for who documented it. */
@Resolver('ReportedWork')
export class ReportedWorkResolver {
  /** All that a page of cases names, by one statement. */
  private readonly find = loaderPerRequest<Row>(async (ids) => {
    const { rows } = await this.pool.query<Row>({ ...SELECT_WORKS, values: [ids] });
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

  constructor(private readonly pool: SqlPool) {}

  @ResolveReference()
  async resolveReference(
    { id }: Pick<Schema.ReportedWork, 'id'>,
    context: RequestContext,
  ): Promise<Schema.ReportedWork | null> {
    const { identity } = context;
    if (identity.kind !== 'player' || !uuid.safeParse(id).success) return null;
    const row = await this.find(context, id);
    if (!row || !maySee(identity, row.playerId)) return null;
    const { pictureId, playerId: _, ...work } = row;
    return { ...work, picture: pictureId === null ? null : { id: pictureId } };
  }
}

const maySee = ({ roles, subject }: Identity, playerId: string | null): boolean =>
  (roles?.includes('moderator') ?? false) || subject === playerId;

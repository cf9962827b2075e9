import { Injectable } from '@nestjs/common';
import { EARTH_METRES, foldText, SqlPool, type Place } from '@sprayhunt/service-kit';
import {
  DIFFICULTIES,
  MISSION_TYPES,
  SAFETY_RATINGS,
  type Difficulty,
  type Mission,
  type MissionType,
  type SafetyRating,
} from './mission.entity.js';

/** Filter of a list of missions; undefined matches all. */
export interface MissionFilter {
  missionType?: MissionType;
  difficultyLevel?: Difficulty;
  safetyRating?: SafetyRating;
  /** Compared folded. */
  country?: string;
}

type Row = Omit<Mission, 'catalogue' | 'catalogueKey'> & {
  listRank: number;
  isActive: boolean;
  distance: number | null;
};

/** A mission as in the schema, without the caller's fields. */
export type ListedMission = ReturnType<typeof listed>;

const COLUMNS = `id, title, description, city, country, mission_type AS "missionType", difficulty_level AS "difficultyLevel",
  safety_rating AS "safetyRating", latitude, longitude, radius, rewards_tokens AS "rewardsTokens",
  historical_context AS "historicalContext", artist_info AS "artistInfo", best_photo_time AS "bestPhotoTime", source,
  source_url AS "sourceUrl", ends_at AS "endsAt", participants, list_rank AS "listRank"`;

const ACTIVE = '(ends_at IS NULL OR ends_at > now())';
const MATCHES_FILTER = `($1::text IS NULL OR mission_type = $1) AND ($2::text IS NULL OR difficulty_level = $2)
  AND ($3::text IS NULL OR safety_rating = $3) AND ($4::text[] IS NULL OR country = ANY ($4))`;
const COUNTRIES = { name: 'mission-countries', text: `SELECT DISTINCT country FROM missions` };

const ALL = {
  name: 'missions',
  text: `SELECT ${COLUMNS}, true AS "isActive", NULL AS distance FROM missions
    WHERE ${ACTIVE} AND ${MATCHES_FILTER} AND (list_rank, id) > ($5::smallint, $6::uuid) ORDER BY list_rank, id
      LIMIT $7`,
};

/** Great-circle kilometres from $5, $6, on the sphere of `greatCircle`. */
const DISTANCE = `2 * ${EARTH_METRES / 1_000} * asin(least(1, sqrt(
  sin(radians(latitude - $5) / 2) ^ 2 + cos(radians($5)) * cos(radians(latitude)) * sin(radians(longitude - $6) / 2) ^ 2)))`;
const DEGREES_PER_KM = 180 / (Math.PI * (EARTH_METRES / 1_000));

/**
 * The index finds the band of latitudes, in which all distances are computed. A catalogue has thousands of missions,
 * not millions.
 */
const NEARBY = {
  name: 'missions-nearby',
  text: `SELECT * FROM (
      SELECT ${COLUMNS}, true AS "isActive", ${DISTANCE} AS distance FROM missions
      WHERE latitude BETWEEN $5 - $7 * ${DEGREES_PER_KM} AND $5 + $7 * ${DEGREES_PER_KM} AND ${ACTIVE}
        AND ${MATCHES_FILTER}) AS found
    WHERE distance <= $7 AND (distance, id) > ($8::double precision, $9::uuid) ORDER BY distance, id LIMIT $10`,
};

const BY_IDS = {
  name: 'missions-by-ids',
  text: `SELECT ${COLUMNS}, ${ACTIVE} AS "isActive", NULL AS distance FROM missions WHERE id = ANY ($1::uuid[])`,
};

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The lists of missions: one named statement each. */
@Injectable()
export class MissionReads {
  constructor(private readonly pool: SqlPool) {}

  /** Active missions, the featured ones first, then as their catalogue has them. */
  async all(
    filter: MissionFilter,
    first: number,
    after: { listRank: number; id: string } = { listRank: -1, id: FIRST_ID },
  ) {
    return this.page(ALL, [...(await this.valuesOf(filter)), after.listRank, after.id], first);
  }

  /** Active missions within `radius` kilometres, nearest first. */
  async nearby(
    filter: MissionFilter,
    { latitude, longitude }: Place,
    radius: number,
    first: number,
    after: { distance: number; id: string } = { distance: -1, id: FIRST_ID },
  ) {
    return this.page(
      NEARBY,
      [...(await this.valuesOf(filter)), latitude, longitude, radius, after.distance, after.id],
      first,
    );
  }

  /** In the order of the ids, ended ones too; null for an unknown one. Ids are uuids. */
  async byIds(ids: readonly string[]): Promise<(ListedMission | null)[]> {
    const { rows } = await this.pool.query<Row>({ ...BY_IDS, values: [ids] });
    const found = new Map(rows.map((row) => [row.id, listed(row)]));
    return ids.map((id) => found.get(id) ?? null);
  }

  private async valuesOf({ missionType, difficultyLevel, safetyRating, country }: MissionFilter): Promise<unknown[]> {
    const countries = country === undefined ? null : await this.countriesLike(country);
    return [missionType ?? null, difficultyLevel ?? null, safetyRating ?? null, countries];
  }

  private async countriesLike(country: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ country: string }>({ ...COUNTRIES });
    return rows.map((row) => row.country).filter((each) => foldText(each) === foldText(country));
  }

  private async page(statement: { name: string; text: string }, values: unknown[], first: number) {
    const { rows } = await this.pool.query<Row>({ ...statement, values: [...values, first + 1] });
    return { items: rows.slice(0, first).map(listed), hasNextPage: rows.length > first };
  }
}

const listed = (row: Row) => ({
  ...row,
  isFeatured: row.listRank === 0,
  missionTypeName: MISSION_TYPES[row.missionType],
  difficultyName: DIFFICULTIES[row.difficultyLevel],
  safetyName: SAFETY_RATINGS[row.safetyRating],
});

import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import type { Participation, ParticipationStatus } from './participation.entity.js';

/** A participation in the form of the schema, without its mission. */
export type ListedParticipation = Pick<
  Participation,
  'id' | 'missionId' | 'status' | 'startedAt' | 'endedAt' | 'discoveryId'
>;

/** A participation as other players see it. */
export interface MissionPlayer {
  id: string;
  /** Account. */
  playerId: string;
  startedAt: Date;
  completedAt: Date | null;
}

export const PARTICIPATION_COLUMNS =
  `id, mission_id AS "missionId", status, started_at ` +
  `AS "startedAt", ended_at AS "endedAt", discovery_id AS ` +
  `"discoveryId"`;

const OF_PLAYER = {
  name: 'participations-of-player',
  text: `SELECT ${PARTICIPATION_COLUMNS} FROM participations
    WHERE player_id = $1 AND ($2::text IS NULL OR status = $2) AND (started_at, id) < ($3::timestamptz, $4::uuid)
    ORDER BY started_at DESC, id DESC LIMIT $5`,
};
const OF_MISSIONS = {
  name: 'participations-of-missions',
  text: `SELECT ${PARTICIPATION_COLUMNS} FROM participations WHERE player_id = $1 AND mission_id = ANY ($2::uuid[])
    AND status <> 'left'`,
};
/** All participations of one mission, without those of players who left. */
const OF_MISSION = {
  name: 'players-of-mission',
  text: `SELECT id, player_id AS "playerId", started_at AS "startedAt", CASE status
    WHEN 'completed' THEN ended_at END AS "completedAt" FROM participations
    WHERE mission_id = $1 AND status <> 'left' AND (started_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY started_at DESC, id DESC LIMIT $4`,
};

const LAST = { startedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

@Injectable()
export class ParticipationReads {
  constructor(private readonly pool: SqlPool) {}

  /** A player's own, newest first. */
  async ofPlayer(
    player: string,
    status: ParticipationStatus | undefined,
    first: number,
    before: { startedAt: string; id: string } = LAST,
  ) {
    const { rows } = await this.pool.query<ListedParticipation>({
      ...OF_PLAYER,
      values: [player, status ?? null, before.startedAt, before.id, first + 1],
    });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }

  /** The players who take part in a mission or have completed it, the latest start first. */
  async ofMission(mission: string, first: number, before: { startedAt: string; id: string } = LAST) {
    const { rows } = await this.pool.query<MissionPlayer>({
      ...OF_MISSION,
      values: [mission, before.startedAt, before.id, first + 1],
    });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }

  /** A player's participation in each of the missions; null without one. */
  async inMissions(player: string, missions: readonly string[]): Promise<(ListedParticipation | null)[]> {
    const { rows } = await this.pool.query<ListedParticipation>({ ...OF_MISSIONS, values: [player, missions] });
    const found = new Map(rows.map((row) => [row.missionId, row]));
    return missions.map((id) => found.get(id) ?? null);
  }
}

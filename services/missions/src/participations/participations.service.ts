import { Injectable } from '@nestjs/common';
import { missionCompleted, missionStarted, type EventOf, type discoveryAwardReleased } from '@sprayhunt/contracts';
import {
  ErasedAccounts,
  IdempotentTransaction,
  lockForTransaction,
  namedQuery,
  Outbox,
  Problem,
  SqlPool,
  uuidv7,
} from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { MissionType } from '../missions/mission.entity.js';
import { fulfils } from './fulfils.js';
import { stintAt, type Stint } from './stints.js';
import { PARTICIPATION_COLUMNS, type ListedParticipation } from './participation-reads.js';

/** Missions that a player may have under way. */
export const MAX_ACTIVE = 20;

/** Stints of a participation that are kept, so that a row stays small. */
const MAX_STINTS = 100;

const MISSION = `SELECT id, (ends_at IS NULL OR ends_at > now()) AS "isActive" FROM missions WHERE id = $1 FOR UPDATE`;
const CURRENT = `SELECT ${PARTICIPATION_COLUMNS} FROM participations WHERE player_id = $1 AND mission_id = $2
  AND status <> 'left'`;
const COUNT_ACTIVE = `SELECT count(*)::int AS n FROM participations WHERE player_id = $1 AND status = 'active'`;
/** A clock that was set back may have noted an end before its start; that stint is empty. */
const START = `
  INSERT INTO participations AS known (id, mission_id, player_id) VALUES ($1, $2, $3)
  ON CONFLICT (player_id, mission_id) DO UPDATE SET status = 'active', started_at = now(), ended_at = NULL,
    earlier_stints = (SELECT coalesce(range_agg(stint), '{}') FROM (
      SELECT stint FROM unnest(known.earlier_stints + tstzmultirange(
        tstzrange(known.started_at, greatest(known.started_at, known.ended_at)))) AS stint
      ORDER BY stint DESC LIMIT ${MAX_STINTS}) AS latest)
  RETURNING ${PARTICIPATION_COLUMNS}`;
const LEAVE = `UPDATE participations SET status = 'left', ended_at = now() WHERE player_id = $1 AND mission_id = $2
  AND status = 'active' RETURNING id`;
const COUNT_PARTICIPANTS = `UPDATE missions SET participants = participants + $2 WHERE id = $1`;

/**
 * What of these players was under way when the discoveries were made, in this stint or an earlier one. Clocks are those
 * of the start, of the end and of the event, so that the order in which events arrive does not matter.
 */
const UNDER_WAY = {
  name: 'participations-under-way',
  text: `SELECT p.id, p.player_id AS "playerId", p.mission_id AS "missionId", p.started_at AS "startedAt",
    p.ended_at AS "endedAt",
      (SELECT coalesce(json_agg(json_build_array(lower(stint), upper(stint))), '[]')
        FROM unnest(p.earlier_stints) AS stint) AS "earlierStints", m.ends_at AS "endsAt", m.title,
      m.mission_type AS "missionType", m.latitude, m.longitude, m.radius, m.rewards_tokens AS "rewardsTokens"
    FROM participations p JOIN missions m ON m.id = p.mission_id
    WHERE p.player_id = ANY ($1::uuid[]) AND p.status <> 'completed' AND (p.ended_at IS NULL OR p.ended_at > $2)`,
};
const COMPLETE = `
  UPDATE participations p SET status = 'completed', ended_at = $2, discovery_id = $3, started_at = $4
  FROM (SELECT id, status FROM participations WHERE id = $1 AND status <> 'completed' FOR UPDATE) AS former
  WHERE p.id = former.id RETURNING former.status = 'left' AS "hadLeft"`;

interface UnderWay extends Stint {
  id: string;
  playerId: string;
  missionId: string;
  /** Start and end, ISO 8601. */
  earlierStints: [string, string][];
  endsAt: Date | null;
  title: string;
  missionType: MissionType;
  latitude: number;
  longitude: number;
  radius: number;
  rewardsTokens: number;
}

type Created = EventOf<typeof discoveryAwardReleased>;

/** Taking part in missions. */
@Injectable()
export class ParticipationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
    private readonly pool: SqlPool,
    private readonly outbox: Outbox,
    private readonly erased: ErasedAccounts,
  ) {}

  /**
   * Starts a mission; returns the present participation if there is one.
   * @throws Problem `UNAUTHENTICATED`, `NOT_FOUND`, `MISSION_NOT_ACTIVE`, `TOO_MANY_MISSIONS`
   */
  async start(player: string, mission: string): Promise<ListedParticipation> {
    if (!z.uuid().safeParse(mission).success) throw unknown();
    return this.transaction.run(async (tx) => {
      // The lock of erasures comes first: an erasure locks missions after it.
      await this.erased.refuse(tx, player);
      await lockForTransaction(tx, 'missions-of', player);
      const [found] = await tx.query<{ isActive: boolean }[]>(MISSION, [mission]);
      if (!found) throw unknown();
      const [current] = await tx.query<ListedParticipation[]>(CURRENT, [player, mission]);
      if (current) return current;
      if (!found.isActive) throw new Problem('MISSION_NOT_ACTIVE', 'This mission has ended.');
      const [active] = await tx.query<[{ n: number }]>(COUNT_ACTIVE, [player]);
      if (active.n >= MAX_ACTIVE)
        throw new Problem(
          'TOO_MANY_MISSIONS',
          `You have ${MAX_ACTIVE} missions under way. Complete or leave one first.`,
        );
      const [started] = await tx.query<[ListedParticipation]>(START, [uuidv7(), mission, player]);
      await tx.query(COUNT_PARTICIPANTS, [mission, 1]);
      await this.outbox.add(tx, missionStarted, { missionId: mission, playerId: player });
      return started;
    });
  }

  /** Ends a running participation; without one nothing changes. */
  async leave(player: string, mission: string): Promise<void> {
    if (!z.uuid().safeParse(mission).success) return;
    await this.dataSource.transaction(async (tx) => {
      const [left] = await namedQuery(tx, 'leave-mission', LEAVE, [player, mission]);
      if (left) await tx.query(COUNT_PARTICIPANTS, [mission, -1]);
    });
  }

  /** Completes the participations that the discoveries fulfil, each once, and publishes that. */
  async complete(discoveries: readonly Created[]): Promise<void> {
    const earliest = new Date(Math.min(...discoveries.map(({ data }) => Date.parse(data.createdAt))));
    const { rows } = await this.pool.query<UnderWay>({
      ...UNDER_WAY,
      values: [discoveries.map(({ data }) => data.playerId), earliest],
    });
    const fulfilled = rows.flatMap((part) => {
      const stints = [
        part,
        ...part.earlierStints.map(([startedAt, endedAt]) => ({
          startedAt: new Date(startedAt),
          endedAt: new Date(endedAt),
        })),
      ];
      for (const event of discoveries) {
        const stint = isFulfilledBy(part, event) ? stintAt(stints, new Date(event.data.createdAt)) : undefined;
        if (stint) return [{ part, event, stint }];
      }
      return [];
    });
    if (fulfilled.length === 0) return;
    await this.dataSource.transaction(async (tx) => {
      for (const { part, event, stint } of fulfilled) await this.completeOne(tx, part, stint, event);
    });
  }

  private async completeOne(tx: EntityManager, part: UnderWay, stint: Stint, cause: Created): Promise<void> {
    const { discoveryId, createdAt } = cause.data;
    const [completed] = await namedQuery<{ hadLeft: boolean }>(tx, 'complete-participation', COMPLETE, [
      part.id,
      createdAt,
      discoveryId,
      stint.startedAt,
    ]);
    if (!completed) return;
    // A player who has left was no longer counted.
    if (completed.hadLeft) await tx.query(COUNT_PARTICIPANTS, [part.missionId, 1]);
    const { missionId, playerId, title, rewardsTokens: tokens } = part;
    await this.outbox.add(tx, missionCompleted, { missionId, playerId, title, tokens, discoveryId }, { cause });
  }
}

function isFulfilledBy(part: UnderWay, { data }: Created): boolean {
  const isBeforeEnd = !part.endsAt || new Date(data.createdAt) < part.endsAt;
  return data.playerId === part.playerId && isBeforeEnd && fulfils(part, data);
}

const unknown = () => new Problem('NOT_FOUND', 'There is no such mission.');

import { Injectable } from '@nestjs/common';
import type { discoveryAwardReleased, discoveryLiked, EventOf, missionCompleted } from '@sprayhunt/contracts';
import { namedQuery } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Notifications, type NotificationEntry } from '../notifications/notifications.js';
import { ACHIEVEMENTS, SOCIAL, type AchievementDefinition } from './achievement-list.js';

interface Action {
  accountId: string;
  achievement: AchievementDefinition;
  key: string;
  /** Time of the event. */
  at: string;
}

interface Earned {
  accountId: string;
  achievement: AchievementDefinition;
  at: string;
}

/**
 * Records players' actions that count for achievements, and awards completed achievements. Actions may arrive in any
 * order and repeatedly. All rows are deleted with the account; late events of an erased account are ignored.
 */
@Injectable()
export class AchievementActions {
  constructor(private readonly notifications: Notifications) {}

  async recordDiscoveries(
    manager: EntityManager,
    events: readonly EventOf<typeof discoveryAwardReleased>[],
  ): Promise<void> {
    await this.record(
      manager,
      events.flatMap(({ data }) =>
        ACHIEVEMENTS.flatMap((achievement) => {
          const key = achievement.ofDiscovery?.(data);
          return key === undefined ? [] : [{ accountId: data.playerId, achievement, key, at: data.createdAt }];
        }),
      ),
    );
  }

  async recordMissions(manager: EntityManager, events: readonly EventOf<typeof missionCompleted>[]): Promise<void> {
    await this.record(
      manager,
      events.flatMap(({ data, time }) =>
        ACHIEVEMENTS.flatMap((achievement) =>
          achievement.ofMission
            ? [{ accountId: data.playerId, achievement, key: achievement.ofMission(data.missionId), at: time }]
            : [],
        ),
      ),
    );
  }

  async recordLikes(tx: EntityManager, events: readonly EventOf<typeof discoveryLiked>[]): Promise<void> {
    await namedQuery(tx, 'note-likes', INSERT_LIKES, [
      events.map(({ data }) => data.playerId),
      events.map(({ data }) => data.discoveryId),
    ]);
    await this.notifications.add(
      tx,
      await awardSocial(tx, new Map(events.map(({ data, time }) => [data.playerId, time]))),
    );
  }

  /**
   * Records a post or a reply, for an account that cannot be erased before `tx` ends.
   * @returns the notifications that the caller has to add in the same transaction
   */
  async recordPost(
    tx: EntityManager,
    accountId: string,
    kind: 'post' | 'reply',
    postId: string,
  ): Promise<NotificationEntry[]> {
    await namedQuery(tx, 'note-post', `INSERT INTO social_deeds (account_id, kind, source_id) VALUES ($1, $2, $3)`, [
      accountId,
      kind,
      postId,
    ]);
    return awardSocial(tx, new Map([[accountId, new Date().toISOString()]]));
  }

  private async record(manager: EntityManager, actions: readonly Action[]): Promise<void> {
    const byKey = new Map(actions.map((action) => [`${action.accountId} ${progressKeyOf(action)}`, action]));
    if (byKey.size === 0) return;
    const all = [...byKey.values()];
    const rows = await namedQuery<{ accountId: string; progress: string[] }>(
      manager,
      'note-progress',
      RECORD_PROGRESS,
      [all.map(({ accountId }) => accountId), all.map(progressKeyOf)],
    );
    const earned = rows.flatMap(({ accountId, progress }) =>
      ACHIEVEMENTS.filter(({ id, goal }) => progress.filter((key) => key.startsWith(`${id}:`)).length >= goal).map(
        (achievement) => ({
          accountId,
          achievement,
          at: latest(
            all
              .filter((action) => action.accountId === accountId && action.achievement === achievement)
              .map(({ at }) => at),
          ),
        }),
      ),
    );
    if (earned.length === 0) return;
    await manager.transaction(async (tx) => {
      const [{ erased }] = await tx.query<[{ erased: string[] }]>(`SELECT erased_among($1::uuid[]) AS erased`, [
        earned.map(({ accountId }) => accountId),
      ]);
      await this.notifications.add(
        tx,
        await award(
          tx,
          earned.filter(({ accountId }) => !erased.includes(accountId)),
        ),
      );
    });
  }
}

async function awardSocial(tx: EntityManager, at: ReadonlyMap<string, string>): Promise<NotificationEntry[]> {
  const rows = await namedQuery<{ accountId: string }>(tx, 'social-done', SELECT_SOCIAL_COMPLETED, [
    [...at.keys()],
    SOCIAL.id,
    SOCIAL.goal,
  ]);
  return award(
    tx,
    rows.map(({ accountId }) => ({ accountId, achievement: SOCIAL, at: at.get(accountId)! })),
  );
}

/** @returns the notifications to add */
async function award(tx: EntityManager, earned: readonly Earned[]): Promise<NotificationEntry[]> {
  if (earned.length === 0) return [];
  const values = [
    earned.map(({ accountId }) => accountId),
    earned.map(({ achievement }) => achievement.id),
    earned.map(({ at }) => at),
  ];
  const rows = await namedQuery<{ accountId: string; id: string }>(tx, 'award-achievements', INSERT_AWARDS, values);
  return rows.map(({ accountId, id }) => ({
    accountId,
    kind: 'achievement',
    sourceId: id,
    subject: { type: 'achievement', id, title: ACHIEVEMENTS.find((each) => each.id === id)!.name },
  }));
}

const progressKeyOf = ({ achievement, key }: Action) => `${achievement.id}:${key}`;
const latest = (times: readonly string[]) =>
  times.reduce((a, b) => (a > b ? a : b), times[0] ?? new Date().toISOString());

const INSERT_LIKES = `
  INSERT INTO social_deeds (account_id, kind, source_id)
  SELECT given.account_id, 'like', given.discovery_id
    FROM unnest($1::uuid[], $2::uuid[]) AS given (account_id, discovery_id)
  JOIN accounts a ON a.id = given.account_id
  ORDER BY 1, 3
  ON CONFLICT DO NOTHING`;

/**
 * Records new progress towards achievements that are not earned. Erased accounts are filtered first, which also keeps
 * the others from being erased before the statement ends. Returns the progress of each account, also without new
 * progress, because the process that recorded it may have died before the award.
 */
const RECORD_PROGRESS = `
  WITH given AS MATERIALIZED (
    SELECT account_id, key FROM unnest($1::uuid[], $2::text[]) AS g (account_id, key)
      WHERE account_id <> ALL ((SELECT erased_among($1))::uuid[])
  ), known AS MATERIALIZED (
    SELECT g.account_id, k.marks, array_agg(g.key)
      FILTER (WHERE k.account_id IS NULL OR (g.key <> ALL (k.marks)
        AND split_part(g.key, ':', 1) || '!' <> ALL (k.marks))) AS fresh
    FROM given g JOIN accounts a ON a.id = g.account_id LEFT JOIN achievement_marks k ON k.account_id = g.account_id
      GROUP BY 1, 2
  ), noted AS (
    INSERT INTO achievement_marks AS k (account_id, marks) SELECT account_id, fresh FROM known WHERE fresh IS NOT NULL
      ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET marks = k.marks || array(
      SELECT key FROM unnest(excluded.marks) AS key WHERE key <> ALL (k.marks)
        AND split_part(key, ':', 1) || '!' <> ALL (k.marks))
    RETURNING account_id, marks
  )
  SELECT account_id AS "accountId", marks AS progress FROM noted UNION ALL SELECT account_id, marks FROM known
    WHERE fresh IS NULL`;

/** The players among these who have completed the achievement and do not have it yet. */
const SELECT_SOCIAL_COMPLETED = `
  SELECT given.account_id AS "accountId" FROM unnest($1::uuid[]) AS given (account_id)
  WHERE NOT EXISTS (SELECT FROM player_achievements e WHERE e.account_id = given.account_id AND achievement = $2)
    AND (SELECT count(*) FROM social_deeds d WHERE d.account_id = given.account_id) >= $3::int`;

/** Returns the newly earned achievements, and replaces their progress by one entry for the achievement. */
const INSERT_AWARDS = `
  WITH earned AS (
    INSERT INTO player_achievements (account_id, achievement, earned_at)
    SELECT e.account_id, achievement, earned_at
      FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS e (account_id, achievement, earned_at)
    JOIN accounts a ON a.id = e.account_id ORDER BY 1, 2
    ON CONFLICT DO NOTHING RETURNING account_id, achievement
  ), done AS (
    SELECT account_id, array_agg(achievement) AS achievements FROM earned GROUP BY 1 ORDER BY 1
  ), noted AS (
    INSERT INTO achievement_marks AS k (account_id, marks)
      SELECT account_id, array(SELECT id || '!' FROM unnest(achievements) AS id) FROM done
    ON CONFLICT (account_id) DO UPDATE SET marks = excluded.marks || array(
      SELECT key FROM unnest(k.marks) AS key WHERE split_part(key, ':', 1) || '!' <> ALL (excluded.marks))
  )
  SELECT account_id AS "accountId", achievement AS id FROM earned`;

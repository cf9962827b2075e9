import { Injectable } from '@nestjs/common';
import { loaderPerRequest, SqlPool } from '@sprayhunt/service-kit';
import { ACHIEVEMENTS, SOCIAL } from './achievement-list.js';

interface Row {
  progress: string[];
  social: number;
  /** By achievement. */
  earned: Record<string, string>;
  players: Record<string, number>;
}

/** An achievement that a player has. */
export interface EarnedAchievement {
  id: string;
  name: string;
  description: string;
  earnedAt: Date;
  players: number;
}

/** Achievements of players. */
@Injectable()
export class Achievements {
  /** The achievements of players by public id, newest first; null for players who hide their statistics. */
  readonly earned = loaderPerRequest<EarnedAchievement[]>((ids) => this.earnedBy(ids));

  constructor(private readonly pool: SqlPool) {}

  /** All achievements, earned or not; `progress` ends at `goal`. */
  async of(accountId: string) {
    const { rows } = await this.pool.query<Row>({
      name: 'achievements',
      text: `SELECT coalesce((SELECT marks FROM achievement_marks WHERE account_id = $1), '{}') AS progress,
               (SELECT count(*)::int FROM (SELECT FROM social_deeds WHERE account_id = $1
                 LIMIT ${SOCIAL.goal}) AS given) AS social,
               (SELECT coalesce(json_object_agg(achievement, earned_at), '{}') FROM player_achievements
                 WHERE account_id = $1) AS earned,
               (SELECT coalesce(json_object_agg(achievement, players), '{}') FROM achievement_counts) AS players`,
      values: [accountId],
    });
    const { progress, social, earned, players } = rows[0]!;
    return ACHIEVEMENTS.map(({ id, name, description, goal }) => {
      const earnedAt = earned[id] === undefined ? null : new Date(earned[id]);
      const count = id === SOCIAL.id ? social : progress.filter((key) => key.startsWith(`${id}:`)).length;
      return {
        id,
        name,
        description,
        goal,
        earned: earnedAt !== null,
        progress: earnedAt ? goal : Math.min(count, goal),
        earnedAt,
        players: players[id] ?? 0,
      };
    });
  }

  private async earnedBy(publicIds: readonly string[]): Promise<(EarnedAchievement[] | null)[]> {
    const { rows } = await this.pool.query<{
      player: string;
      earned: { id: string; earnedAt: string; players: number }[];
    }>({
      name: 'earned-achievements',
      text: `SELECT public_id(a.id) AS player,
               (SELECT coalesce(json_agg(json_build_object('id', e.achievement, 'earnedAt', e.earned_at, 'players',
                 c.players) ORDER BY e.earned_at DESC, e.achievement), '[]')
                FROM player_achievements e JOIN achievement_counts c USING (achievement)
                  WHERE e.account_id = a.id) AS earned
             FROM accounts a WHERE public_id(a.id) = ANY ($1)
               AND coalesce((a.visibility ->> 'statistics')::boolean, true)`,
      values: [publicIds],
    });
    const byPlayer = new Map(
      rows.map(({ player, earned }) => [
        player,
        earned.flatMap(({ id, earnedAt, players }) =>
          findDefinition(id).map((definition) => ({ ...definition, earnedAt: new Date(earnedAt), players })),
        ),
      ]),
    );
    return publicIds.map((id) => byPlayer.get(id) ?? null);
  }
}

const findDefinition = (achievementId: string) =>
  ACHIEVEMENTS.filter(({ id }) => id === achievementId).map(({ id, name, description }) => ({ id, name, description }));

import { Injectable } from '@nestjs/common';
import { discoveryCreated } from '@sprayhunt/contracts';
import { SqlPool } from '@sprayhunt/service-kit';

interface Counts {
  discoveries: number;
  /** Different types of pins. */
  pins: number;
  /** Likes given. */
  social: number;
}

interface Goal {
  id: string;
  name: string;
  description: string;
  counted: keyof Counts;
  goal: number;
}

/** All achievements, in the order of the profile's grid (product.md, "Profile page"; docs/readings.md). */
const GOALS: readonly Goal[] = [
  { id: 'first-discovery', name: 'First Discovery', description: 'Put your first work on the map', counted: 'discoveries', goal: 1 },
  {
    id: 'pin-dropper',
    name: 'Pin Dropper',
    description: 'Use all five pin types',
    counted: 'pins',
    goal: discoveryCreated.data.shape.pinType.options.length,
  },
  { id: 'social-explorer', name: 'Social Explorer', description: 'Give ten likes, posts or replies', counted: 'social', goal: 10 },
];

/** Progress of players. */
@Injectable()
export class Achievements {
  constructor(private readonly pool: SqlPool) {}

  /** All achievements, earned or not; `progress` ends at `goal`. */
  async of(accountId: string) {
    const { rows } = await this.pool.query<Counts>({
      name: 'achievements',
      text: `SELECT coalesce((SELECT discoveries FROM player_statistics WHERE account_id = $1), 0) AS discoveries,
               (SELECT count(*)::int FROM player_pins WHERE account_id = $1) AS pins,
               (SELECT count(*)::int FROM (SELECT FROM social_deeds WHERE account_id = $1 LIMIT $2) AS given) AS social`,
      values: [accountId, Math.max(...GOALS.map(({ goal }) => goal))],
    });
    const done = rows[0]!;
    return GOALS.map(({ counted, goal, ...achievement }) => ({
      ...achievement,
      earned: done[counted] >= goal,
      progress: Math.min(done[counted], goal),
      goal,
    }));
  }
}

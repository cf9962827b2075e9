import { runForTests } from '@sprayhunt/service-kit/harness';
import { uuidv7 } from '@sprayhunt/service-kit';
import { missionsConfig } from '../src/config.js';
import { MissionsModule } from '../src/missions.module.js';
import type { Mission } from '../src/missions/mission.entity.js';
import { tables } from '../src/tables.js';

/** The missions service as a whole, over HTTP, on a database of its own. */
export const runMissions = () =>
  runForTests({
    name: 'missions',
    config: missionsConfig,
    module: (config) => MissionsModule.forConfig(config),
    tables,
  });

export type RunningMissions = Awaited<ReturnType<typeof runMissions>>;

/** Puts a mission into the catalogue; returns its id. */
export async function addMission(missions: RunningMissions, facts: Partial<Mission> = {}): Promise<string> {
  const id = uuidv7();
  await missions.database.getRepository('Mission').insert({
    id,
    title: 'Laneway',
    description: 'Find the cats.',
    city: 'Melbourne',
    country: 'Australia',
    missionType: 'photo_hunt',
    difficultyLevel: 'easy',
    safetyRating: 'safe',
    latitude: -37.8165,
    longitude: 144.9692,
    rewardsTokens: 100,
    catalogue: 'test',
    catalogueKey: id,
    ...facts,
  });
  return id;
}

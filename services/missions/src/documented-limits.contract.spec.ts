import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { differencesFromDocumentedLimits } from '@sprayhunt/service-kit/testing';
import { liveEventFields } from './live-events/live-event-plan.js';
import { missionList, nearbyMissions } from './missions/missions.resolver.js';
import { missionPlayers, ownParticipations } from './participations/participations.resolver.js';

const typeDefs = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');

it('the documented limits are those that the service holds to', () => {
  const rules = {
    'Query.missions.country': [missionList, 'country'] as const,
    'Query.missions.first': [missionList, 'first'] as const,
    ...Object.fromEntries(
      ['latitude', 'longitude', 'radius', 'country', 'first'].map((name) => [
        `Query.missionsNearby.${name}`,
        [nearbyMissions, name] as const,
      ]),
    ),
    ...Object.fromEntries(
      ['LiveEventInput', 'LiveEventChanges'].flatMap((input) =>
        ['title', 'description', 'placeName', 'latitude', 'longitude', 'rewardTokens', 'rewardName'].map((name) => [
          `${input}.${name}`,
          [liveEventFields, name] as const,
        ]),
      ),
    ),
    'Query.missionPlayers.first': [missionPlayers, 'first'] as const,
    'Query.myParticipations.first': [ownParticipations, 'first'] as const,
  };
  const unlimited = Object.fromEntries(
    ['LiveEventInput', 'LiveEventChanges'].map((input) => [
      `${input}.timeZone`,
      [liveEventFields, 'timeZone'] as const,
    ]),
  );
  expect(differencesFromDocumentedLimits(typeDefs, rules, unlimited)).toEqual([]);
});

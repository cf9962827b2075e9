import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { player } from '@sprayhunt/service-kit/harness';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

it.each([
  [
    'a new work',
    'mutation ($at: Float!) { createDiscovery(input: { latitude: 1, longitude: $at }) { id } }',
    'longitude',
  ],
  [
    'nearby works',
    'query ($at: Float!) { discoveriesNearby(latitude: 1, longitude: $at, first: 1) { nodes { id } } }',
    'longitude',
  ],
  [
    'nearby walls',
    'query ($at: Float!) { legalWallsNearby(latitude: 1, longitude: $at, first: 1) { nodes { id } } }',
    'longitude',
  ],
])('the longitude of %s is refused beyond 180°, with its field', async (_, document, field) => {
  for (const at of [204, -180.5]) {
    const { errors } = await discovery.graphql(document, { at }, player());
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
  }
  const { errors } = await discovery.graphql(document, { at: -156 }, player());
  expect(errors).toBeUndefined();
});

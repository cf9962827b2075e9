import { expect, it } from '@jest/globals';
import type { MissionType } from '../missions/mission.entity.js';
import { fulfils } from './fulfils.js';

const place = { latitude: 52.5, longitude: 13.4 };
const bare = { ...place, pictureId: null, hasDescription: false };
const photo = { ...bare, pictureId: '0190a000-0000-7000-8000-000000000000' };

it.each<[MissionType, boolean, boolean, boolean, boolean]>([
  // without anything, with a photo, with photo and description, at a legal wall
  ['photo_hunt', true, true, true, true],
  ['street_art_tour', true, true, true, true],
  ['documentation', false, false, true, false],
  ['legal_wall', false, false, false, true],
  ['historical_site', false, true, true, false],
  ['banksy_hunt', false, true, true, false],
])('%s', (missionType, ofBare, ofPhoto, ofWhole, ofWall) => {
  const mission = { ...place, missionType, radius: 2_000 };
  const found = [bare, photo, { ...photo, hasDescription: true }, { ...bare, atLegalWall: true }].map((discovery) =>
    fulfils(mission, discovery),
  );
  expect(found).toEqual([ofBare, ofPhoto, ofWhole, ofWall]);
});

it('only within the radius of the mission, which its edge belongs to', () => {
  const mission = { ...place, missionType: 'photo_hunt' as const, radius: 1_112 };
  expect(fulfils(mission, { ...bare, latitude: 52.51 })).toBe(true);
  expect(fulfils({ ...mission, radius: 1_111 }, { ...bare, latitude: 52.51 })).toBe(false);
});

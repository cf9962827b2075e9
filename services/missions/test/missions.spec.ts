import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { player } from '@sprayhunt/service-kit/harness';
import { addMission, runMissions, type RunningMissions } from './running-missions.js';

let missions: RunningMissions;
beforeAll(async () => {
  missions = await runMissions();
});
afterAll(() => missions.stop());

interface Connection {
  nodes: { id: string; title: string; distance: number | null; isFeatured: boolean }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
const LIST = `nodes { id title distance isFeatured } pageInfo { hasNextPage endCursor }`;
const ALL = `query ($first: Int!, $after: String, $missionType: MissionType, $difficultyLevel: Difficulty,
  $safetyRating: SafetyRating, $country: String) {
  missions(first: $first, after: $after, missionType: $missionType, difficultyLevel: $difficultyLevel, safetyRating:
    $safetyRating, country: $country) { ${LIST} } }`;
const NEARBY = `query ($latitude: Float!, $longitude: Float!, $radius: Int, $first: Int!, $after: String, $country:
  String) {
  missionsNearby(latitude: $latitude, longitude: $longitude, radius: $radius, first: $first, after: $after, country:
    $country) { ${LIST} } }`;

const all = async (variables: object) =>
  (await missions.graphql<{ missions: Connection }>(ALL, { first: 100, ...variables })).data!.missions;
const nearby = async (variables: object) =>
  (await missions.graphql<{ missionsNearby: Connection }>(NEARBY, { first: 100, ...variables })).data!.missionsNearby;
const titles = ({ nodes }: Connection) => nodes.map(({ title }) => title);

describe('the catalogue', () => {
  it('lists active missions, featured ones first, page by page [MISS-11 MISS-13]', async () => {
    const country = 'Norway';
    await addMission(missions, { country, title: 'plain' });
    await addMission(missions, { country, title: 'rich', rewardsTokens: 300 });
    await addMission(missions, { country, title: 'nearly rich', rewardsTokens: 299 });
    await addMission(missions, { country, title: 'banksy', missionType: 'banksy_hunt' });
    await addMission(missions, { country, title: 'site', missionType: 'historical_site' });
    await addMission(missions, { country, title: 'over', endsAt: new Date(Date.now() - 1_000) });
    await addMission(missions, { country, title: 'to end', endsAt: new Date(Date.now() + 60_000) });
    const expected = ['rich', 'banksy', 'site', 'plain', 'nearly rich', 'to end'];
    const whole = await all({ country: 'norway' });
    expect(titles(whole)).toEqual(expected);
    expect(whole.nodes.map(({ isFeatured }) => isFeatured)).toEqual([true, true, true, false, false, false]);
    const first = await all({ country, first: 4 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = await all({ country, first: 4, after: first.pageInfo.endCursor });
    expect([...titles(first), ...titles(second)]).toEqual(expected);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  it('is narrowed by type, difficulty and safety', async () => {
    await addMission(missions, { country: 'Türkiye', title: 'folded' });
    for (const typed of ['turkiye', 'TÜRKİYE', 'Türkiye'.normalize('NFD')])
      expect(titles(await all({ country: typed }))).toEqual(['folded']);
    const country = 'Chile';
    await addMission(missions, {
      country,
      title: 'a',
      missionType: 'legal_wall',
      difficultyLevel: 'hard',
      safetyRating: 'high_risk',
    });
    await addMission(missions, {
      country,
      title: 'b',
      missionType: 'legal_wall',
      difficultyLevel: 'easy',
      safetyRating: 'high_risk',
    });
    expect(titles(await all({ country, missionType: 'legal_wall' }))).toEqual(['a', 'b']);
    expect(titles(await all({ country, missionType: 'legal_wall', difficultyLevel: 'hard' }))).toEqual(['a']);
    expect(titles(await all({ country, safetyRating: 'safe' }))).toEqual([]);
  });

  it('finds what is near, in kilometres, nearest first, also across the date line [CONST-09 ENT-28]', async () => {
    const country = 'Fiji';
    await addMission(missions, { country, title: 'east', latitude: -17, longitude: 179.9 });
    await addMission(missions, { country, title: 'west', latitude: -17, longitude: -179.9 });
    await addMission(missions, { country, title: 'far', latitude: -17, longitude: 178 });
    const found = await nearby({ country, latitude: -17, longitude: 180 });
    expect(titles(found).sort()).toEqual(['east', 'west']);
    expect(found.nodes[0]!.distance).toBeCloseTo(10.63, 1);
    const first = await nearby({ country, latitude: -17, longitude: 179.95, radius: 20_000, first: 2 });
    const second = await nearby({
      country,
      latitude: -17,
      longitude: 179.95,
      radius: 20_000,
      first: 2,
      after: first.pageInfo.endCursor,
    });
    expect([...titles(first), ...titles(second)]).toEqual(['east', 'west', 'far']);
  });

  it('names each argument that is wrong', async () => {
    const { errors } = await missions.graphql(NEARBY, { latitude: 91, longitude: 0, radius: 0, first: 0 });
    expect(errors?.[0]?.extensions.fields?.map(({ field }) => field).sort()).toEqual(['first', 'latitude', 'radius']);
    expect((await missions.graphql(ALL, { first: 1, after: 'nonsense' })).errors?.[0]?.extensions.code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it.each([
    [
      'missionType',
      'ENT-25',
      'missionTypeName',
      {
        photo_hunt: 'Photo Hunt',
        documentation: 'Documentation',
        legal_wall: 'Legal Wall',
        historical_site: 'Historical Site',
        banksy_hunt: 'Banksy Hunt',
        street_art_tour: 'Street Art Tour',
      },
    ],
    ['difficultyLevel', 'ENT-26', 'difficultyName', { easy: 'Easy', medium: 'Medium', hard: 'Hard', expert: 'Expert' }],
    ['safetyRating', 'ENT-27', 'safetyName', { safe: 'Safe', caution: 'Caution', high_risk: 'High Risk' }],
  ])('%s has exactly its values, in their spelling [%s]', async (field, _id, name, values) => {
    for (const [value, text] of Object.entries(values)) {
      const id = await addMission(missions, { [field]: value });
      expect(
        (await missions.graphql(`query ($id: ID!) { mission(id: $id) { ${field} ${name} } }`, { id })).data,
      ).toEqual({ mission: { [field]: value, [name]: text } });
    }
    await expect(addMission(missions, { [field]: 'other' })).rejects.toThrow(/violates check constraint/);
  });

  it('returns all fields of one mission, also an ended one, and null for an unknown id [MISS-22 ENT-24]', async () => {
    const id = await addMission(missions, {
      missionType: 'street_art_tour',
      difficultyLevel: 'expert',
      safetyRating: 'high_risk',
      historicalContext: 'Old.',
      endsAt: new Date(0),
    });
    const ONE = `query ($id: ID!) { mission(id: $id) {
      id title city country missionTypeName difficultyName safetyName radius isActive rewardsTokens historicalContext
      artistInfo participants distance participation { id } } }`;
    expect((await missions.graphql(ONE, { id }, player())).data).toEqual({
      mission: {
        id,
        title: 'Laneway',
        city: 'Melbourne',
        country: 'Australia',
        missionTypeName: 'Street Art Tour',
        difficultyName: 'Expert',
        safetyName: 'High Risk',
        radius: 2000,
        isActive: false,
        rewardsTokens: 100,
        historicalContext: 'Old.',
        artistInfo: null,
        participants: 0,
        distance: null,
        participation: null,
      },
    });
    for (const other of ['nonsense', '00000000-0000-7000-8000-000000000000'])
      expect((await missions.graphql(ONE, { id: other })).data).toEqual({ mission: null });
  });
});

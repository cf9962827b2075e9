import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  accountDataErased,
  accountErased,
  discoveryAwardReleased,
  discoveryCreated,
  missionCompleted,
  missionStarted,
  signUpExpired,
  subjectMerged,
  type DataOf,
} from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { eventOf, player, type GraphQLResult } from '@sprayhunt/service-kit/harness';
import { addMission, runMissions, type RunningMissions } from './running-missions.js';

let missions: RunningMissions;
beforeAll(async () => {
  missions = await runMissions();
});
afterAll(() => missions.stop());

type Player = ReturnType<typeof player>;
interface Part {
  id: string;
  missionId: string;
  status: string;
  startedAt: string;
  discoveryId: string | null;
}

const PART = 'id missionId status startedAt discoveryId';
const START = `mutation ($id: ID!) { startMission(id: $id) { ${PART} mission { participants } } }`;
const LEAVE = `mutation ($id: ID!) { leaveMission(id: $id) }`;
const MINE = `query ($status: ParticipationStatus, $first: Int!, $after: String) {
  myParticipations(status: $status, first: $first, after: $after) {
  nodes { ${PART} } pageInfo { hasNextPage endCursor } } }`;
const start = async (id: string, as: Player) =>
  (await missions.graphql<{ startMission: Part & { mission: { participants: number } } }>(START, { id }, as)).data!
    .startMission;
const mine = async (as: Player, variables: object = {}) =>
  (
    await missions.graphql<{
      myParticipations: { nodes: Part[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    }>(MINE, { first: 50, ...variables }, as)
  ).data!.myParticipations;
const missionsOf = async (as: Player) => (await mine(as)).nodes.map(({ missionId }) => missionId);
const codeOf = ({ errors }: GraphQLResult<unknown>) => errors?.[0]?.extensions.code;
const completedBy = async ({ subject }: Player) =>
  (await missions.published(missionCompleted)).filter(({ playerId }) => playerId === subject);

/** A discovery in Hosier Lane, where the missions of the tests are. */
const discovery = (by: Player, facts: Partial<DataOf<typeof discoveryCreated>> = {}) =>
  eventOf(discoveryCreated, {
    discoveryId: uuidv7(),
    playerId: by.subject,
    role: 'photographer',
    pinType: 'location',
    isFreshArt: false,
    tokens: 50,
    xp: 15,
    latitude: -37.8166,
    longitude: 144.9693,
    title: 'Cat',
    pictureId: uuidv7(),
    hasDescription: true,
    createdAt: new Date().toISOString(),
    ...facts,
  });

describe('taking part', () => {
  it('is recorded once and published, and counted [MISS-20]', async () => {
    const [id, one, other] = [await addMission(missions), player(), player()];
    const started = await start(id, one);
    expect(started).toMatchObject({ missionId: id, status: 'active', discoveryId: null, mission: { participants: 1 } });
    expect(await start(id, one)).toEqual(started);
    expect((await start(id, other)).mission.participants).toBe(2);
    const published = (await missions.published(missionStarted)).filter(({ missionId }) => missionId === id);
    expect(published.map(({ playerId }) => playerId).sort()).toEqual([one.subject, other.subject].sort());
  });

  it('is visible to everyone, the latest first and by page, without players who left', async () => {
    const id = await addMission(missions);
    const [first, gone, last] = [player(), player(), player()];
    for (const each of [first, gone, last]) await start(id, each);
    await missions.graphql(LEAVE, { id }, gone);
    const PLAYERS = `query ($id: ID!, $after: String) { missionPlayers(missionId: $id, first: 1, after: $after) {
      nodes { playerId completedAt } pageInfo { hasNextPage endCursor } } }`;
    interface Players {
      missionPlayers: { nodes: object[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    }
    const { missionPlayers: one } = (await missions.graphql<Players>(PLAYERS, { id })).data!;
    expect(one).toMatchObject({
      nodes: [{ playerId: last.subject, completedAt: null }],
      pageInfo: { hasNextPage: true },
    });
    const { missionPlayers: two } = (await missions.graphql<Players>(PLAYERS, { id, after: one.pageInfo.endCursor }))
      .data!;
    expect(two).toMatchObject({ nodes: [{ playerId: first.subject }], pageInfo: { hasNextPage: false } });
    expect(codeOf(await missions.graphql(PLAYERS, { id: 'none' }))).toBe('VALIDATION_FAILED');
  });

  it('ends when the player leaves, and begins anew', async () => {
    const [id, one] = [await addMission(missions), player()];
    const first = await start(id, one);
    await missions.graphql(LEAVE, { id }, one);
    await missions.graphql(LEAVE, { id }, one);
    expect((await mine(one)).nodes).toMatchObject([{ missionId: id, status: 'left' }]);
    const again = await start(id, one);
    expect(again).toMatchObject({ id: first.id, status: 'active', mission: { participants: 1 } });
    expect(Date.parse(again.startedAt)).toBeGreaterThanOrEqual(Date.parse(first.startedAt));
  });

  it('is refused for ended and unknown missions, for too many, and to unverified players', async () => {
    const [ended, open, one] = [
      await addMission(missions, { endsAt: new Date() }),
      await addMission(missions),
      player(),
    ];
    const refusal = async (id: string, as?: Player) => codeOf(await missions.graphql(START, { id }, as));
    expect(await refusal(ended, one)).toBe('MISSION_NOT_ACTIVE');
    expect(await refusal(uuidv7(), one)).toBe('NOT_FOUND');
    expect(await refusal(open)).toBe('UNAUTHENTICATED');
    expect(await refusal(open, player({ status: 'pending' }))).toBe('CONTACT_NOT_VERIFIED');
    for (let n = 0; n < 20; n++) await start(await addMission(missions), one);
    expect(await refusal(open, one)).toBe('TOO_MANY_MISSIONS');
  });

  it('is for twenty missions at most, also of those that are started at once', async () => {
    const [one, ids] = [player(), await Promise.all(Array.from({ length: 26 }, () => addMission(missions)))];
    const results = await Promise.all(ids.map((id) => missions.graphql(START, { id }, one)));
    expect(results.map(codeOf).filter(Boolean)).toEqual(Array(6).fill('TOO_MANY_MISSIONS'));
    expect((await mine(one, { status: 'active' })).nodes).toHaveLength(20);
  });

  it('is listed newest first, by status, page by page', async () => {
    const one = player();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      ids.unshift(await addMission(missions));
      await start(ids[0]!, one);
    }
    await missions.graphql(LEAVE, { id: ids[1] }, one);
    const first = await mine(one, { first: 2 });
    const second = await mine(one, { first: 2, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes].map(({ missionId }) => missionId)).toEqual(ids);
    expect((await mine(one, { status: 'left' })).nodes.map(({ missionId }) => missionId)).toEqual([ids[1]]);
  });
});

describe('completing', () => {
  it('waits for the award of a discovery where that is withheld', async () => {
    const [id, other, one] = [
      await addMission(missions),
      await addMission(missions, { latitude: 0, longitude: 0 }),
      player(),
    ];
    await start(id, one);
    await start(other, one);
    const withheld = discovery(one, { withheld: true, tokens: 0, xp: 0 });
    await missions.publish(withheld, discovery(one, { latitude: 0, longitude: 0 }));
    await eventually(async () => expect((await completedBy(one)).map(({ missionId }) => missionId)).toEqual([other]));
    const { withheld: _, ...data } = withheld.data;
    await missions.publish(eventOf(discoveryAwardReleased, { ...data, tokens: 50, xp: 15 }));
    await eventually(async () =>
      expect((await completedBy(one)).map(({ missionId }) => missionId)).toEqual([other, id]),
    );
  });

  it('happens with a discovery within its radius, once, and is published with its reward [MISS-21 MISS-23]', async () => {
    const [id, one] = [await addMission(missions, { rewardsTokens: 240 }), player()];
    await start(id, one);
    const far = discovery(one, { latitude: -37.85 });
    const near = discovery(one);
    await missions.publish(far, near, near, discovery(one));
    await eventually(async () =>
      expect((await mine(one)).nodes).toMatchObject([{ status: 'completed', discoveryId: near.data.discoveryId }]),
    );
    expect(await completedBy(one)).toEqual([
      { missionId: id, playerId: one.subject, title: 'Laneway', tokens: 240, discoveryId: near.data.discoveryId },
    ]);
    expect(await start(id, one)).toMatchObject({ status: 'completed' });
  });

  it('counts by the clock of the event, whatever order events arrive in', async () => {
    const [id, left, one] = [await addMission(missions), await addMission(missions), player()];
    const before = discovery(one);
    await start(id, one);
    await start(left, one);
    const inTime = discovery(one);
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(inTime.data.createdAt) + 5));
    await missions.graphql(LEAVE, { id: left }, one);
    await missions.publish(before);
    const witness = player();
    await start(id, witness);
    await missions.publish(discovery(witness));
    await eventually(async () => expect(await completedBy(witness)).toHaveLength(1));
    expect(await completedBy(one)).toEqual([]);
    // It was made while both were under way, and arrives after the player has left one.
    await missions.publish(inTime);
    await eventually(async () =>
      expect((await completedBy(one)).map(({ missionId }) => missionId).sort()).toEqual([id, left].sort()),
    );
  });

  it('counts a discovery of an earlier stint, whether its event arrives before the player starts again or after', async () => {
    const [id, one] = [await addMission(missions), player()];
    const startedAt = Date.parse((await start(id, one)).startedAt);
    const whileLeft = discovery(one);
    await eventually(() => expect(Date.now()).toBeGreaterThan(startedAt + 5));
    const early = discovery(one);
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(early.data.createdAt) + 5));
    await missions.graphql(LEAVE, { id }, one);
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(early.data.createdAt) + 20));
    whileLeft.data.createdAt = new Date().toISOString();
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(whileLeft.data.createdAt) + 5));
    for (let n = 0; n < 3; n += 1) {
      await start(id, one);
      await missions.graphql(LEAVE, { id }, one);
    }
    expect((await start(id, one)).mission.participants).toBe(1);

    const witness = player();
    await start(id, witness);
    await missions.publish(whileLeft, discovery(witness));
    await eventually(async () => expect(await completedBy(witness)).toHaveLength(1));
    expect(await completedBy(one)).toEqual([]);

    await missions.publish(early);
    await eventually(async () =>
      expect(await completedBy(one)).toEqual([
        expect.objectContaining({ missionId: id, discoveryId: early.data.discoveryId }),
      ]),
    );
    const again = await start(id, one);
    expect(again).toMatchObject({ status: 'completed', mission: { participants: 2 } });
    expect(Date.parse(again.startedAt)).toBe(startedAt);
  });

  it('can be started again after a clock that was set back', async () => {
    const [id, one] = [await addMission(missions), player()];
    const { id: participation } = await start(id, one);
    await missions.database.query(`UPDATE participations SET started_at = now() + interval '1 minute' WHERE id = $1`, [
      participation,
    ]);
    await missions.graphql(LEAVE, { id }, one);
    expect(codeOf(await missions.graphql(START, { id }, one))).toBeUndefined();
    expect((await mine(one)).nodes).toEqual([expect.objectContaining({ id: participation, status: 'active' })]);
  });

  it('does not happen after the mission has ended', async () => {
    const [id, open, one] = [await addMission(missions), await addMission(missions), player()];
    await start(id, one);
    await start(open, one);
    await missions.database.query(`UPDATE missions SET ends_at = now() WHERE id = $1`, [id]);
    await missions.publish(discovery(one, { createdAt: new Date(Date.now() + 1_000).toISOString() }));
    await eventually(async () => expect((await completedBy(one)).map(({ missionId }) => missionId)).toEqual([open]));
  });

  it('an erased player leaves nothing, and is no longer counted', async () => {
    const [id, one] = [await addMission(missions), player()];
    await start(id, one);
    await missions.publish(eventOf(accountErased, { accountId: one.subject }));
    await eventually(async () =>
      expect(await missions.database.query(`SELECT participants FROM missions WHERE id = $1`, [id])).toEqual([
        { participants: 0 },
      ]),
    );
    expect(await missions.database.query(`SELECT FROM participations WHERE player_id = $1`, [one.subject])).toEqual([]);
  });

  it('an account that was just erased starts nothing any more, and is not counted', async () => {
    const [id, one] = [await addMission(missions), player()];
    await missions.publish(eventOf(accountErased, { accountId: one.subject }));
    const erased = `SELECT FROM erased_accounts WHERE account_id = $1`;
    await eventually(async () => expect(await missions.database.query(erased, [one.subject])).toHaveLength(1));
    expect(codeOf(await missions.graphql(START, { id }, one))).toBe('UNAUTHENTICATED');
    const counted = await missions.database.query(`SELECT participants FROM missions WHERE id = $1`, [id]);
    expect(counted).toEqual([{ participants: 0 }]);
    expect((await missions.published(missionStarted)).filter(({ playerId }) => playerId === one.subject)).toEqual([]);
  });

  it('a sign-up that expired leaves nothing either, and that is confirmed', async () => {
    const [id, one] = [await addMission(missions), player()];
    await start(id, one);
    await missions.publish(eventOf(signUpExpired, { accountId: one.subject }));
    await eventually(async () =>
      expect(
        (await missions.published(accountDataErased)).filter(({ accountId }) => accountId === one.subject),
      ).toHaveLength(1),
    );
    expect(await missions.database.query(`SELECT participants FROM missions WHERE id = $1`, [id])).toEqual([
      { participants: 0 },
    ]);
  });

  it('a merged player’s participations are the account’s, which is counted once', async () => {
    const [both, only, one, account] = [await addMission(missions), await addMission(missions), player(), player()];
    for (const id of [both, only]) await start(id, one);
    const own = await start(both, account);
    for (let times = 0; times < 2; times += 1)
      await missions.publish(eventOf(subjectMerged, { subjectId: one.subject, accountId: account.subject }));
    await eventually(async () => expect((await missionsOf(account)).sort()).toEqual([both, only].sort()));
    expect((await mine(account)).nodes.find(({ missionId }) => missionId === both)).toMatchObject({ id: own.id });
    expect(
      await missions.database.query(`SELECT participants FROM missions WHERE id = ANY ($1)`, [[both, only]]),
    ).toEqual([{ participants: 1 }, { participants: 1 }]);
    expect(await missionsOf(one)).toEqual([]);
  });

  it('an account that is merged into itself keeps its participations', async () => {
    const [id, one, account] = [await addMission(missions), player(), player()];
    for (const each of [one, account]) await start(id, each);
    await missions.publish(eventOf(subjectMerged, { subjectId: account.subject, accountId: account.subject }));
    await missions.publish(eventOf(subjectMerged, { subjectId: one.subject, accountId: account.subject }));
    await eventually(async () => expect(await missionsOf(one)).toEqual([]));
    expect(await missionsOf(account)).toEqual([id]);
  });

  it('a player who is merged into an erased account leaves nothing', async () => {
    const [id, one, account] = [await addMission(missions), player(), player()];
    await start(id, one);
    await missions.publish(eventOf(accountErased, { accountId: account.subject }));
    await missions.publish(eventOf(subjectMerged, { subjectId: one.subject, accountId: account.subject }));
    await eventually(async () =>
      expect(
        await missions.database.query(`SELECT FROM participations WHERE player_id = ANY ($1)`, [
          [one.subject, account.subject],
        ]),
      ).toEqual([]),
    );
  });
});

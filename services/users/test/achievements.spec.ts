import { uuidv7 } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { guest } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { created, liked } from './facts.js';
import { newestCode, signUp, verified, VERIFY } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

interface Achievement {
  id: string;
  earned: boolean;
  progress: number;
  goal: number;
}
const ASK = '{ myAchievements { id name description earned progress goal } }';

async function progressOf(person: Awaited<ReturnType<typeof signUp>>) {
  const { data } = await users.graphql<{ myAchievements: Achievement[] }>(ASK, {}, person.as);
  return Object.fromEntries(
    data!.myAchievements.map(({ id, earned, progress, goal }) => [
      id,
      `${progress} of ${goal}${earned ? ', earned' : ''}`,
    ]),
  );
}

describe('achievements', () => {
  it('are all there for someone new, none of them earned [REST-28]', async () => {
    const ann = await signUp(users);
    const { data } = await users.graphql<{ myAchievements: Achievement[] }>(ASK, {}, ann.as);
    expect(data!.myAchievements.length).toBeGreaterThanOrEqual(12);
    expect(data!.myAchievements.filter(({ earned, progress }) => earned || progress > 0)).toEqual([]);
    expect(data!.myAchievements.slice(0, 3)).toEqual([
      {
        id: 'first-discovery',
        name: 'First Discovery',
        description: expect.any(String),
        earned: false,
        progress: 0,
        goal: 1,
      },
      { id: 'pin-dropper', name: 'Pin Dropper', description: expect.any(String), earned: false, progress: 0, goal: 5 },
      {
        id: 'social-explorer',
        name: 'Social Explorer',
        description: expect.any(String),
        earned: false,
        progress: 0,
        goal: 10,
      },
    ]);
  });

  it('are for players only', async () => {
    expect((await users.graphql(ASK, {}, guest())).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('First Discovery is earned by one discovery, and more make no difference [PROF-17]', async () => {
    const ann = await verified(users);
    await users.publish(created(ann.id));
    await eventually(async () =>
      expect(await progressOf(ann)).toMatchObject({ 'first-discovery': '1 of 1, earned', 'pin-dropper': '1 of 5' }),
    );
    await users.publish(created(ann.id, { pinType: 'tag' }));
    await eventually(async () =>
      expect(await progressOf(ann)).toMatchObject({ 'first-discovery': '1 of 1, earned', 'pin-dropper': '2 of 5' }),
    );
  });

  it('Pin Dropper is earned by all five types of pins, not by five pins [PROF-18]', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    for (const pinType of ['tag', 'tag', 'location', 'marker', 'flag', 'flag'] as const)
      await users.publish(created(ann.id, { pinType }));
    await users.publish(created(bob.id, { pinType: 'hot_spot' }));
    await eventually(async () => expect(await progressOf(bob)).toMatchObject({ 'pin-dropper': '1 of 5' }));
    await eventually(async () => expect(await progressOf(ann)).toMatchObject({ 'pin-dropper': '4 of 5' }));
    await users.publish(created(ann.id, { pinType: 'hot_spot' }));
    await eventually(async () => expect(await progressOf(ann)).toMatchObject({ 'pin-dropper': '5 of 5, earned' }));
  });

  it('Social Explorer is earned by ten likes of different works [PROF-19]', async () => {
    const ann = await verified(users);
    const likes = Array.from({ length: 9 }, () => liked(ann.id));
    // The same event twice, and the same like in another event.
    await users.publish(...likes, likes[0]!, liked(ann.id, likes[1]!.data.discoveryId));
    await eventually(async () => expect(await progressOf(ann)).toMatchObject({ 'social-explorer': '9 of 10' }));
    const marker = await verified(users);
    await users.publish(liked(marker.id));
    await eventually(async () => expect(await progressOf(marker)).toMatchObject({ 'social-explorer': '1 of 10' }));
    expect(await progressOf(ann)).toMatchObject({ 'social-explorer': '9 of 10' });
    await users.publish(liked(ann.id), liked(ann.id));
    await eventually(async () =>
      expect(await progressOf(ann)).toMatchObject({ 'social-explorer': '10 of 10, earned' }),
    );
  });

  it('are earned in any order and once, with the date of the action, and counted', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const night = (day: number) =>
      created(ann.id, {
        isFreshArt: true,
        atLegalWall: true,
        latitude: day,
        createdAt: `2026-0${day}-15T13:00:00.000Z`,
      });
    const [first, second, third] = [night(3), night(5), night(8)];
    await users.publish(third, first, first, second, { ...third, id: uuidv7() });
    const ask = async (as: typeof ann.as) =>
      (
        await users.graphql<{ myAchievements: (Achievement & { earnedAt: string | null; players: number })[] }>(
          '{ myAchievements { id earned progress goal earnedAt players } }',
          {},
          as,
        )
      ).data!.myAchievements;
    await eventually(async () =>
      expect((await ask(ann.as)).filter(({ earned }) => earned).map(({ id }) => id)).toEqual(
        expect.arrayContaining(['first-discovery', 'fresh-paint', 'wall-reader', 'night-shift']),
      ),
    );
    const night_ = (await ask(ann.as)).find(({ id }) => id === 'night-shift')!;
    expect([first, second, third].map(({ data }) => data.createdAt)).toContain(night_.earnedAt);
    expect((await ask(ann.as)).find(({ id }) => id === 'four-seasons')).toMatchObject({
      earned: false,
      progress: 3,
      goal: 4,
      earnedAt: null,
    });
    expect((await ask(bob.as)).find(({ id }) => id === 'wall-reader')).toMatchObject({ earned: false, players: 1 });
    const shown = async () =>
      (
        await users.graphql<{ player: { achievements: { id: string }[] | null } }>(
          'query ($name: String!) { player(username: $name) { achievements { id earnedAt players } } }',
          { name: ann.username },
        )
      ).data!.player.achievements;
    expect((await shown())!.map(({ id }) => id)).toContain('wall-reader');
    await users.graphql('mutation { setVisibility(input: { statistics: false }) { statistics } }', {}, ann.as);
    expect(await shown()).toBeNull();
  });

  it('are awarded when the event comes again, where a process ended between its progress and the award', async () => {
    const ann = await verified(users);
    await users.database.query(
      `INSERT INTO achievement_marks (account_id, marks) VALUES ($1, '{first-discovery:one}')`,
      [ann.id],
    );
    const event = created(ann.id);
    await users.publish(event);
    await eventually(async () => expect(await progressOf(ann)).toMatchObject({ 'first-discovery': '1 of 1, earned' }));
  });

  it('go with their account, and a late event brings nothing back', async () => {
    const bob = await verified(users);
    const ann = await signUp(users, { phone: bob.phone });
    const countsOf = (id: string) =>
      users.database.query<unknown[]>(
        `SELECT account_id FROM achievement_marks WHERE account_id = $1 UNION ALL SELECT account_id FROM social_deeds
          WHERE account_id = $1`,
        [id],
      );
    await users.publish(created(ann.id), liked(ann.id));
    await eventually(async () => expect(await countsOf(ann.id)).toHaveLength(2));
    // Confirming a phone of another account deletes the account that was made for it.
    await users.graphql(VERIFY, { code: await newestCode(users, ann.phone) }, ann.as);
    expect(await countsOf(ann.id)).toEqual([]);
    const marker = await verified(users);
    await users.publish(created(ann.id), liked(ann.id), created(marker.id), liked(marker.id));
    await eventually(async () => expect(await countsOf(marker.id)).toHaveLength(2));
    expect(await countsOf(ann.id)).toEqual([]);
  });

  it('of an account that was never known stay empty', async () => {
    expect(
      (
        await users.graphql<{ myAchievements: Achievement[] }>(
          ASK,
          {},
          { ...guest(), kind: 'player', subject: uuidv7() },
        )
      ).data!.myAchievements.some(({ earned }) => earned),
    ).toBe(false);
  });
});

import {
  discoveryAwardReleased,
  liveEventCompleted,
  missionCompleted,
  tokensAwarded,
  type EventOf,
} from '@sprayhunt/contracts';
import { liveEvents, uuidv7 } from '@sprayhunt/service-kit';
import { eventually, testNats } from '@sprayhunt/service-kit/testing';
import { eventOf, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { created } from './facts.js';
import { verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
let stopListening: () => Promise<void>;
const awarded: EventOf<typeof tokensAwarded>[] = [];

beforeAll(async () => {
  users = await runUsers();
  stopListening = liveEvents(
    { url: testNats(), stream: users.stream, service: 'test', name: 'test' },
    [tokensAwarded],
    (event) => awarded.push(event),
  );
});
afterAll(async () => {
  await stopListening();
  await users.stop();
});

const me = async (id: string) =>
  (
    await users.graphql<{ me: unknown }>(
      '{ me { tokens discoveries xp level levelXp nextLevelXp score } }',
      {},
      player({ subject: id }),
    )
  ).data!.me;

describe('awards', () => {
  it('a discovery is booked from its event, counted, and said on [CONST-04 CONST-05]', async () => {
    const ann = await verified(users);
    await users.publish(created(ann.id, { tokens: 150 }), created(ann.id), created(ann.id), created(ann.id));
    await eventually(async () =>
      expect(await me(ann.id)).toEqual({
        tokens: 300,
        discoveries: 4,
        xp: 60,
        level: 2,
        levelXp: 50,
        nextLevelXp: 150,
        score: 360,
      }),
    );
    await eventually(() => {
      // Order is not promised, so each balance is that before it with the amount added.
      const mine = awarded
        .map(({ data }) => data)
        .filter(({ accountId }) => accountId === ann.id)
        .sort((a, b) => a.balance - b.balance);
      expect(mine.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([50, 50, 50, 150]);
      expect(mine.map(({ balance, amount }) => balance - amount)).toEqual([
        0,
        ...mine.slice(0, -1).map(({ balance }) => balance),
      ]);
      expect(mine).toMatchObject(Array(4).fill({ reason: 'discovery' }));
    });
  });

  it('the same event, or the same discovery in another event, is paid once', async () => {
    const ann = await verified(users);
    const [event, last] = [created(ann.id), created(ann.id)];
    await users.publish(event, event, { ...event, id: uuidv7() }, event);
    await users.publish(last);
    await eventually(async () => expect(await me(ann.id)).toMatchObject({ tokens: 100, discoveries: 2 }));
    await users.publish({ ...event, id: uuidv7() }, created(ann.id));
    await eventually(async () => expect(await me(ann.id)).toMatchObject({ tokens: 150, discoveries: 3, score: 195 }));
  });

  it('a withheld award is booked when it is released, once', async () => {
    const ann = await verified(users);
    const withheld = created(ann.id, { tokens: 0, xp: 0, withheld: true });
    const { withheld: _, ...data } = withheld.data;
    await users.publish(withheld, created(ann.id));
    await eventually(async () => expect(await me(ann.id)).toMatchObject({ tokens: 50, discoveries: 1, xp: 15 }));
    await users.publish(
      eventOf(discoveryAwardReleased, { ...data, tokens: 150, xp: 15 }),
      eventOf(discoveryAwardReleased, { ...data, tokens: 150, xp: 15 }),
    );
    await eventually(async () => expect(await me(ann.id)).toMatchObject({ tokens: 200, discoveries: 2, xp: 30 }));
    await users.publish(created(ann.id));
    await eventually(async () => expect(await me(ann.id)).toMatchObject({ tokens: 250, discoveries: 3 }));
  });

  it('an award that comes before its account waits for it', async () => {
    const id = uuidv7();
    await users.publish(created(id));
    await eventually(async () => {
      const rows = await users.database.query<unknown[]>(`SELECT tokens FROM player_statistics WHERE account_id = $1`, [
        id,
      ]);
      expect(rows).toEqual([{ tokens: 50 }]);
    });
  });

  it('a completed mission is booked once, at the reward that missions set, and is no discovery [MISS-23]', async () => {
    const ann = await verified(users);
    const facts = { missionId: uuidv7(), playerId: ann.id, tokens: 240, discoveryId: uuidv7() };
    await users.publish(
      eventOf(missionCompleted, facts),
      eventOf(missionCompleted, facts),
      eventOf(missionCompleted, { ...facts, missionId: uuidv7(), tokens: 100 }),
    );
    await eventually(async () =>
      expect(await me(ann.id)).toMatchObject({ tokens: 340, discoveries: 0, xp: 0, score: 340 }),
    );
    await eventually(() =>
      expect(awarded.filter(({ data }) => data.accountId === ann.id).map(({ data }) => data.reason)).toEqual([
        'mission',
        'mission',
      ]),
    );
  });

  it('a live event is booked once for each who took part, at the reward that missions set', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const facts = (playerId: string) => ({
      liveEventId: '0198a5d0-ac96-7aa3-bcce-b302099a8057',
      playerId,
      title: 'Paint jam',
      tokens: 300,
      rewardName: 'Golden cap',
    });
    await users.publish(
      ...[ann, ann, bob].map(({ id }) => eventOf(liveEventCompleted, facts(id))),
      eventOf(liveEventCompleted, { ...facts(bob.id), liveEventId: uuidv7(), tokens: 0 }),
    );
    await eventually(async () =>
      expect(await Promise.all([me(ann.id), me(bob.id)])).toMatchObject([{ tokens: 300 }, { tokens: 300 }]),
    );
    await eventually(() =>
      expect(
        awarded.filter(({ data }) => [ann.id, bob.id].includes(data.accountId)).map(({ data }) => data.reason),
      ).toEqual(['event', 'event']),
    );
  });
});

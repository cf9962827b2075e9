import { randomUUID } from 'node:crypto';
import { eventually } from '@sprayhunt/service-kit/testing';
import { expect, it } from '@jest/globals';
import { world } from './access/world.js';
import { players, sent, signalAll, SOON, TIMEOUT } from './fault-players.js';
import { deliverEverythingAgain, expectInvariants, inDatabase } from './invariants.js';

it(
  'the reward of a live event is booked once, though missions and users are killed around its end and its messages come again [COMM-15]',
  async () => {
    const id = randomUUID();
    await inDatabase(world.stack, (client) =>
      client.query(
        `INSERT INTO missions.live_events (id, title, description, place_name, latitude, longitude, time_zone,
          starts_at, ends_at, reward_tokens)
       VALUES ($1, 'Jam', 'Paint.', 'A lane', 45.55, -73.55, 'America/Toronto', now(), now() + interval '1 hour',
         40)`,
        [id],
      ),
    );
    for (const player of players)
      expect((await player.send('POST', `/api/community/events/${id}/join`)).status).toBe(200);
    const rows = async (sql: string) => (await inDatabase(world.stack, (client) => client.query(sql, [id]))).rowCount;
    signalAll('users', 'SIGSTOP');
    try {
      // The end is due while missions is down.
      await inDatabase(world.stack, async (client) => {
        await client.query(`UPDATE missions.live_events SET ends_at = clock_timestamp() WHERE id = $1`, [id]);
        signalAll('missions', 'SIGKILL');
        await client.query(
          `SELECT FROM missions_jobs.add_job('conclude-live-event', json_build_object('eventId', $1::text),
            job_key => 'conclude-live-event:' || $1::text)`,
          [id],
        );
      });
      await eventually(
        async () =>
          expect(
            await rows(
              `SELECT FROM missions.live_event_participations WHERE event_id = $1 AND concluded_at IS NOT NULL`,
            ),
          ).toBe(players.length),
        SOON,
      );
      await sent(id, 'missions');
    } finally {
      signalAll('users', 'SIGKILL');
    }
    const notified = () => rows(`SELECT FROM users.notifications WHERE kind = 'event' AND subject ->> 'id' = $1`);
    await eventually(async () => expect(await notified()).toBe(players.length), SOON);
    await expectInvariants(world.stack, players);
    await deliverEverythingAgain(world.stack, 1);
    expect(await notified()).toBe(players.length);
    await expectInvariants(world.stack, players);
  },
  TIMEOUT,
);

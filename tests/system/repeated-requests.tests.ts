import { randomUUID } from 'node:crypto';
import { eventually } from '@sprayhunt/service-kit/testing';
import { expect, it } from '@jest/globals';
import { world } from './access/world.js';
import { inDatabase } from './invariants.js';

it('makes one thread although the gateway gave up on the first request while the database still ran it', async () => {
  const { player, stack } = world;
  const [title, headers] = [`Locked ${randomUUID()}`, { 'idempotency-key': randomUUID() }];
  const send = () => player.send('POST', '/api/community/forum', { title, content: 'Behind a lock.' }, headers);
  await inDatabase(stack, async (client) => {
    await client.query('BEGIN; LOCK TABLE users.posts');
    const first = await send();
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    const second = await send();
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([409, 'IDEMPOTENCY_KEY_RUNNING']);
    await client.query('ROLLBACK');
  });
  const ids = new Set<string>();
  for (let times = 0; times < 2; times += 1)
    await eventually(async () => {
      const response = await send();
      expect(response.status).toBe(201);
      ids.add(((await response.json()) as { id: string }).id);
    });
  expect(ids.size).toBe(1);
  const found = await inDatabase(stack, (client) =>
    client.query('SELECT id FROM users.posts WHERE title = $1', [title]),
  );
  expect(found.rows).toEqual([...ids].map((id) => ({ id })));
});

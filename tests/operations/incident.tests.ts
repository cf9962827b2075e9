// docs/operations/incident.md, carried out. It runs last, because it signs out all players.
import { eventually } from '@sprayhunt/service-kit/testing';
import { expect, it } from '@jest/globals';
import { expectInvariants } from '../system/invariants.js';
import { mainJob } from '../system/main-job.js';
import { commandsOf } from './documented-commands.js';
import { asSuperuser, product } from './product.js';

it('connections with a leaked password are ended, and all players are signed out, while the product works', async () => {
  const { stack, players } = product;
  const [end, signOut] = commandsOf('incident.md', 'A leaked secret', 'sql') as [string, string];
  const { rows } = await asSuperuser(end.replace('SERVICE', 'users'));
  expect(rows.length).toBeGreaterThan(0);
  await players[0]!.document();
  await asSuperuser(signOut);
  for (const player of players)
    await eventually(async () => expect((await player.send('GET', '/api/auth/user')).status).toBe(401), {
      timeout: 30_000,
    });
  await mainJob(stack.url);
  await expectInvariants(stack, players);
}, 120_000);

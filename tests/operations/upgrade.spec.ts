// docs/operations/upgrade.md, carried out: a running product of the last release gets today's programs and the former
// ones again, and of what players send meanwhile nothing fails.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serviceNames } from '@sprayhunt/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectInvariants } from '../system/invariants.js';
import { inLanes } from '../system/lanes.js';
import { mainJob } from '../system/main-job.js';
import type { Sent } from '../system/open-loop.js';
import { Player } from '../system/player.js';
import { buildLastRelease, hasLastRelease, lastRelease, releasedDocuments } from '../system/released-programs.js';
import { commandsOf, root } from './documented-commands.js';
import { databaseVariables, product, restart, startProduct, stopProduct, expectNoInterruption } from './product.js';

const ifThere = hasLastRelease ? it : it.skip;
const needs = `(needs ${lastRelease.commit.slice(0, 7)} in the clone's history)`;
let released: string;

beforeAll(async () => {
  if (!hasLastRelease) return;
  released = await buildLastRelease();
  await startProduct(released);
}, 240_000);
afterAll(stopProduct);

/**
 * Rolling restarts with the programs of a checkout: of services three at a time, to be done sooner, as each has another
 * process that serves.
 */
async function rollServices(programs: string): Promise<void> {
  const others = serviceNames.filter((name) => name !== 'gateway');
  await Promise.all(
    inLanes(others, 3).map(async (lane) => {
      for (const name of lane) await restart(name, {}, programs);
    }),
  );
}

/** Those documents of the released page that need nothing but a player. */
const queries = () =>
  Object.entries(releasedDocuments()).flatMap(([hash, { text }]) =>
    /\bquery (Contacts|IsPro|Membership|NotificationSettings|UnreadNotifications|Visibility) \{/.test(text)
      ? [hash]
      : [],
  );

/** What an open page of the release asks for, again and again. */
function sendFormerPageQuery(): Sent {
  const all = queries();
  const hash = all[(turn += 1) % all.length]!;
  const player = product.players[turn % product.players.length]!;
  const taken = (content: unknown) => {
    const { errors } = content as { errors?: { message: string }[] };
    if (errors) throw new Error(errors[0]!.message);
  };
  return { method: 'POST', path: '/graphql', headers: player.headers, body: { documentId: hash }, status: 200, taken };
}
let turn = 0;

ifThere(
  `version ${lastRelease.version} becomes today's version while players are at work ${needs}`,
  async () => {
    const [migrate] = commandsOf('upgrade.md', 'Upgrade') as [string];
    await expectNoInterruption(async () => {
      const { stdout } = await promisify(execFile)('sh', ['-euc', migrate], {
        cwd: root,
        env: { ...process.env, ...databaseVariables(product.stack.adminUrl) },
      });
      expect(stdout.trim().split('\n').slice(-serviceNames.length)).toEqual(
        serviceNames.map((name) => `${name}: up to date`),
      );
      await mainJob(product.stack.url);
      await rollServices(root);
      await mainJob(product.stack.url);
      await restart('gateway', {}, root);
    }, sendFormerPageQuery);
    await mainJob(product.stack.url);
    await expectInvariants(product.stack, product.players);
  },
  240_000,
);

ifThere(`today's gateway knows each document of the page of version ${lastRelease.version} ${needs}`, async () => {
  const guest = Player.guest(product.stack.url);
  const unknown: string[] = [];
  for (const documentId of Object.keys(releasedDocuments())) {
    const response = await guest.send('POST', '/graphql', { documentId });
    if ((await response.text()).includes('DOCUMENT_UNKNOWN')) unknown.push(documentId);
  }
  expect(unknown).toEqual([]);
  // The check finds one.
  expect(await (await guest.send('POST', '/graphql', { documentId: `sha256:${'0'.repeat(64)}` })).text()).toContain(
    'DOCUMENT_UNKNOWN',
  );
});

ifThere(
  `and version ${lastRelease.version} again, on the new tables ${needs}`,
  async () => {
    await expectNoInterruption(async () => {
      await restart('gateway', {}, released);
      await rollServices(released);
    }, sendFormerPageQuery);
    await mainJob(product.stack.url);
    await expectInvariants(product.stack, product.players);
  },
  240_000,
);

// What an upgrade does: the database gets the new migrations while the former version still runs on it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, it } from '@jest/globals';
import { expectBalance, mainJob } from './main-job.js';
import { atStackOf, buildLastRelease, hasLastRelease, lastRelease } from './released-programs.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const data = mkdtempSync(path.join(tmpdir(), 'sprayhunt-upgrade-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Three starts and a build of all services, on a machine that other tests use as well. */
const TIMEOUT = 420_000;

const ifThere = hasLastRelease ? it : it.skip;
const note = hasLastRelease ? '' : ` (left out: this clone's history does not have ${lastRelease.commit.slice(0, 7)})`;

ifThere(`version ${lastRelease.version} works on today's schema, with today's data, and today's version after it${note}`, async () => {
  const [folder, player] = await Promise.all([buildLastRelease(), atStackOf(root, data, mainJob)]);
  const another = await atStackOf(folder, data, mainJob);
  await atStackOf(root, data, async (url) => {
    // They signed in at addresses that no longer respond.
    for (const each of [player, another]) await expectBalance(await each.elsewhere(url), 50);
    await mainJob(url);
  });
}, TIMEOUT);

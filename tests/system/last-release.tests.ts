// What an upgrade and a roll back do: programs of the last release on the database of today's; bound to the stack that
// a spec runs.
import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { backendNames, type ServiceName, serviceNames } from '@sprayhunt/contracts';
import type { Stack } from '@sprayhunt/local';
import { expect, it } from '@jest/globals';
import { expectBalance, mainJob } from './main-job.js';
import { buildLastRelease, hasLastRelease, lastRelease } from './released-programs.js';

const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** A build of all services and two starts of them, on a machine that other tests use as well. */
const TIMEOUT = 420_000;

const ifThere = hasLastRelease ? it : it.skip;
const needs = `(needs ${lastRelease.commit.slice(0, 7)} in the clone's history)`;

/** @param data the stack's data folder */
export function testLastRelease(stackOf: () => Stack, data: string): void {
  ifThere(
    `version ${lastRelease.version} works on today's schema, with today's data, and today's version after it ${needs}`,
    async () => {
      const stack = stackOf();
      const [released, player] = await Promise.all([buildLastRelease(), mainJob(stack.url)]);
      await runPrograms(stack, released, () => provision(stack, data, released));
      await expectBalance(player, 50);
      const another = await mainJob(stack.url);
      await runPrograms(stack, root);
      for (const each of [player, another]) await expectBalance(each, 50);
      await mainJob(stack.url);
    },
    TIMEOUT,
  );
}

/** Has the programs of a checkout alone run on the stack's data. */
async function runPrograms(
  stack: Stack,
  folder: string,
  before = async (): Promise<unknown> => undefined,
): Promise<void> {
  await Promise.all(serviceNames.map((name) => stack.service(name).stop()));
  await before();
  const start = (name: ServiceName) => stack.service(name).start({}, folder);
  await Promise.all(backendNames.map(start));
  await start('gateway');
  for (const name of serviceNames) expect(readlinkSync(`/proc/${stack.service(name).pid()}/cwd`)).toBe(folder);
}

/**
 * As the job of a deployment does before each version's programs start; these migrate the database themselves in local
 * mode.
 */
function provision(stack: Stack, data: string, folder: string): Promise<unknown> {
  const addresses = JSON.parse(readFileSync(path.join(data, 'databases.json'), 'utf8')) as Record<ServiceName, string>;
  const passwords = serviceNames.map((name) => [
    `DATABASE_PASSWORD_${name.toUpperCase()}`,
    new URL(addresses[name]).password,
  ]);
  const env = { ...process.env, DATABASE_ADMIN_URL: stack.adminUrl, ...Object.fromEntries(passwords) };
  return promisify(execFile)(process.execPath, ['tools/operations.mjs', 'database', 'provision'], { cwd: folder, env });
}

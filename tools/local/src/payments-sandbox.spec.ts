import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePorts } from '@sprayhunt/service-kit/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startOnDemand } from './payments-sandbox.js';
import { Supervisor } from './supervisor.js';

let folder: string;
let supervisor: Supervisor;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-sandbox-'));
  supervisor = new Supervisor(folder);
});
afterEach(async () => {
  supervisor.close();
  await supervisor.stop(['program']);
  rmSync(folder, { recursive: true, force: true });
});

it('a program starts with the first connection, serves all of them, and serves again after it has died', async () => {
  const [outer, inner] = (await freePorts(2)) as [number, number];
  const url = `http://127.0.0.1:${outer}/`;
  const close = await startOnDemand(
    supervisor,
    {
      name: 'program',
      command: process.execPath,
      args: [
        '-e',
        `require('node:http').createServer((_, reply) => reply.end(String(process.pid))).listen(${inner}, '127.0.0.1')`,
      ],
      ready: async () => (await fetch(`http://127.0.0.1:${inner}/`)).ok,
      readyWithin: 10_000,
      stopSignal: 'SIGTERM',
      stopWithin: 300,
    },
    { outer, inner },
  );
  expect(supervisor.pid('program')).toBeNull();
  const replies = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(url)).text()));
  const first = String(supervisor.pid('program'));
  expect(new Set(replies)).toEqual(new Set([first]));
  supervisor.kill('program', 'SIGKILL');
  await eventually(async () =>
    expect(await (await fetch(url, { headers: { connection: 'close' } })).text()).not.toBe(first),
  );
  close();
  await expect(fetch(url)).rejects.toThrow();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stopFormerRun, reset } from './former-run.js';
import { freePorts, isFree, reservePort } from '@sprayhunt/service-kit/testing';
import { ProcessList, beganAt, isAlive } from './process-list.js';
import { type Program, Supervisor, processListFile } from './supervisor.js';

describe('the supervisor', () => {
  let folder: string;
  let supervisor: Supervisor;
  let said: string[];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-supervisor-'));
    said = [];
    supervisor = new Supervisor(folder, (line) => said.push(line));
  });

  afterEach(async () => {
    supervisor.close();
    await supervisor.stop(['program']);
    rmSync(folder, { recursive: true, force: true });
  });

  /** A program of one line of JavaScript that leaves a file once it is up. */
  function program(script: string, more: Partial<Program> = {}): Program {
    const up = path.join(folder, 'up');
    return {
      name: 'program',
      command: process.execPath,
      args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(up)}, String(process.pid)); ${script}`],
      ready: async () => readFileSync(up, 'utf8') === String(supervisor.pid('program')),
      readyWithin: 10_000,
      stopSignal: 'SIGTERM',
      stopWithin: 300,
      ...more,
    };
  }
  const forever = 'setInterval(() => {}, 1000);';

  it('returns when the program is ready and starts it again when it dies', async () => {
    await supervisor.start(program(forever));
    const first = supervisor.pid('program')!;
    supervisor.kill('program', 'SIGKILL');
    await supervisor.restarted('program');
    expect(supervisor.pid('program')).not.toBe(first);
    expect(beganAt(first)).toBeNull();
    expect(said).toEqual(['program ended (SIGKILL) and is restarted']);
  });

  it('keeps the log of a program over restarts of the program and of the launcher', async () => {
    const saying = (words: string) => program(`console.log('${words}'); ${forever}`);
    const logged = (words: string) =>
      eventually(() => expect(readFileSync(path.join(folder, 'logs', 'program.log'), 'utf8')).toBe(words));
    await supervisor.start(saying('error 4711'));
    await logged('error 4711\n');
    supervisor.kill('program', 'SIGKILL');
    await supervisor.restarted('program');
    await logged('error 4711\nerror 4711\n');
    supervisor.close();
    await supervisor.stop(['program']);
    supervisor = new Supervisor(folder);
    await supervisor.start(saying('started again'));
    await logged('error 4711\nerror 4711\nstarted again\n');
  });

  it('waits longer after each failure', async () => {
    const script = `setTimeout(() => process.exit(1), 300);`;
    await supervisor.start(program(script));
    const began = Date.now();
    await eventually(() =>
      expect(said.filter((line) => line.includes('is restarted')).length).toBeGreaterThanOrEqual(3),
    );
    // 300 ms of life and then 100 ms, 300 and 200.
    expect(Date.now() - began).toBeGreaterThan(800);
  });

  it('reports why a program ended that had started, with the end of its log', async () => {
    await supervisor.start(program(`setTimeout(() => { console.error('no such window'); process.exit(4); }, 300);`));
    await eventually(() =>
      expect(said[0]).toMatch(
        /^program ended \(4\) and is restarted\. The end of .*program\.log:\n {2}no such window$/,
      ),
    );
  });

  it('reports why a program did not start, with the end of its log, and nothing of a start before it', async () => {
    await supervisor.start(program(`console.log('a former start'); ${forever}`));
    await supervisor.stop(['program']);
    await expect(
      supervisor.start(
        program(`console.error('no such door'); process.exit(3);`, { ready: () => Promise.resolve(false) }),
      ),
    ).rejects.toThrow(/ended while it was starting \(3\)\. The end of .*program\.log:\n {2}no such door$/);
    await expect(
      supervisor.start(program(forever, { ready: () => Promise.resolve(false), readyWithin: 200 })),
    ).rejects.toThrow(/was not ready within/);
  });

  it('kills a program that does not end on its stop signal', async () => {
    await supervisor.start(program(`process.on('SIGTERM', () => {}); ${forever}`));
    const pid = supervisor.pid('program')!;
    await supervisor.stop(['program']);
    expect(beganAt(pid)).toBeNull();
    expect(said).toContain('program did not stop in time and is killed');
  });

  it('keeps the list of its processes as they come and go', async () => {
    await supervisor.start(program(forever));
    const known = ProcessList.read(processListFile(folder));
    expect(known.map(({ name }) => name)).toEqual(['launcher', 'program']);
    expect(known.every(isAlive)).toBe(true);
    await supervisor.stop(['program']);
    expect(ProcessList.read(processListFile(folder)).map(({ name }) => name)).toEqual(['launcher']);
  });

  it('the next run ends the programs of a killed one, and no other process with the same id', async () => {
    await supervisor.start(program(forever));
    const pid = supervisor.pid('program')!;
    supervisor.close();
    // A dead launcher's list: our program as it is, and this test's own process under another beginning.
    writeFileSync(
      processListFile(folder),
      `999999 1 launcher\n${pid} ${beganAt(pid)} program\n${process.pid} 1 stranger\n`,
    );
    await stopFormerRun(folder, (line) => said.push(line));
    expect(beganAt(pid)).toBeNull();
    expect(said.at(-1)).toBe('Stopping programs of an interrupted run: program');
  });

  it('refuses to start beside a running launcher', async () => {
    const parent = process.ppid;
    writeFileSync(processListFile(folder), `${parent} ${beganAt(parent)} launcher\n`);
    await expect(stopFormerRun(folder, () => {})).rejects.toThrow(`(process ${parent})`);
  });

  it('a reset removes what the launcher keeps and nothing else', () => {
    writeFileSync(path.join(folder, 'secrets.json'), '{}');
    writeFileSync(path.join(folder, 'letter.txt'), 'mine');
    reset(folder);
    expect(() => readFileSync(path.join(folder, 'secrets.json'))).toThrow();
    expect(readFileSync(path.join(folder, 'letter.txt'), 'utf8')).toBe('mine');
  });
});

describe('free ports', () => {
  it('are different and free, below those for outgoing connections', async () => {
    const ports = await freePorts(20);
    expect(new Set(ports).size).toBe(20);
    expect(ports.every((port) => port >= 20_000 && port < 32_000)).toBe(true);
  });

  it('are handed out once, though nothing listens there yet', async () => {
    const ports = await freePorts(3);
    expect(await Promise.all(ports.map(reservePort))).toEqual([false, false, false]);
    expect(await Promise.all(ports.map((port) => isFree(port, '127.0.0.1')))).toEqual([true, true, true]);
  });

  it('are reserved against other processes until the process ends', async () => {
    const [first] = (await freePorts(1)) as [number];
    const script =
      `const reserve = (port) => ` +
      `require('node:dgram').createSocket('udp4').once('error', () => reserve(port + ` +
      `1)).bind(port, '127.0.0.1', () => console.log(port)); reserve(${first})`;
    const other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [printed] = (await once(other.stdout, 'data')) as [Buffer];
      const port = Number(printed);
      expect(port).toBeGreaterThan(first);
      expect(await reservePort(port)).toBe(false);
      other.kill('SIGKILL');
      await once(other, 'exit');
      expect(await reservePort(port)).toBe(true);
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('a port in use is not free', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect(await isFree(port, '127.0.0.1')).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await isFree(port, '127.0.0.1')).toBe(true);
  });
});

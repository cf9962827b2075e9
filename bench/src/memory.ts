import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@sprayhunt/service-kit/testing';
import autocannon from 'autocannon';
import { cameraPhoto } from './camera-photo.js';
import { commandOf, processIds, proportionalBytes } from './cpu.js';
import { sendPhoto } from './pictures.js';

export interface MemoryFigures {
  /** From calling `npm start` to its ready line, with the data of an earlier start. */
  startWarmMs: number;
  /**
   * Sum of the proportional set sizes of all programs of `npm start`, the launcher too, in MB (10^6 bytes): idle after
   * a warm start. `npm` itself, which waits for the launcher, is not counted.
   */
  memoryIdleMb: number;
  /** The maximum during a load of nearby lists and pictures. */
  memoryLoadedMb: number;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/**
 * Until what the start needed is released (V8 does so within a minute without work), and the first sweeps and polls
 * have run.
 */
const SETTLE_MS = 60_000;
const LOAD_SECONDS = 5;
const PHOTOS = 4;
const SAMPLE_MS = 250;
const CONNECTIONS = 16;

/**
 * Starts the product twice as `npm start` does: the first start imports the catalogues, the second one is measured. No
 * other product should run: its programs would share pages with those that are measured.
 */
export async function benchMemory(print: (line: string) => void): Promise<MemoryFigures> {
  const data = mkdtempSync(path.join(tmpdir(), 'sprayhunt-memory-'));
  try {
    await (await start(data)).stop();
    const started = await start(data);
    try {
      await sleep(SETTLE_MS);
      const idle = memoryByProgram(started.pid);
      const loaded = await peakMemory(started.pid, load(started.url));
      console.table(
        Object.fromEntries(
          Object.keys(idle).map((name) => [
            name,
            { 'idle MB': megabytes(idle[name]!), 'loaded MB': megabytes(loaded[name] ?? 0) },
          ]),
        ),
      );
      return { startWarmMs: started.readyAfterMs, memoryIdleMb: sum(idle), memoryLoadedMb: sum(loaded) };
    } finally {
      await started.stop();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
    print('  removed the data of the measured start');
  }
}

async function load(url: string): Promise<void> {
  const photo = await cameraPhoto();
  const lists = autocannon({
    url: `${url}/api/discoveries/nearby?latitude=45.52&longitude=-73.58&radius=5000`,
    connections: CONNECTIONS,
    duration: LOAD_SECONDS,
  });
  await Promise.all(Array.from({ length: PHOTOS }, () => sendPhoto(url, photo)));
  await lists;
}

/** The peak memory of the programs until the work has ended. */
async function peakMemory(launcher: number, work: Promise<void>): Promise<Record<string, number>> {
  let peak = memoryByProgram(launcher);
  let isDone = false;
  const ended = work.finally(() => (isDone = true));
  while (!isDone) {
    await Promise.race([ended, sleep(SAMPLE_MS)]);
    const now = memoryByProgram(launcher);
    if (sum(now) > sum(peak)) peak = now;
  }
  await ended;
  return peak;
}

async function start(data: string): Promise<{ url: string; pid: number; readyAfterMs: number; stop(): Promise<void> }> {
  const [port] = await freePorts(1);
  // The script of `npm start` itself, whose shell becomes the launcher.
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const began = performance.now();
  const child = spawn('/bin/sh', ['-c', `${scripts.start} "$@"`, 'sh', '--port', String(port), '--data', data], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'warn', RATE_READS: '1000000000/10' },
  });
  for await (const line of createInterface(child.stdout)) if (line.startsWith('Sprayhunt is ready')) break;
  if (child.exitCode !== null) throw new Error('The product did not start');
  const readyAfterMs = Math.round(performance.now() - began);
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    readyAfterMs,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Bytes by program, such as `launcher`, `users` or `postgres`; the processes of one program are added up. */
function memoryByProgram(launcher: number): Record<string, number> {
  const found: Record<string, number> = {};
  for (const pid of processIds(launcher)) {
    const name = pid === launcher ? 'launcher' : programOf(pid);
    found[name] = (found[name] ?? 0) + proportionalBytes(pid);
  }
  return found;
}

function programOf(pid: number): string {
  const command = commandOf(pid).replaceAll('\0', ' ');
  return (
    /services\/([\w-]+)\//.exec(command)?.[1] ??
    /nats-server/.exec(command)?.[0] ??
    (command.includes('postgres') ? 'postgres' : 'other')
  );
}

const sum = (memory: Record<string, number>): number =>
  megabytes(Object.values(memory).reduce((total, one) => total + one, 0));
const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

import { readdirSync, readFileSync } from 'node:fs';
import type { Stack } from '@sprayhunt/local';

/** Process ids by the name that the table shows. Read again at each reading, since a program may be started again. */
export type Programs = Record<string, () => number | null>;

/** Microseconds of CPU time by program. */
export type CpuMicros = Record<string, number>;

type ServiceName = Parameters<Stack['service']>[0];

/** The named services of a stack with its Postgres and NATS: what takes part in a request. */
export function programsOf(stack: Stack, services: readonly ServiceName[]): Programs {
  return {
    ...Object.fromEntries(services.map((name) => [name, () => stack.service(name).pid()])),
    postgres: () => stack.pid('postgres'),
    nats: () => stack.pid('nats-server'),
  };
}

/**
 * CPU time (user and system) of each program from its start until now, in seconds: of its process, of all
 * processes below it, and of those of them that have ended (Postgres runs a process for each connection).
 * Linux counts in hundredths of a second, so a measurement should last a second at least.
 * @throws where a program does not run on this machine
 */
export function cpuSeconds(programs: Programs): Record<string, number> {
  const processes = readProcesses();
  return Object.fromEntries(
    Object.entries(programs).map(([name, pidOf]) => {
      const pid = pidOf();
      if (pid === null || !processes.has(pid)) throw new Error(`${name} does not run on this machine, so its CPU time cannot be measured`);
      return [name, tree(pid, processes).reduce((sum, { seconds }) => sum + seconds, 0)];
    }),
  );
}

/**
 * What `work` costs: `count` tells from its result how many requests (or events) it made.
 * @returns the result and the CPU time of each program by request
 */
export async function measureCpu<T>(programs: Programs, work: () => Promise<T>, count: (result: T) => number): Promise<{ result: T; micros: CpuMicros }> {
  const before = cpuSeconds(programs);
  const result = await work();
  const after = cpuSeconds(programs);
  const requests = count(result);
  const micros = Object.fromEntries(Object.keys(programs).map((name) => [name, ((after[name]! - before[name]!) * 1e6) / requests]));
  return { result, micros };
}

/** CPU time of one process alone from its start until now, in seconds. */
export const ownCpuSeconds = (pid: number): number => readProcess(pid)?.own ?? 0;

export const totalOf = (micros: CpuMicros): number => Object.values(micros).reduce((sum, one) => sum + one, 0);

/** The process and all processes below it. */
export function processIds(pid: number): number[] {
  return tree(pid, readProcesses()).map((found) => found.pid);
}

interface Process {
  pid: number;
  parent: number;
  /** CPU time of its own, in seconds. */
  own: number;
  /** The same with that of its ended children. */
  seconds: number;
}

const TICKS_PER_SECOND = 100;

function readProcesses(): Map<number, Process> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
  return new Map(pids.flatMap((pid) => readProcess(pid) ?? []).map((found) => [found.pid, found]));
}

/** Undefined for a process that has just ended. */
function readProcess(pid: number): Process | undefined {
  try {
    // The fields behind the program's name, which may hold anything: state, parent, and so on.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    const secondsOf = (from: number, to: number) => fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
    return { pid, parent: Number(fields[1]), own: secondsOf(11, 13), seconds: secondsOf(11, 15) };
  } catch {
    return undefined;
  }
}

function tree(root: number, processes: Map<number, Process>): Process[] {
  const children = [...processes.values()].filter(({ parent }) => parent === root);
  return [processes.get(root)!, ...children.flatMap(({ pid }) => tree(pid, processes))];
}

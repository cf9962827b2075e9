import { readdirSync, readFileSync } from 'node:fs';
import type { Stack } from '@sprayhunt/local';

/** Process ids by name in the table. Determined for each measurement, because programs may be restarted. */
export type Programs = Record<string, () => number | null>;

/** Microseconds of CPU time by program. */
export type CpuMicros = Record<string, number>;

type ServiceName = Parameters<Stack['service']>[0];

/** The named services of a stack, its Postgres and NATS. */
export function programsOf(stack: Stack, services: readonly ServiceName[]): Programs {
  return {
    ...Object.fromEntries(services.map((name) => [name, () => stack.service(name).pid()])),
    postgres: () => stack.pid('postgres'),
    nats: () => stack.pid('nats-server'),
  };
}

/**
 * CPU time (user and system) of each program from its start until now, in seconds: of its process, of all its
 * descendants, including ended ones (Postgres runs a process for each connection). Linux counts in hundredths of a
 * second, so measurements should last at least a second.
 * @throws if a program does not run on this machine
 */
export function cpuSeconds(programs: Programs): Record<string, number> {
  const processes = readProcesses();
  return Object.fromEntries(
    Object.entries(programs).map(([name, pidOf]) => {
      const pid = pidOf();
      if (pid === null || !processes.has(pid))
        throw new Error(`${name} does not run on this machine, so its CPU time cannot be measured`);
      return [name, tree(pid, processes).reduce((sum, { seconds }) => sum + seconds, 0)];
    }),
  );
}

/**
 * Measures the cost of `work`; `count` returns the number of its requests or events.
 * @returns the result and the CPU time of each program by request
 */
export async function measureCpu<T>(
  programs: Programs,
  work: () => Promise<T>,
  count: (result: T) => number,
): Promise<{ result: T; micros: CpuMicros }> {
  const before = cpuSeconds(programs);
  const result = await work();
  const after = cpuSeconds(programs);
  const requests = count(result);
  const micros = Object.fromEntries(
    Object.keys(programs).map((name) => [name, ((after[name]! - before[name]!) * 1e6) / requests]),
  );
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
  /** CPU time of the process and its ended children. */
  seconds: number;
}

const TICKS_PER_SECOND = 100;

function readProcesses(): Map<number, Process> {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return new Map(pids.flatMap((pid) => readProcess(pid) ?? []).map((found) => [found.pid, found]));
}

/** Undefined for a process that has just ended. */
function readProcess(pid: number): Process | undefined {
  try {
    // The fields after the program's name, which may contain any character: state, parent, and so on.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    const secondsOf = (from: number, to: number) =>
      fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
    return { pid, parent: Number(fields[1]), own: secondsOf(11, 13), seconds: secondsOf(11, 15) };
  } catch {
    return undefined;
  }
}

function tree(root: number, processes: Map<number, Process>): Process[] {
  const children = [...processes.values()].filter(({ parent }) => parent === root);
  return [processes.get(root)!, ...children.flatMap(({ pid }) => tree(pid, processes))];
}

/** Proportional set size of a process; 0 for one that has just ended. */
export const proportionalBytes = (pid: number): number =>
  Number(/^Pss:\s*(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1_024;

/** The command line of a process, its parts separated by NUL; empty for one that has just ended. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`);

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Only Linux tells what each process really holds, and which ones it started. */
export const isMeasurable =
  existsSync('/proc/self/smaps_rollup') && existsSync(`/proc/self/task/${process.pid}/children`);

/**
 * Memory of a process and all that descend from it, in MB (2^20 bytes): pages shared by several processes count once.
 */
export function memoryOf(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + proportional(member), 0);
}

/** By the kernel's own lists: to look through all processes of the machine took more time than what is measured. */
function familyOf(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

const proportional = (pid: number): number =>
  Number(/^Pss:\s*(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024;

/** None for a process that has just ended. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty for a process that has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

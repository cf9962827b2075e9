import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process and all that descend from it, in MB (2^20 bytes): pages shared by several processes count once. */
export function memoryOf(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + proportional(member), 0);
}

function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid);
  return [pid, ...children.flatMap(familyOf)];
}

const parentOf = (pid: number): number => Number(read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')[1]);

const proportional = (pid: number): number => Number(/^Pss:\s*(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024;

/** Empty for a process that has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

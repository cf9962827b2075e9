import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that is told apart from a later one with the same number by the moment it began. */
export interface KnownProcess {
  pid: number;
  began: string;
  name: string;
}

/** Signals a process that may be gone already; tells whether it was there. */
export function signal(pid: number, what: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, what);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in the system's own words; null when there is none, or only its corpse. */
export function beganAt(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? null : (fields[18] ?? null);
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim().replaceAll(' ', '_') || null;
  } catch {
    return null;
  }
}

/** The command line of a process, words parted by spaces; empty when there is none. */
export function commandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

export function isAlive({ pid, began }: KnownProcess): boolean {
  return beganAt(pid) === began;
}

/** Asks a process to end, insists after `patience` milliseconds, and returns when it is gone. */
export async function end(known: KnownProcess, first: NodeJS.Signals, patience: number): Promise<void> {
  if (isAlive(known)) signal(known.pid, first);
  const limit = Date.now() + patience;
  while (isAlive(known)) {
    if (Date.now() > limit) signal(known.pid, 'SIGKILL');
    await sleep(20);
  }
}

/** Who runs for a data folder, as a file of lines `<pid> <began> <name>`: what the next start needs after a `kill -9`. */
export class ProcessList {
  private readonly known = new Map<string, KnownProcess>();

  constructor(private readonly file: string) {}

  static read(file: string): KnownProcess[] {
    try {
      return readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => {
        const [pid, began = '', ...name] = line.split(' ');
        return { pid: Number(pid), began, name: name.join(' ') };
      });
    } catch {
      return [];
    }
  }

  add(name: string, pid: number): void {
    this.known.set(name, { pid, began: beganAt(pid) ?? 'gone', name });
    this.write();
  }

  remove(name: string): void {
    if (this.known.delete(name)) this.write();
  }

  removeFile(): void {
    this.known.clear();
    rmSync(this.file, { force: true });
  }

  private write(): void {
    writeFileSync(this.file, [...this.known.values()].map(({ pid, began, name }) => `${pid} ${began} ${name}\n`).join(''), { mode: 0o600 });
  }
}

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process, identified by its id and start time. */
export interface KnownProcess {
  pid: number;
  began: string;
  name: string;
}

/** Signals a process that may have ended; returns whether it existed. */
export function signal(pid: number, action: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, action);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start time of a process in the system's format; null if there is none, or only a zombie. */
export function beganAt(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? null : (fields[18] ?? null);
    }
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
        .trim()
        .replaceAll(' ', '_') || null
    );
  } catch {
    return null;
  }
}

/** The command line of a process, separated by spaces; empty if there is none. */
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

/** Terminates a process, kills it after `timeoutMs` milliseconds, and returns when it has ended. */
export async function end(known: KnownProcess, first: NodeJS.Signals, timeoutMs: number): Promise<void> {
  if (isAlive(known)) signal(known.pid, first);
  const limit = Date.now() + timeoutMs;
  while (isAlive(known)) {
    if (Date.now() > limit) signal(known.pid, 'SIGKILL');
    await sleep(20);
  }
}

/**
 * The running programs of a data folder, as a file of lines `<pid> <start time> <name>`, for recovery after a `kill
 * -9`.
 */
export class ProcessList {
  private readonly known = new Map<string, KnownProcess>();

  constructor(private readonly file: string) {}

  static read(file: string): KnownProcess[] {
    try {
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
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
    writeFileSync(
      this.file,
      [...this.known.values()].map(({ pid, began, name }) => `${pid} ${began} ${name}\n`).join(''),
      { mode: 0o600 },
    );
  }
}

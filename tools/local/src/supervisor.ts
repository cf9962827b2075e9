import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogFile } from './log-file.js';
import { ProcessList, signal } from './process-list.js';

/** One program that has to run for as long as the stack does. */
export interface Program {
  /** Also the name of its log file. */
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Runs as this user; as ours when left out. */
  uid?: number;
  /** Runs before each start, so also before each restart. */
  prepare?: () => Promise<void> | void;
  /** Whether it serves; polled until it does. */
  ready: () => Promise<boolean>;
  /** How long the first start may take, in milliseconds. */
  readyWithin: number;
  stopSignal: NodeJS.Signals;
  /** How long it may take to end after its stop signal before it is killed, in milliseconds. */
  stopWithin: number;
}

interface Running {
  program: Program;
  child: ChildProcess | null;
  isWanted: boolean;
  /** Failures in a row, for the pause before the next try. */
  failures: number;
  /** Size of the log when the child was started. */
  logged: number;
}

const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** A program that lived this long was healthy: its next failure is a first one again. */
const HEALTHY_AFTER_MS = 10_000;
/** Lines of a program's log that are shown when it has ended. */
const SHOWN_LOG_LINES = 25;
/** Milliseconds between two checks whether a log is full. */
const ROTATION_INTERVAL_MS = 2_000;

/**
 * Starts programs and restarts them when they die. Each is a child of this process but the leader of
 * its own process group, so that a Ctrl-C in the terminal reaches only the launcher, which then stops
 * them in order. They write to files, not to pipes, so that a killed launcher does not stop them
 * in the middle of a write.
 */
export class Supervisor {
  private readonly running = new Map<string, Running>();
  private readonly processes: ProcessList;
  private readonly logs: string;
  private readonly rotation: NodeJS.Timeout;
  private isClosed = false;

  /** `folder` holds the list of processes and the logs. */
  constructor(
    private readonly folder: string,
    private readonly print: (line: string) => void = () => {},
  ) {
    this.logs = path.join(folder, 'logs');
    mkdirSync(this.logs, { recursive: true, mode: 0o700 });
    this.processes = new ProcessList(processListFile(folder));
    this.processes.add('launcher', process.pid);
    this.rotation = setInterval(() => this.rotateLogs(), ROTATION_INTERVAL_MS).unref();
  }

  /** Starts a program and returns when it is ready; from then on keeps it alive. */
  async start(program: Program): Promise<void> {
    if (this.isClosed) throw new Error('The launcher is stopping.');
    const entry: Running = { program, child: null, isWanted: true, failures: 0, logged: 0 };
    this.running.set(program.name, entry);
    await program.prepare?.();
    const child = this.spawn(entry);
    const limit = Date.now() + program.readyWithin;
    while (!(await program.ready().catch(() => false))) {
      if (this.isClosed) throw new Error('The launcher is stopping.');
      const outcome = outcomeOf(child);
      if (outcome) throw this.startFailure(entry, `ended while it was starting (${outcome})`);
      if (Date.now() > limit)
        throw this.startFailure(entry, `was not ready within ${Math.round(program.readyWithin / 1000)} seconds`);
      await sleep(25);
    }
    child.once('exit', () => void this.revive(entry));
    if (outcomeOf(child)) void this.revive(entry);
  }

  /** Sends a signal to a running program, to simulate a fault; it is restarted if it dies. */
  kill(name: string, action: NodeJS.Signals): void {
    const pid = this.pid(name);
    if (pid === null) throw new Error(`${name} is not running.`);
    signal(pid, action);
  }

  /** The process id of a running program, or null. */
  pid(name: string): number | null {
    const child = this.running.get(name)?.child;
    return child && child.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null;
  }

  /** Returns when a killed program has been restarted and is ready. */
  async restarted(name: string): Promise<void> {
    const entry = this.running.get(name)!;
    const former = entry.child;
    const limit = Date.now() + entry.program.readyWithin;
    while (entry.child === former || !(await entry.program.ready().catch(() => false))) {
      if (Date.now() > limit) throw this.startFailure(entry, 'did not come back');
      await sleep(25);
    }
  }

  /** Stops the named programs together and returns when they have ended. */
  async stop(names: string[]): Promise<void> {
    await Promise.all(names.map((name) => this.stopOne(name)));
  }

  /** Stops starting programs, so that a running start is aborted. */
  close(): void {
    this.isClosed = true;
    for (const entry of this.running.values()) entry.isWanted = false;
  }

  /** Clears the list of processes: nothing is left to recover. */
  finish(): void {
    clearInterval(this.rotation);
    this.processes.removeFile();
  }

  private async stopOne(name: string): Promise<void> {
    const entry = this.running.get(name);
    if (!entry) return;
    entry.isWanted = false;
    const { child, program } = entry;
    if (!child || this.pid(name) === null) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    signal(child.pid!, program.stopSignal);
    const killTimer = setTimeout(() => {
      this.print(`${name} did not stop in time and is killed`);
      signal(-child.pid!, 'SIGKILL');
    }, program.stopWithin);
    await exited;
    clearTimeout(killTimer);
  }

  private spawn(entry: Running): ChildProcess {
    const { name, command, args, cwd, env, uid } = entry.program;
    this.logOf(name).rotate();
    const log = this.logOf(name).open();
    entry.logged = fstatSync(log).size;
    const child = spawn(command, args, {
      cwd,
      uid,
      env: env ?? process.env,
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    child.once('error', (error) => this.print(`${name} cannot be started: ${error.message}`));
    child.once('exit', () => this.processes.remove(name));
    if (child.pid !== undefined) this.processes.add(name, child.pid);
    entry.child = child;
    return child;
  }

  /** Called when a running program has died. */
  private async revive(entry: Running): Promise<void> {
    while (entry.isWanted) {
      const pause = Math.min(MIN_PAUSE_MS * 2 ** entry.failures, MAX_PAUSE_MS);
      this.print(
        `${entry.program.name} ended (${outcomeOf(entry.child!)}) and is ` +
          `restarted${entry.child!.exitCode ? this.lastLines(entry) : ''}`,
      );
      await sleep(pause);
      if (!entry.isWanted) return;
      entry.failures += 1;
      try {
        await entry.program.prepare?.();
      } catch (error) {
        this.print(`${entry.program.name} cannot be prepared: ${(error as Error).message}`);
        continue;
      }
      if (!entry.isWanted) return;
      const child = this.spawn(entry);
      const healthy = setTimeout(() => (entry.failures = 0), HEALTHY_AFTER_MS);
      await new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
      clearTimeout(healthy);
    }
  }

  private startFailure(entry: Running, action: string): Error {
    return new Error(`${entry.program.name} ${action}${this.lastLines(entry)}`);
  }

  /** The last lines that the child has logged, without those of earlier starts. */
  private lastLines({ program: { name }, logged }: Running): string {
    const log = readFileSync(this.logOf(name).path);
    const lines = log
      .subarray(log.length < logged ? 0 : logged)
      .toString()
      .trimEnd()
      .split('\n')
      .slice(-SHOWN_LOG_LINES);
    return `. The end of ${this.logOf(name).path}:\n  ${lines.join('\n  ')}`;
  }

  private logOf(name: string): LogFile {
    return new LogFile(path.join(this.logs, `${name}.log`));
  }

  private rotateLogs(): void {
    try {
      for (const name of this.running.keys()) this.logOf(name).rotate();
    } catch (error) {
      this.print(`A log could not be rotated: ${(error as Error).message}`);
    }
  }
}

/** Exit code or signal of a program that has ended; undefined while it runs. */
const outcomeOf = ({ pid, exitCode, signalCode }: ChildProcess): string | undefined =>
  pid === undefined ? 'it could not be run' : (exitCode?.toString() ?? signalCode ?? undefined);

export function processListFile(folder: string): string {
  return path.join(folder, 'processes');
}

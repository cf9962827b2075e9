import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { log } from '@sprayhunt/service-kit';
import type { Reply, Order } from './picture-messages.js';
import { fault, type Refusal } from './picture-refused.js';

type Spent = 'TOO_MUCH_MEMORY' | 'TOO_SLOW';

/** A picture's process ended for another reason than the picture. */
export class WorkerLost extends Error {}

/** No honest picture takes this long; includes the start of the process. */
const MAX_PICTURE_MS = 20_000;
const MEMORY_POLL_INTERVAL_MS = 10;
/** Tolerance above the estimate, because memory is allocated in large blocks. */
const MEMORY_SLACK = { factor: 1.15, bytes: 12 * 1_048_576 };
/** Memory limit before a file is opened: reading a header takes little. */
const HEADER_BYTES = 32 * 1_048_576;
/** A process with this much memory while idle is restarted: WebAssembly never releases its memory. */
const IDLE_BYTES = 110 * 1_048_576;
/** Memory of an idle process that counts towards the kernel's limit, plus the most that one picture may add. */
const DATA_BYTES = 96 * 1_048_576;
/** Addresses that V8 reserves for code: from Node 24 on they count towards the kernel's limit, but take no memory. */
const CODE_RANGE_BYTES = Number.parseInt(process.versions.node, 10) >= 24 ? 512 * 1_048_576 : 0;
/** Idle time after which it exits. */
const IDLE_TIMEOUT_MS = 5 * 60_000;

/** Tests run from the sources; a child process needs the built files. */
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../dist/pipeline/picture-process.js' : './picture-process.js',
    import.meta.url,
  ),
);
/** A small young generation and baseline WebAssembly: least memory at little cost in time. */
const FLAGS = [
  '--expose-gc',
  '--max-old-space-size=64',
  '--max-semi-space-size=1',
  '--v8-pool-size=1',
  '--no-wasm-tier-up',
];
/** glibc returns large blocks as soon as they are free, and keeps few arenas. No secrets of the service are passed. */
const ENVIRONMENT = {
  NODE_ENV: 'production',
  UV_THREADPOOL_SIZE: '2',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '2097152',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/**
 * A process for one picture at a time: started when first needed, and restarted after it was killed. Its memory is
 * limited twice: by the kernel, to the largest allowed picture (`ulimit -d`, if available), and by watching its
 * resident memory against the estimate of the current picture (on Linux).
 */
export class PictureWorker {
  private process?: ChildProcess;
  private waiting?: { resolve(reply: Reply): void; reject(error: Error): void };
  private started?: Promise<Reply>;
  private spent?: Spent;
  private watch?: NodeJS.Timeout;
  private idleTimer?: NodeJS.Timeout;

  /** @param largest most bytes that a picture may take */
  constructor(private readonly largest: number) {}

  /** Reads the header of a file. */
  async open({ path, bytes }: { path: string; bytes: number }): Promise<Reply> {
    clearTimeout(this.idleTimer);
    await this.start();
    return this.within(bytes + HEADER_BYTES, () => this.send({ kind: 'open', path }));
  }

  /** Makes the picture of the file whose header was read. */
  make(memory: number): Promise<Reply> {
    return this.within(memory, () => this.send({ kind: 'make' }));
  }

  /** Called between two pictures. */
  makeKillable(): void {
    if ((memoryOf(this.process) ?? 0) > IDLE_BYTES) return this.stop();
    this.idleTimer = setTimeout(() => this.stop(), IDLE_TIMEOUT_MS).unref();
  }

  stop(): void {
    clearTimeout(this.idleTimer);
    this.process?.kill('SIGKILL');
    this.clearState();
  }

  private async start(): Promise<void> {
    if (this.process) return;
    // POSIX shells have `ulimit` in units of 1024 bytes. Systems without it have no such limit.
    const limit = Math.ceil((DATA_BYTES + CODE_RANGE_BYTES + this.largest * 1.5) / 1_024);
    const child = spawn(
      '/bin/sh',
      ['-c', `ulimit -d ${limit} 2>/dev/null; exec "$0" "$@"`, process.execPath, ...FLAGS, PROGRAM],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        serialization: 'advanced',
        env: ENVIRONMENT,
      },
    );
    this.process = child;
    child.on('message', (reply: Reply) => this.waiting?.resolve(reply));
    child.once('error', (error) => this.process === child && this.lose(error));
    child.once('exit', (code, signal) => this.process === child && this.ended(code, signal));
    this.started = this.reply();
    const late = setTimeout(() => this.lose(new Error('The picture process did not start')), MAX_PICTURE_MS);
    await this.started.finally(() => clearTimeout(late));
    this.started = undefined;
  }

  private send(order: Order): Promise<Reply> {
    const reply = this.reply();
    this.process?.send(order, (error) => error && this.lose(error));
    return reply;
  }

  private reply(): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => (this.waiting = { resolve, reject })).finally(
      () => (this.waiting = undefined),
    );
  }

  /** Kills the process when it takes too much memory or time. */
  private async within(memory: number, work: () => Promise<Reply>): Promise<Reply> {
    const former = memoryOf(this.process) ?? 0;
    const memoryLimit = former + memory * MEMORY_SLACK.factor + MEMORY_SLACK.bytes;
    const until = performance.now() + MAX_PICTURE_MS;
    this.watch = setInterval(() => {
      if ((memoryOf(this.process) ?? 0) > memoryLimit) this.spend('TOO_MUCH_MEMORY');
      else if (performance.now() > until) this.spend('TOO_SLOW');
    }, MEMORY_POLL_INTERVAL_MS);
    try {
      return await work();
    } finally {
      clearInterval(this.watch);
    }
  }

  private spend(spent: Spent): void {
    this.spent = spent;
    this.process?.kill('SIGKILL');
  }

  /** An exit counts against the file if the process was killed for it, or if the decoder crashed. */
  private ended(code: number | null, signal: NodeJS.Signals | null): void {
    const isCrash = !this.started && (code !== null || CRASH_SIGNALS.includes(signal!));
    const verdict: Refusal | undefined = this.spent ? fault(this.spent) : isCrash ? fault('DAMAGED') : undefined;
    log.warn({ code, signal, spent: this.spent }, 'A picture process exited');
    const { waiting } = this;
    this.clearState();
    if (verdict) waiting?.resolve({ kind: 'refused', refusal: verdict });
    else waiting?.reject(new WorkerLost(`A picture process exited (${signal ?? code})`));
  }

  private lose(error: unknown): void {
    const { waiting } = this;
    this.stop();
    waiting?.reject(new WorkerLost('A picture process was lost', { cause: error }));
  }

  private clearState(): void {
    clearInterval(this.watch);
    this.process = this.started = this.spent = undefined;
  }
}

/** Signals of a crash: a decoder fault or out of memory. */
const CRASH_SIGNALS: readonly NodeJS.Signals[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

/** Resident bytes; undefined if the system does not report them. */
function memoryOf(child: ChildProcess | undefined): number | undefined {
  if (!child?.pid) return undefined;
  try {
    return (
      Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'latin1'))?.[1]) * 1_024 || undefined
    );
  } catch {
    return undefined;
  }
}

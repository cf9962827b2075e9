import { connect, createServer, type Server, type Socket } from 'node:net';

/** One of the programs behind a balancer. */
interface Backend {
  port: number;
  /** Whether it accepts requests, by `/readyz`. */
  ready(): Promise<boolean>;
}

/** Milliseconds between two checks; a program that stops has to serve for longer than that (`DRAIN_DELAY_MS`). */
const LOOK_EVERY = 250;

/**
 * One address for several processes of a service. Each connection goes to the next process that is ready, and
 * stays there until one side ends it, so uploads and event streams pass unread. A process that is not ready gets no new
 * connections; if none is, all are tried, because a service's response explains more than a closed port. The first is
 * the one that has not been ready for longest: of two that are restarted one after the other, it is about to be ready,
 * while the other one is about to close its port.
 */
export class Balancer {
  private readonly server: Server;
  private readonly open = new Set<Socket>();
  /** Programs that were not ready at the last check, in the order in which they became so. */
  private readonly unavailable = new Set<Backend>();
  private readonly looking = new Set<Backend>();
  private timer?: NodeJS.Timeout;
  private turn = 0;

  constructor(private readonly backends: readonly Backend[]) {
    this.server = createServer({ allowHalfOpen: true }, (socket) => void this.pass(socket));
  }

  /** Listens, and passes connections on from now on. */
  async listen(port: number, host: string): Promise<void> {
    await new Promise<void>((resolve, reject) => this.server.once('error', reject).listen(port, host, resolve));
    this.timer = setInterval(() => this.look(), LOOK_EVERY).unref();
  }

  /** Ends all connections. */
  close(): void {
    clearInterval(this.timer);
    this.server.close();
    for (const socket of this.open) socket.destroy();
  }

  private look(): void {
    for (const backend of this.backends) {
      if (this.looking.has(backend)) continue;
      this.looking.add(backend);
      void backend
        .ready()
        .catch(() => false)
        .then((ready) => {
          this.looking.delete(backend);
          if (ready) this.unavailable.delete(backend);
          else this.unavailable.add(backend);
        });
    }
  }

  private async pass(socket: Socket): Promise<void> {
    this.open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.open.delete(socket));
    for (const backend of this.inTurn()) {
      const inner = await connected(backend.port);
      if (inner) return join(socket, inner);
      this.unavailable.add(backend);
    }
    socket.destroy();
  }

  /** The processes that are ready, beginning with the one whose turn it is, and then the others. */
  private inTurn(): Backend[] {
    this.turn += 1;
    const from = this.turn % this.backends.length;
    const ready = [...this.backends.slice(from), ...this.backends.slice(0, from)].filter(
      (backend) => !this.unavailable.has(backend),
    );
    return [...ready, ...this.unavailable];
  }
}

/** A connection to a port of this machine; undefined if it is refused. */
export function connected(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
  });
}

/** Passes on what each of two connections sends; when one breaks, so does the other. */
export function join(socket: Socket, inner: Socket): void {
  const end = (): void => {
    socket.destroy();
    inner.destroy();
  };
  socket.setNoDelay(true);
  socket.on('close', end).pipe(inner).on('error', end).on('close', end).pipe(socket);
  if (socket.destroyed) end();
}

import { connect, createServer, type Server, type Socket } from 'node:net';

/** One of the programs behind a balancer. */
interface Backend {
  port: number;
  /** Whether it accepts requests, according to `/readyz`. */
  ready(): Promise<boolean>;
}

/** A stopping program has to serve for longer than this (`DRAIN_DELAY_MS`). */
const CHECK_INTERVAL_MS = 250;

/**
 * One address for several processes of a service. Each connection goes to the next process that is ready, and stays
 * there until one side ends it, so uploads and event streams pass unread. A process that is not ready gets no new
 * connections; if none is, all are tried, because a service's response explains more than a closed port. The first of
 * these has been unready for the longest time: of two programs that are restarted one after the other it is about to be
 * ready, while the other is about to close its port.
 */
export class Balancer {
  private readonly server: Server;
  private readonly open = new Set<Socket>();
  /** Programs that were not ready at the last check, in the order in which they became unready. */
  private readonly unavailable = new Set<Backend>();
  private readonly isChecking = new Set<Backend>();
  private timer?: NodeJS.Timeout;
  private turn = 0;

  constructor(private readonly backends: readonly Backend[]) {
    this.server = createServer({ allowHalfOpen: true }, (socket) => void this.pass(socket));
  }

  /** Starts to listen and to pass on connections. */
  async listen(port: number, host: string): Promise<void> {
    await new Promise<void>((resolve, reject) => this.server.once('error', reject).listen(port, host, resolve));
    this.timer = setInterval(() => this.checkBackends(), CHECK_INTERVAL_MS).unref();
  }

  /** Ends all connections. */
  close(): void {
    clearInterval(this.timer);
    this.server.close();
    for (const socket of this.open) socket.destroy();
  }

  private checkBackends(): void {
    for (const backend of this.backends) {
      if (this.isChecking.has(backend)) continue;
      this.isChecking.add(backend);
      void backend
        .ready()
        .catch(() => false)
        .then((ready) => {
          this.isChecking.delete(backend);
          if (ready) this.unavailable.delete(backend);
          else this.unavailable.add(backend);
        });
    }
  }

  private async pass(socket: Socket): Promise<void> {
    this.open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.open.delete(socket));
    for (const backend of this.backendsInOrder()) {
      const upstream = await connected(backend.port);
      if (upstream) return join(socket, upstream);
      this.unavailable.add(backend);
    }
    socket.destroy();
  }

  /** The ready processes, starting with the next in turn, followed by the others. */
  private backendsInOrder(): Backend[] {
    this.turn += 1;
    const client = this.turn % this.backends.length;
    const ready = [...this.backends.slice(client), ...this.backends.slice(0, client)].filter(
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

/** Connects two sockets in both directions; when one breaks, the other is closed. */
export function join(socket: Socket, upstream: Socket): void {
  const end = (): void => {
    socket.destroy();
    upstream.destroy();
  };
  socket.setNoDelay(true);
  socket.on('close', end).pipe(upstream).on('error', end).on('close', end).pipe(socket);
  if (socket.destroyed) end();
}

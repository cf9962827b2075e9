import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can be cut, held and restored, like a cable or a restarting server. */
export interface InterruptibleProxy {
  url: string;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  /** Keeps connections, accepts new ones, and forwards nothing, like a hanging server. */
  hold(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function interruptibleProxy(target: string): Promise<InterruptibleProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let state: 'whole' | 'cut' | 'held' = 'whole';
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
      if (state === 'held') socket.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    state = 'cut';
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    hold: () => {
      state = 'held';
      for (const socket of open) socket.pause();
    },
    restore: () => {
      state = 'whole';
      for (const socket of open) socket.resume();
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

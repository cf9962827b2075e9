import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long running requests may take once the server closes; the launcher and a cluster wait longer. */
const GRACE_MS = 5_000;

/**
 * Lets a closing server end. Browsers and pools open connections in advance; Node counts one that never
 * carried a request as active, and would wait a minute for it.
 * @returns a function to call when the server starts to close
 */
export function endConnections(server: Server): () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return () => {
    for (const socket of unused) socket.destroy();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  };
}

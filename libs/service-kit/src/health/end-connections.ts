import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connections {
  /**
   * From now on each response ends its connection, so that clients send their next request to another process; also the
   * responses to requests that run already. A client that kept one of these could send the next request while it is
   * being closed.
   */
  drain(): void;
  /**
   * To be called when the server starts to close: ends connections without a request at once, those with one after
   * its response, and all that are left after `within` milliseconds.
   */
  end(within: number): void;
}

/**
 * Makes a closing server end. Browsers and pools open connections in advance; Node counts one that never
 * carried a request as active, and would wait a minute for it. Nor does it close a kept connection whose request
 * ends after the server began to close.
 */
export function connectionsOf(server: Server): Connections {
  const unused = new Set<Socket>();
  const running = new Set<ServerResponse>();
  let isDraining = false;
  let isEnding = false;
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  // Before the handler, which may respond at once.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket);
    running.add(response);
    if (isDraining) closeAfterResponse(response);
    response.once('close', () => {
      running.delete(response);
      if (isEnding) server.closeIdleConnections();
    });
  });
  return {
    drain: () => {
      isDraining = true;
      running.forEach(closeAfterResponse);
    },
    end: (within) => {
      isEnding = true;
      for (const socket of unused) socket.destroy();
      const graceTimer = setTimeout(() => server.closeAllConnections(), within).unref();
      server.once('close', () => clearTimeout(graceTimer));
    },
  };
}

function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A body up to this size is read to its end after the response, so that the connection can be reused. */
const MAX_DRAINED_BYTES = 64 * 1_024;
/**
 * How long the sender of a longer body may continue after the response; if cut at once, it might lose the response (RFC
 * 9112, 9.6).
 */
const LINGER_MS = 2_000;

/**
 * Responses may be sent before the request's body was read, as all refusals are. The rest of the body is then
 * discarded if it is short and its length is known; otherwise the response has `Connection: close` and the
 * connection ends. On a connection that stays open the next request gets its response.
 */
export function endUnreadBodies(server: Server): void {
  server.prependListener('request', (request, response) => {
    if (!hasBody(request)) return;
    beforeHeaders(response, () => {
      if (!request.complete && !request.destroyed && !isShort(request)) closeAfterResponse(request, response);
    });
    // A reader may have stopped in the middle.
    response.once('finish', () => request.unpipe().resume());
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isShort = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= MAX_DRAINED_BYTES;

function beforeHeaders(response: ServerResponse, run: () => void): void {
  const writeHead = response.writeHead;
  response.writeHead = function (...args: unknown[]) {
    run();
    return writeHead.apply(this, args as Parameters<typeof writeHead>);
  };
}

/** Node destroys the connection as soon as the response is written; this leaves the sender time to read it. */
function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader('connection', 'close');
  socket.destroySoon = () => {
    const closeSocket = () => socket.destroy();
    socket.end();
    request.once('end', closeSocket);
    setTimeout(closeSocket, LINGER_MS).unref();
  };
}

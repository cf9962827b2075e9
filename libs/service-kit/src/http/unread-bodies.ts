import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A body of at most so many bytes is read to its end after the answer, so that the connection can be used again. */
const DRAINED = 64 * 1_024;
/** How long the sender of a longer one may go on sending after the answer; cut at once, it might lose the answer (RFC 9112, 9.6). */
const LINGER_MS = 2_000;

/**
 * Answers may come before their request's body was read: every refusal does. The rest of the body is then
 * dropped, where it is short and its length is known, or the answer says `Connection: close` and the
 * connection ends. A connection that stays open is one on which the next request is answered.
 */
export function endUnreadBodies(server: Server): void {
  server.prependListener('request', (request, response) => {
    if (!hasBody(request)) return;
    beforeHeaders(response, () => {
      if (!request.complete && !request.destroyed && !isShort(request)) endAfter(request, response);
    });
    // Whoever began to read may have stopped in the middle.
    response.once('finish', () => request.unpipe().resume());
  });
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isShort = ({ headers }: IncomingMessage) => headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= DRAINED;

function beforeHeaders(response: ServerResponse, act: () => void): void {
  const writeHead = response.writeHead;
  response.writeHead = function (...given: unknown[]) {
    act();
    return writeHead.apply(this, given as Parameters<typeof writeHead>);
  };
}

/** Node destroys the connection as soon as the answer is written; this leaves the sender time to read it. */
function endAfter(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader('connection', 'close');
  socket.destroySoon = () => {
    const cut = () => socket.destroy();
    socket.end();
    request.once('end', cut);
    setTimeout(cut, LINGER_MS).unref();
  };
}

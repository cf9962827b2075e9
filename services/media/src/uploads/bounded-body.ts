import { Transform, type Readable } from 'node:stream';
import { Problem } from '@sprayhunt/service-kit';

export interface BodyBounds {
  bytes: number;
  /** Longest pause between two pieces, and longest time for the whole, in milliseconds. */
  idleMs: number;
  totalMs: number;
  /** Whether an empty or aborted body ends normally with the bytes that have arrived. */
  keepsPartialBody?: boolean;
}

/** The sender disconnected, so no response is possible. */
export class SenderDisconnected extends Error {
  constructor() {
    super('The sender disconnected before the whole file had arrived');
  }
}

/**
 * Streams a request's body within its limits. Beyond them the returned stream fails with a Problem, and no more of the
 * body is read. The request stays open, so that the error can still be sent.
 */
export function boundedBody(
  body: Readable,
  { bytes, idleMs, totalMs, keepsPartialBody: keepsPart = false }: BodyBounds,
): Readable {
  let seen = 0;
  const bounded = new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      idle.refresh();
      if (seen > bytes) done(tooLarge(bytes));
      else done(null, piece);
    },
    flush(done) {
      done(
        seen === 0 && !keepsPart ? new Problem('MALFORMED', 'The upload is empty: send the file as the body.') : null,
      );
    },
  });
  const stop = (error: Error) => {
    if (!keepsPart) return bounded.destroy(error);
    body.unpipe(bounded);
    return bounded.end();
  };
  const abort = () => stop(new Problem('MALFORMED', 'The file did not arrive in time. Try again.'));
  const idle = setTimeout(abort, idleMs);
  const total = setTimeout(abort, totalMs);
  const onDisconnect = () => {
    if (!body.readableEnded) stop(new SenderDisconnected());
  };
  bounded.once('close', () => {
    clearTimeout(idle);
    clearTimeout(total);
    body.unpipe(bounded).off('close', onDisconnect).off('error', onDisconnect);
  });
  body.once('close', onDisconnect).once('error', onDisconnect).pipe(bounded);
  return bounded;
}

export const tooLarge = (bytes: number) =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `The file is too large: at most ${bytes / 1_048_576} MB (${bytes} bytes) are allowed.`,
  );

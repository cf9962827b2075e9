import { Transform, type Readable } from 'node:stream';
import { Problem } from '@sprayhunt/service-kit';

export interface BodyBounds {
  bytes: number;
  /** Longest pause between two pieces, and longest time for the whole, in milliseconds. */
  idleMs: number;
  totalMs: number;
  /** An empty or aborted body ends with the bytes that have arrived. */
  keepsPart?: boolean;
}

/** The sender disconnected; there is no one to respond to. */
export class SenderGone extends Error {
  constructor() {
    super('The sender went away before the whole file had arrived');
  }
}

/**
 * Passes a request's body on within its limits; beyond them, the returned stream
 * fails with a Problem and no more of the body is read. The request itself stays
 * open, so that the error can still be sent.
 */
export function boundedBody(body: Readable, { bytes, idleMs, totalMs, keepsPart = false }: BodyBounds): Readable {
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
  const giveUp = () => stop(new Problem('MALFORMED', 'The file did not arrive in time. Try again.'));
  const idle = setTimeout(giveUp, idleMs);
  const total = setTimeout(giveUp, totalMs);
  const onGone = () => {
    if (!body.readableEnded) stop(new SenderGone());
  };
  bounded.once('close', () => {
    clearTimeout(idle);
    clearTimeout(total);
    body.unpipe(bounded).off('close', onGone).off('error', onGone);
  });
  body.once('close', onGone).once('error', onGone).pipe(bounded);
  return bounded;
}

export const tooLarge = (bytes: number) =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `The file is too large: at most ${bytes / 1_048_576} MB (${bytes} bytes) are allowed.`,
  );

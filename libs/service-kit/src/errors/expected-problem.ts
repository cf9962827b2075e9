import { log } from '../logging/log.js';
import { Problem } from './problem.js';

/**
 * SQLSTATEs of an unavailable database: connection errors (08), exhausted resources and connections (53),
 * a server that stops or starts (57P0), a statement timeout (57014), and a standby (25006).
 */
const UNAVAILABLE_STATES = /^(08\w{3}|53\w{3}|57P0\w|57014|25006)$/;
const UNAVAILABLE_CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of `pg`, its pool and TypeORM for a lost or failed connection; these errors have no code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Query runner already released)/;

/**
 * SQLSTATEs by which Postgres refuses text: invalid UTF-8, an invalid value of the type, an invalid character in jsonb.
 */
const NO_TEXT = new Set(['22021', '22P02', '22P05']);

/** Seconds until a retry. */
const RETRY_AFTER = 1;

interface Layer {
  code?: unknown;
  message: string;
}

/** The error and the ones it wraps: TypeORM's in `driverError`, others in `cause`. */
function layersOf(error: unknown): Layer[] {
  if (!(error instanceof Error)) return [];
  return [error, ...layersOf('driverError' in error ? error.driverError : error.cause)];
}

/** Whether the database refused with one of these SQLSTATEs. */
export const hasSqlState = (error: unknown, states: RegExp): boolean =>
  layersOf(error).some(({ code }) => states.test(String(code)));

/** Whether an error means that the database or another needed server is unavailable. */
export function isUnavailable(error: unknown): boolean {
  return layersOf(error).some(
    ({ code, message }) =>
      UNAVAILABLE_STATES.test(String(code)) ||
      UNAVAILABLE_CODES.test(String(code)) ||
      UNAVAILABLE_MESSAGES.test(message),
  );
}

/**
 * Maps an error to an expected problem, whatever threw it. An unavailable database is `UNAVAILABLE`, one
 * that refuses text `VALIDATION_FAILED`; both are logged.
 * @returns undefined for an internal error
 */
export function expectedProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) {
    log.warn({ err: error }, 'The database did not respond');
    return new Problem('UNAVAILABLE', 'This part of the service is temporarily unavailable. Please try again.', {
      retryAfter: RETRY_AFTER,
      cause: error,
    });
  }
  if (layersOf(error).some(({ code }) => NO_TEXT.has(String(code)))) {
    log.warn({ err: error }, 'The database refused text that validation should have refused');
    return new Problem(
      'VALIDATION_FAILED',
      'This text contains characters that cannot be stored. Please remove them.',
      { cause: error },
    );
  }
  return undefined;
}

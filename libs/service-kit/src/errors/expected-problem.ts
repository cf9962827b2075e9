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

/** SQLSTATEs of invalid text: invalid UTF-8, an invalid value for the type, an invalid character in jsonb. */
const INVALID_TEXT_STATES = new Set(['22021', '22P02', '22P05']);

/** Suggested to the client. */
const RETRY_AFTER_SECONDS = 1;

interface Cause {
  code?: unknown;
  message: string;
}

/** The error and the errors that it wraps: TypeORM's in `driverError`, others in `cause`. */
function causesOf(error: unknown): Cause[] {
  if (!(error instanceof Error)) return [];
  return [error, ...causesOf('driverError' in error ? error.driverError : error.cause)];
}

/** Whether the error has one of these SQLSTATEs. */
export const hasSqlState = (error: unknown, states: RegExp): boolean =>
  causesOf(error).some(({ code }) => states.test(String(code)));

/** Whether an error means that the database or another needed server is unavailable. */
export function isUnavailable(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, message }) =>
      UNAVAILABLE_STATES.test(String(code)) ||
      UNAVAILABLE_CODES.test(String(code)) ||
      UNAVAILABLE_MESSAGES.test(message),
  );
}

/**
 * Maps any error to an expected problem. An unavailable database becomes `UNAVAILABLE`, text that it rejects
 * `VALIDATION_FAILED`; both are logged.
 * @returns undefined for an internal error
 */
export function expectedProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) {
    log.warn({ err: error }, 'The database did not respond');
    return new Problem('UNAVAILABLE', 'This part of the service is temporarily unavailable. Please try again.', {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  if (causesOf(error).some(({ code }) => INVALID_TEXT_STATES.has(String(code)))) {
    log.warn({ err: error }, 'The database rejected text that validation had accepted');
    return new Problem(
      'VALIDATION_FAILED',
      'This text contains characters that cannot be stored. Please remove them.',
      { cause: error },
    );
  }
  return undefined;
}

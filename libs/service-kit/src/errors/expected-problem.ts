import { log } from '../logging/log.js';
import { Problem } from './problem.js';

/**
 * SQLSTATEs of a database that is away: the connection (08), resources and connections that are used up (53),
 * a server that stops or starts (57P0), a statement that takes too long (57014), and one that has become a standby (25006).
 */
const AWAY_STATES = /^(08\w{3}|53\w{3}|57P0\w|57014|25006)$/;
const AWAY_CODES = /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What `pg`, its pool and TypeORM say of a connection that is lost or cannot be had; these errors have no code. */
const AWAY_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Query runner already released)/;

/** SQLSTATEs by which Postgres refuses a text: bytes that are no UTF-8, no value of the type, no character of jsonb. */
const NO_TEXT = new Set(['22021', '22P02', '22P05']);

/** Seconds after which another try makes sense. */
const RETRY_AFTER = 1;

interface Layer {
  code?: unknown;
  message: string;
}

/** The error, and what it wraps: TypeORM keeps the driver's in `driverError`, others in `cause`. */
function layersOf(error: unknown): Layer[] {
  if (!(error instanceof Error)) return [];
  return [error, ...layersOf('driverError' in error ? error.driverError : error.cause)];
}

/** Whether an error says that the database, or the way to something else that is needed, is away. */
export function isAway(error: unknown): boolean {
  return layersOf(error).some(({ code, message }) => AWAY_STATES.test(String(code)) || AWAY_CODES.test(String(code)) || AWAY_WORDS.test(message));
}

/**
 * The refusal that an error stands for, whatever threw it. A database that is away is `UNAVAILABLE`, and one
 * that refuses a text `VALIDATION_FAILED`; both are logged.
 * @returns undefined for a fault of ours
 */
export function expectedProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (isAway(error)) {
    log.warn({ err: error }, 'The database did not answer');
    return new Problem('UNAVAILABLE', 'This part of the service is away for a moment. Please try again.', { retryAfter: RETRY_AFTER, cause: error });
  }
  if (layersOf(error).some(({ code }) => NO_TEXT.has(String(code)))) {
    log.warn({ err: error }, 'The database refused a text that should have been refused before');
    return new Problem('VALIDATION_FAILED', 'This holds something that cannot be kept. Please write it differently.', { cause: error });
  }
  return undefined;
}

/**
 * What a log line may contain of an error besides its message; anything else (parameters, rows, bodies, addresses) is
 * left out.
 */
const LOGGED_PROPERTIES = ['code', 'constraint', 'table', 'column', 'routine', 'query', 'statusCode', 'responseCode'];
/** Longest value in characters; long SQL is cut. */
const MAX_VALUE_LENGTH = 1_000;
/** Errors whose message quotes the invalid value: parser errors and Postgres's data exceptions (class 22). */
const QUOTING_NAMES = new Set(['SyntaxError', 'GraphQLError']);
const DATA_EXCEPTION = /^22\w{3}$/;

export interface SafeError {
  type: string;
  message: string;
  stack?: string;
  cause?: SafeError;
  [property: string]: unknown;
}

/** The loggable part of an error: no user text and no database rows. */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'A value was thrown that is not an error' };
  const given = error as Error & Record<string, unknown>;
  const wrapped = given['driverError'] ?? given.cause;
  return {
    type: error.name,
    ...Object.fromEntries(
      LOGGED_PROPERTIES.flatMap((name) => (isLoggable(given[name]) ? [[name, short(given[name])]] : [])),
    ),
    message: quotesValues(given) ? withoutQuotes(error.message) : error.message,
    stack: framesOf(error.stack),
    ...(wrapped instanceof Error && wrapped !== error && { cause: safeError(wrapped) }),
  };
}

/** The frames of a stack, without its leading message. */
export const framesOf = (stack: string | undefined): string | undefined =>
  stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

const EMAIL = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu;
/** E.164. */
const PHONE = /\+\d{7,15}\b/g;

/** Removes contacts from a text before it is written. */
export const withoutContacts = (line: string): string =>
  line.replace(EMAIL, '(an e-mail address)').replace(PHONE, '(a phone number)');

const isLoggable = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const short = (value: string | number) => (typeof value === 'string' ? value.slice(0, MAX_VALUE_LENGTH) : value);
/** From the first quotation mark to the last one, because the quoted text may contain such marks. */
const withoutQuotes = (message: string) => message.replace(/["'`][^]*["'`]/, '…');

function quotesValues({ name, code, driverError }: Record<string, unknown>): boolean {
  const state = code ?? (driverError as { code?: unknown } | undefined)?.code;
  return QUOTING_NAMES.has(String(name)) || DATA_EXCEPTION.test(String(state));
}

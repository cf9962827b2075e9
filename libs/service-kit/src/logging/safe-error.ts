/** What a log line may tell of an error besides its words; whatever else an error carries (parameters, rows, bodies, addresses) stays out. */
const TOLD = ['code', 'constraint', 'table', 'column', 'routine', 'query', 'statusCode', 'responseCode'];
/** Characters of one of them; long SQL is cut. */
const LONGEST = 1_000;
/** Errors whose words quote the value that was wrong: those of parsers, and Postgres's data exceptions (class 22). */
const QUOTING_NAMES = new Set(['SyntaxError', 'GraphQLError']);
const DATA_EXCEPTION = /^22\w{3}$/;

export interface SafeError {
  type: string;
  message: string;
  stack?: string;
  cause?: SafeError;
  [told: string]: unknown;
}

/** What of an error a log line holds: nothing that somebody wrote, and nothing of a row of the database. */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something was thrown that is no error' };
  const given = error as Error & Record<string, unknown>;
  const wrapped = given['driverError'] ?? given.cause;
  return {
    type: error.name,
    ...Object.fromEntries(TOLD.flatMap((name) => (isTold(given[name]) ? [[name, short(given[name])]] : []))),
    message: quotesValues(given) ? withoutQuotes(error.message) : error.message,
    stack: framesOf(error.stack),
    ...(wrapped instanceof Error && wrapped !== error && { cause: safeError(wrapped) }),
  };
}

/** The places of a stack, without the message that a stack begins with. */
export const framesOf = (stack: string | undefined): string | undefined => stack?.split('\n').filter((line) => /^\s+at /.test(line)).join('\n');

const EMAIL = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu;
/** E.164. */
const PHONE = /\+\d{7,15}\b/g;

/** Blanks out addresses of people in whatever is about to be written. */
export const withoutContacts = (line: string): string => line.replace(EMAIL, '(an e-mail address)').replace(PHONE, '(a phone number)');

const isTold = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const short = (value: string | number) => (typeof value === 'string' ? value.slice(0, LONGEST) : value);
/** From the first quotation mark to the last one, for what is quoted may hold such marks itself. */
const withoutQuotes = (message: string) => message.replace(/["'`][^]*["'`]/, '…');

function quotesValues({ name, code, driverError }: Record<string, unknown>): boolean {
  const state = code ?? (driverError as { code?: unknown } | undefined)?.code;
  return QUOTING_NAMES.has(String(name)) || DATA_EXCEPTION.test(String(state));
}

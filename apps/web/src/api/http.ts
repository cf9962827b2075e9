import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './schema';
import { newIdempotencyKey } from '../lib/random';
import { reportSessionEnded } from './session';

/** A refusal by the server; RFC 9457 problem JSON is read into its parts. */
export interface Problem {
  status: number;
  /** Stable, for programs, for example `USERNAME_TAKEN`. */
  code?: string;
  /** A sentence in English; `problemDetail` and `fieldDetail` of problems.ts say it in the present language. */
  detail?: string;
  errors?: FieldProblem[];
  /** Seconds after which the server accepts a retry. */
  retryAfter?: number;
}

export interface FieldProblem {
  field: string;
  code: string;
  detail: string;
}

/**
 * Any response that is not OK. `message` is "<status>: <body>", or the status text where the body is empty;
 * it stays internal, players see `problemDetail`.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    readonly body: string,
    statusText: string,
    /** Seconds after which the server accepts a retry. */
    readonly retryAfter?: number,
  ) {
    super(`${status}: ${body || statusText}`);
    this.problem = readProblem(status, body);
  }

  readonly problem: Problem;

  static async from(response: Response): Promise<HttpError> {
    const body = await response.text().catch(() => '');
    const retryAfter = Number(response.headers.get('retry-after'));
    return new HttpError(response.status, body, response.statusText, retryAfter > 0 ? retryAfter : undefined);
  }
}

/** GraphQL's errors: in a response, and as Apollo throws them. */
interface GraphErrors {
  errors: readonly { message: string; extensions?: { code?: string; fields?: FieldProblem[]; retryAfter?: number } }[];
}

const isGraphErrors = (value: unknown): value is GraphErrors => {
  const errors = (value as Partial<GraphErrors> | null)?.errors;
  return (
    Array.isArray(errors) && typeof (errors[0] as Partial<GraphErrors['errors'][0]> | undefined)?.message === 'string'
  );
};

function problemOfGraph({ errors: [first] }: GraphErrors): Omit<Problem, 'status'> {
  return {
    code: first?.extensions?.code,
    detail: first?.message,
    errors: first?.extensions?.fields,
    retryAfter: first?.extensions?.retryAfter,
  };
}

function readProblem(status: number, body: string): Problem {
  try {
    const problem = JSON.parse(body) as Partial<Problem>;
    if (isGraphErrors(problem)) return { status, ...problemOfGraph(problem) };
    const { code, detail, errors } = problem;
    return { status, code, detail, errors: Array.isArray(errors) ? errors : undefined };
  } catch {
    return { status };
  }
}

/** The server's problem of a failed call, by REST or by GraphQL. */
export function problemOf(error: unknown): Omit<Problem, 'status'> | undefined {
  if (error instanceof HttpError) return { ...error.problem, retryAfter: error.retryAfter };
  return isGraphErrors(error) ? problemOfGraph(error) : undefined;
}

/**
 * Whether the session has ended: the message starts with "401: " and contains "Unauthorized", or GraphQL's code says
 * so.
 */
export function isUnauthorized(error: unknown): boolean {
  if (error instanceof Error && /^401: .*Unauthorized/s.test(error.message)) return true;
  return isGraphErrors(error) && error.errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
}

export function problemCode(error: unknown): string | undefined {
  return problemOf(error)?.code;
}

/** The request did not reach the server, or its response not us. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';

  constructor(cause: unknown) {
    super('There is no connection to the server.', { cause });
  }
}

/**
 * Every call to our server goes through here, those of the service worker too: sends cookies, and returns only a
 * response that is OK.
 * @param on401 `report` also reports that the session has ended, which redirects to the sign-in screen; with `leave`
 *   the caller decides
 * @throws HttpError; NoConnection; what `signal` was aborted with
 */
export async function send(
  input: Request | string,
  { on401 = 'report', ...init }: RequestInit & { on401?: 'report' | 'leave' } = {},
): Promise<Response> {
  const request =
    typeof input === 'string'
      ? new Request(new URL(input, globalThis.location.origin), { credentials: 'include', ...init })
      : input;
  const response = await globalThis.fetch(request).catch((error: unknown) => {
    throw request.signal.aborted ? error : new NoConnection(error);
  });
  if (response.ok) return response;
  const error = await HttpError.from(response);
  if (on401 === 'report' && isUnauthorized(error)) reportSessionEnded();
  throw error;
}

const IDEMPOTENCY_KEY = 'idempotency-key';

const middleware: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_KEY)) {
      request.headers.set(IDEMPOTENCY_KEY, newIdempotencyKey());
    }
    return request;
  },
};

function client(on401: 'report' | 'leave') {
  const created = createClient<paths>({
    baseUrl: globalThis.location.origin,
    credentials: 'include',
    fetch: (request) => send(request, { on401 }),
  });
  created.use(middleware);
  return created;
}

/**
 * The typed client of our REST calls: `api.GET('/api/discoveries/nearby', { params: { query } })`.
 * A body is sent only with a payload; every POST carries an `Idempotency-Key` (pass your own header to make a retry
 * idempotent); throws what `send` throws.
 */
export const api = /* @__PURE__ */ client('report');

/** The same for calls that guests may try too: the caller handles a 401. */
export const guestApi = /* @__PURE__ */ client('leave');

/** The response's body: `await bodyOf(api.GET(…))`. A response that is not OK was thrown before. */
export async function bodyOf<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  return data as NonNullable<T>;
}

import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../api/schema';

/** A refusal by the server; RFC 9457 problem JSON is read into its parts. */
export interface Problem {
  status: number;
  /** Stable, for programs, for example `USERNAME_TAKEN`. */
  code?: string;
  /** A sentence that may be shown to people. */
  detail?: string;
  errors?: FieldProblem[];
}

export interface FieldProblem {
  field: string;
  code: string;
  detail: string;
}

/**
 * Any response that is not OK. `message` is "<status>: <body>", or the status text where the body is empty;
 * it stays internal, players see `problem.detail`.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    body: string,
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

function readProblem(status: number, body: string): Problem {
  try {
    const { code, detail, errors } = JSON.parse(body) as Partial<Problem>;
    return { status, code, detail, errors: Array.isArray(errors) ? errors : undefined };
  } catch {
    return { status };
  }
}

/** Whether the session has ended: the message starts with "401: " and contains "Unauthorized". */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && /^401: .*Unauthorized/s.test(error.message);
}

/** The server's message for people, or `otherwise`. */
export function problemDetail(error: unknown, otherwise: string): string {
  return (error instanceof HttpError && error.problem.detail) || otherwise;
}

export function problemCode(error: unknown): string | undefined {
  return error instanceof HttpError ? error.problem.code : undefined;
}

/** A fresh `Idempotency-Key`. `crypto.randomUUID` is missing on plain-http addresses, random bytes are not. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const IDEMPOTENCY_KEY = 'idempotency-key';

const middleware: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_KEY)) {
      request.headers.set(IDEMPOTENCY_KEY, newIdempotencyKey());
    }
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await HttpError.from(response);
  },
};

/**
 * The typed client of our REST calls: `api.GET('/api/discoveries/nearby', { params: { query } })`.
 * Sends cookies always and a body only with a payload; every POST carries an `Idempotency-Key`
 * (pass your own header to make a retry idempotent); a response that is not OK is thrown as HttpError.
 */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'include',
  fetch: (request) => globalThis.fetch(request),
});
api.use(middleware);

/** The response's body: `await bodyOf(api.GET(…))`. A response that is not OK was thrown before. */
export async function bodyOf<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  return data as NonNullable<T>;
}

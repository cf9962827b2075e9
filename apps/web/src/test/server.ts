import { stubGlobal } from './stub-global';

export interface SeenCall {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
  credentials: RequestCredentials;
}

type Result = Response | object | null;
type Handler = (call: SeenCall) => Result | Promise<Result>;
type StubResponse = Result | Handler;

const isHandler = (response: StubResponse): response is Handler => typeof response === 'function';

/**
 * Stands in for the gateway in component tests: `serve({ 'GET /api/auth/user': { id: '1' } })`.
 * An object is returned as JSON, null as 204, an unlisted call as a 404 problem. Returns the recorded calls.
 */
export function serve(responses: Record<string, StubResponse>): SeenCall[] {
  const calls: SeenCall[] = [];
  stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(input, window.location.origin), init);
    const url = new URL(request.url);
    const text = await request.clone().text();
    const call: SeenCall = {
      method: request.method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
      credentials: request.credentials,
    };
    calls.push(call);
    const response = responses[`${call.method} ${call.path}`] ?? (call.method + ' ' + call.path in responses ? null : problem(404, 'NOT_FOUND', 'There is nothing here.'));
    const result = isHandler(response) ? await response(call) : response;
    if (result instanceof Response) return result.clone();
    return result === null ? new Response(null, { status: 204 }) : Response.json(result);
  });
  return calls;
}

export function problem(status: number, code: string, detail: string, errors?: { field: string; code: string; detail: string }[]): Response {
  return new Response(JSON.stringify({ type: 'about:blank', title: code, status, detail, code, errors }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}

/** The gateway's response to a guest's request for the signed-in user. */
export const signedOut = () => problem(401, 'UNAUTHENTICATED', 'Unauthorized: sign in first.');

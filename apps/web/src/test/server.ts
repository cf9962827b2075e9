import { operationOf, refusal, runOperation } from './graph';
import { stubGlobal } from './stub-global';

export interface SeenCall {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
  credentials: RequestCredentials;
  /** Of a GraphQL call: `query player`, with its arguments in `body`. */
  operation?: string;
}

/** Texts and truth are of GraphQL only. */
type Result = Response | object | string | boolean | null;
type Handler = (call: SeenCall) => Result | Promise<Result>;
type StubResponse = Result | Handler;

const isHandler = (response: StubResponse): response is Handler => typeof response === 'function';

/**
 * Stands in for the gateway in component tests: `serve({ 'GET /api/auth/user': { id: '1' } })`.
 * An object is returned as JSON, null as 204, an unlisted call as a 404 problem. Root fields of GraphQL are listed as
 * `'query player'`, with a value that the schema allows, or a problem. Returns the recorded calls, without the bell's
 * on each screen where no notifications are listed.
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
      body: !text ? undefined : request.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
      headers: request.headers,
      credentials: request.credentials,
    };
    if (isBell(call) && !(BELL in responses)) return Response.json({ data: { notifications: { unread: 0 } } });
    calls.push(call);
    if (call.path === '/graphql') return Response.json(await graph(call, responses));
    const response =
      responses[`${call.method} ${call.path}`] ??
      (call.method + ' ' + call.path in responses ? null : problem(404, 'NOT_FOUND', 'There is nothing here.'));
    const result = isHandler(response) ? await response(call) : response;
    if (result instanceof Response) return result.clone();
    return result === null ? new Response(null, { status: 204 }) : Response.json(result);
  });
  return calls;
}

/** Rows that a list may be asked for. */
const MAX_PAGE_SIZE = 100;

const BELL = 'query notifications';
const isBell = ({ path, body }: SeenCall) =>
  path === '/graphql' && operationOf((body as { documentId: string }).documentId).name?.value === 'UnreadNotifications';

/** Each root field that the operation asks for comes from the response listed for it. */
async function graph(call: SeenCall, responses: Record<string, StubResponse>): Promise<object> {
  const { documentId, variables = {} } = call.body as { documentId: string; variables?: Record<string, unknown> };
  const { operation } = operationOf(documentId);
  const rootValue = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, field: string) => async (args: Record<string, unknown>) => {
        if (Number(args['first'] ?? 1) > MAX_PAGE_SIZE)
          throw new Error(`${field} returns ${MAX_PAGE_SIZE} at most, as the gateway allows.`);
        call.operation = `${operation} ${field}`;
        call.body = args;
        const listed = responses[call.operation];
        const result = isHandler(listed!) ? await listed(call) : listed;
        if (result instanceof Response) {
          const { code, detail, errors } = (await result.clone().json()) as {
            code: string;
            detail: string;
            errors?: object[];
          };
          throw refusal(code, detail, { fields: errors });
        }
        if (result === undefined) throw refusal('NOT_FOUND', 'There is nothing here.');
        return result;
      },
    },
  );
  return runOperation(documentId, variables, rootValue);
}

export function problem(
  status: number,
  code: string,
  detail: string,
  errors?: { field: string; code: string; detail: string }[],
): Response {
  return new Response(JSON.stringify({ type: 'about:blank', title: code, status, detail, code, errors }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}

/** The gateway's response to a guest's request for the signed-in user. */
export const signedOut = () => problem(401, 'UNAUTHENTICATED', 'Unauthorized: sign in first.');

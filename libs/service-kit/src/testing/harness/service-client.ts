import { ANONYMOUS, type Identity } from '../../identity/identity.js';
import { SESSION_GRANT_HEADER, type SessionGrant } from '../../identity/session-grant.js';
import { traceparent } from '../../logging/trace-context.js';
import { PERSONAL_DATA_PATH } from '../../personal-data/personal-data.route.js';
import { signIdentity } from './identities.js';

export interface GraphQLResult<T> {
  data: T | null;
  errors?: {
    message: string;
    extensions: { code: string; fields?: { field: string; code: string }[]; existing?: string; retryAfter?: number };
  }[];
  /** The session grant for the gateway. */
  grant?: SessionGrant;
}

/** HTTP client of a service. */
export interface ServiceClient {
  /** As part of the current trace, where there is one. @param as the caller, or a token; by default anonymous */
  graphql<T>(
    query: string,
    variables?: object,
    as?: Identity | string,
    headers?: Record<string, string>,
  ): Promise<GraphQLResult<T>>;
  /** The service's data about a player. */
  personalData(as: Identity | string): Promise<Response>;
}

export function serviceClient(service: string, url: string): ServiceClient {
  const authorization = (as: Identity | string) => `Bearer ${typeof as === 'string' ? as : signIdentity(as, service)}`;
  return {
    async graphql<T>(
      query: string,
      variables: object = {},
      as: Identity | string = ANONYMOUS,
      headers: Record<string, string> = {},
    ) {
      const trace = traceparent();
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: authorization(as),
          ...(trace && { traceparent: trace }),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      });
      const result = (await response.json()) as GraphQLResult<T>;
      const grant = response.headers.get(SESSION_GRANT_HEADER);
      return { ...result, ...(grant !== null && { grant: JSON.parse(grant) as SessionGrant }) };
    },
    personalData: (as) => fetch(`${url}${PERSONAL_DATA_PATH}`, { headers: { authorization: authorization(as) } }),
  };
}

import type { RateKind } from '../limits/rate-limits.js';
import type { RouteInput } from './route-input.js';

export type Access =
  /** Open to all. */
  | 'anyone'
  /** Open to all; a caller without a session first gets an anonymous one. */
  | 'session'
  /** Needs a signed-in player, who may be pending. */
  | 'player';

export type ResponseShape =
  /** The nodes of the connection under the alias `list`, with a `Link` to the next page. */
  | { kind: 'list'; name: string }
  /** The nodes of a list without pages; a header has the list's other fields. */
  | {
      kind: 'whole-list';
      name: string;
      header: { name: string; description: string; of(list: { nodes: readonly unknown[] }): string | undefined };
    }
  /**
   * The value under the alias `item`; if it is null, the error `whenNull` or a 204. With a `Link` to the next page of
   * the connection in its field `pages`, if it has one.
   */
  | { kind: 'item'; name: string; whenNull?: { code: string; detail: string } | 'nothing'; pages?: string }
  /** Only the status. */
  | { kind: 'nothing' };

/** One call of the REST facade: the operation, the source of its variables, and the form of the response. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for each parameter. */
  path: string;
  summary: string;
  /** File name of the GraphQL operation in `operations/`, without extension. */
  operation: string;
  access: Access;
  /** Missing if the path needs no description. */
  input?: RouteInput;
  /** Variables from the path's parameters; without it they have the same names. */
  paramsToVariables?(params: Record<string, string>): Record<string, unknown>;
  status: number;
  response: ResponseShape;
  /** Sends a message or opens an account; has the strictest limit. */
  sensitive?: boolean;
  /**
   * Gateways of the former release stored no response under an `Idempotency-Key`. By GraphQL, too. The next release
   * drops this property with their table.
   */
  serviceKeepsKey?: true;
  /** Takes any content type, and reads nothing of the body. */
  ignoresBody?: true;
  /** The caller's live connection then reports new discoveries around this place. */
  remembersViewport?: boolean;
}

/** The limit that a call of the route counts against. */
export const rateKind = ({ sensitive, method }: Pick<Route, 'sensitive' | 'method'>): RateKind =>
  sensitive ? 'sensitive' : method === 'GET' ? 'reads' : 'writes';

const UUID = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** The path in Fastify's words. */
export const urlOf = ({ path }: Pick<Route, 'path'>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? `:id(${UUID})` : `:${name}`));

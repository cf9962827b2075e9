import type { z } from 'zod';
import type { RateKind } from '../limits/rate-limits.js';

export type Access =
  /** Open to all. */
  | 'anyone'
  /** Open to all; somebody without a session is given an anonymous one first. */
  | 'session'
  /** Needs a signed-in player, who may be pending. */
  | 'player';

type Shape = z.ZodObject;

/** What a caller sent, checked. */
export interface Input<Q extends Shape = Shape, B extends z.ZodType = z.ZodType> {
  params: Record<string, string>;
  query: z.infer<Q>;
  body: z.infer<B>;
}

export type AnswerShape =
  /** The nodes of the connection under the alias `list`, with a `Link` to the next page. */
  | { kind: 'list'; name: string }
  /** The value under the alias `item`; where it is null the refusal is `whenNull`, or the answer a 204. */
  | { kind: 'item'; name: string; whenNull?: { code: string; detail: string } | 'nothing' }
  /** Nothing but the status. */
  | { kind: 'nothing' };

/** One call of the REST facade: what it takes, which operation answers it, and what goes back. */
export interface Route<Q extends Shape = Shape, B extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for each parameter. */
  path: string;
  summary: string;
  /** File name of the GraphQL operation in `operations/`, without its ending. */
  operation: string;
  access: Access;
  query?: Q;
  body?: B;
  variables?(input: Input<Q, B>): Record<string, unknown>;
  status: number;
  answer: AnswerShape;
  /** REST names of the operation's input fields, where they differ, for refusals. */
  fieldNames?(body: z.infer<B>): Record<string, string>;
  /** Sends a message or opens an account: has the strictest limit. */
  sensitive?: boolean;
  /**
   * The service itself keeps the `Idempotency-Key` with what the request made, so the gateway keeps nothing. By
   * GraphQL, too.
   */
  serviceKeepsKey?: true;
  /** The caller's live connection then tells of new discoveries around this place. */
  remembersViewport?: boolean;
}

/** Keeps the types of a route's own query and body for its `variables`. */
export const route = <Q extends Shape, B extends z.ZodType>(given: Route<Q, B>): Route => given;

/** Against which limit a call of the route counts. */
export const rateKind = ({ sensitive, method }: Pick<Route, 'sensitive' | 'method'>): RateKind => (sensitive ? 'sensitive' : method === 'GET' ? 'reads' : 'writes');

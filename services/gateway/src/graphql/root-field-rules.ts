import type { RateKind } from '../limits/rate-limits.js';

/** How a root field is called, by REST and by GraphQL alike. */
export interface RootFieldRule {
  kind: RateKind;
  /** Somebody without a session is given an anonymous one first. */
  opensSession: boolean;
  /** The service itself keeps the `Idempotency-Key`. */
  serviceKeepsKey: boolean;
}

/** By the names of the root fields; injected, as the REST table stands above this folder. */
export const ROOT_FIELD_RULES = Symbol('ROOT_FIELD_RULES');

export type RootFieldRules = ReadonlyMap<string, RootFieldRule>;

import type { RateKind } from '../limits/rate-limits.js';

/** How a root field is called, by REST and GraphQL alike. */
export interface RootFieldRule {
  kind: RateKind;
  /** A caller without a session first gets an anonymous one. */
  opensSession: boolean;
  /** As of its route. */
  serviceKeepsKey: boolean;
}

/** By root field name; injected, because the REST table is above this folder. */
export const ROOT_FIELD_RULES = Symbol('ROOT_FIELD_RULES');

export type RootFieldRules = ReadonlyMap<string, RootFieldRule>;

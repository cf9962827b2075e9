import type { RateKind } from '../limits/rate-limits.js';
import { rateKind } from '../rest/route.js';
import { routes } from '../rest/routes.js';
import { rootFieldsOf } from './root-fields.js';
import { operationOf, shippedOperations } from './shipped-operations.js';

/** What the REST table says of a root field. */
export interface RestTwin {
  kind: RateKind;
  /** Somebody without a session is given an anonymous one first. */
  welcomes: boolean;
}

/** The root fields that the REST table runs, by their names. */
export function restTwins(): Map<string, RestTwin> {
  const operations = shippedOperations();
  return new Map(
    routes.flatMap((route) => {
      const { document } = operations.get(route.operation)!;
      return rootFieldsOf(document, operationOf(document)).map((field) => [field, { kind: rateKind(route), welcomes: route.access === 'session' }] as const);
    }),
  );
}

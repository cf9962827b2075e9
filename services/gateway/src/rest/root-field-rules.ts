import type { RootFieldRules } from '../graphql/root-field-rules.js';
import { rootFieldsOf } from '../graphql/root-fields.js';
import { rateKind } from './route.js';
import { routes } from './routes.js';
import { operationOf, shippedOperations } from './shipped-operations.js';

/** The root fields that the REST table runs: by GraphQL they are limited and opened as they are here. */
export function rootFieldRules(): RootFieldRules {
  const operations = shippedOperations();
  return new Map(
    routes.flatMap((route) => {
      const { document } = operations.get(route.operation)!;
      const rule = { kind: rateKind(route), opensSession: route.access === 'session', serviceKeepsKey: route.serviceKeepsKey === true };
      return rootFieldsOf(document, operationOf(document)).map((field) => [field, rule] as const);
    }),
  );
}

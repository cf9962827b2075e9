import type { RootFieldRules } from '../graphql/root-field-rules.js';
import { rootFieldsOf } from '../graphql/root-fields.js';
import { rateKind } from './route.js';
import { routes } from './routes.js';
import { operationOf, shippedOperations } from './shipped-operations.js';

/** The root fields of the REST table: GraphQL applies the same limits and access to them. */
export function rootFieldRules(): RootFieldRules {
  const operations = shippedOperations();
  return new Map(
    routes.flatMap((route) => {
      const { document } = operations.get(route.operation)!;
      const rule = {
        kind: rateKind(route),
        opensSession: route.access === 'session',
        serviceKeepsKey: route.serviceKeepsKey === true,
      };
      return rootFieldsOf(document, operationOf(document)).map((field) => [field, rule] as const);
    }),
  );
}

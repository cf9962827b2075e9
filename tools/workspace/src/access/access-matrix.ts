import { readFileSync } from 'node:fs';
import type { AccessRule } from '@sprayhunt/service-kit';
import { filesBelow, root } from '../files.js';
import { accessRulesOf } from './access-rules.js';
import { resultsOfCall, resultsOfField, resultsOfOperation, type Results } from './expected-results.js';
import { graphqlInterfaces, restInterfaces, type Field, type Operation, type RestCall } from './interfaces.js';
import { OTHER_ROUTES, OUTCOMES, type Outcome } from './outcomes.js';

/** A call with the result that each kind of caller gets. */
export type Expected<Call> = Call & { results: Results };

export interface AccessMatrix {
  operations: Expected<Operation>[];
  fields: Expected<Field>[];
  calls: Expected<RestCall>[];
  otherRoutes: Expected<RestCall>[];
}

/**
 * Every operation, field and call with the results that follow from `@Access`, `@scope`, openapi.json and `OUTCOMES`.
 * @throws Error for an operation without a rule, a type that no operation leads to, and an outcome of no call
 */
export function accessMatrix(): AccessMatrix {
  const { operations, fields, unreachable } = graphqlInterfaces();
  if (unreachable.length > 0) throw new Error(`No operation leads to ${unreachable.join(', ')}`);
  const rules = new Map(resolvers().flatMap((file) => accessRulesOf(readFileSync(`${root}${file}`, 'utf8'))));
  const outcomes = outcomesByCall();
  const ruleOf = ({ name }: Operation): AccessRule => {
    const rule = rules.get(name);
    if (!rule) throw new Error(`No resolver has ${name}`);
    return rule;
  };
  const results = new Map(
    operations.map((operation) => [
      operation.name,
      resultsOfOperation(operation, ruleOf(operation), outcomes.get(operation.name)),
    ]),
  );
  const called = (call: RestCall): Expected<RestCall> => ({
    ...call,
    results: resultsOfCall(call, results.get(call.operation ?? ''), outcomes.get(call.name)),
  });
  const matrix: AccessMatrix = {
    operations: operations.map((operation) => ({ ...operation, results: results.get(operation.name)! })),
    fields: fields.map((field) => ({
      ...field,
      results: resultsOfField(field, ruleOf(field.operation), outcomes.get(field.operation.name)),
    })),
    calls: restInterfaces().map(called),
    otherRoutes: OTHER_ROUTES.map((name) => {
      const [method, path] = name.split(' ') as [string, string];
      return called({ name, method, path, scopes: [], security: [], mayBeEmpty: false });
    }),
  };
  const names = new Set(Object.values(matrix).flatMap((all: { name: string }[]) => all.map(({ name }) => name)));
  const unknown = [...outcomes.keys()].filter((name) => !names.has(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}, whose outcome is declared`);
  return matrix;
}

const resolvers = (): string[] => filesBelow('services').filter((file) => file.endsWith('.resolver.ts'));

function outcomesByCall(): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const { of, outcome } of OUTCOMES)
    for (const name of of) {
      if (outcomes.has(name)) throw new Error(`${name} has two outcomes`);
      outcomes.set(name, outcome);
    }
  return outcomes;
}

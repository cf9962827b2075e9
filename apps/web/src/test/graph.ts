import { readFileSync } from 'node:fs';
import { buildSchema, execute, GraphQLError, parse, type OperationDefinitionNode } from 'graphql';
import { afterEach, expect } from '@jest/globals';

const gateway = new URL('../../../../services/gateway/src/graphql/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, gateway), 'utf8');

/** The committed supergraph: what the stub returns has to be what the gateway could return. */
const schema = buildSchema(read('supergraph.graphql'));
const { documents } = JSON.parse(read('page-documents.json')) as { documents: Record<string, { text: string }> };

const faults: string[] = [];
afterEach(() => expect(faults.splice(0)).toEqual([]));

/** A refusal in a GraphQL response, to throw in a stub. */
export const refusal = (code: string, message: string, more: object = {}) =>
  new GraphQLError(message, { extensions: { code, ...more } });

/** The operation's name, and whether it is a query or a mutation. */
export function operationOf(documentId: string): OperationDefinitionNode {
  const text = documents[documentId]?.text;
  if (text === undefined) throw new Error(`The manifest has no document ${documentId}: run npm run generate.`);
  return parse(text).definitions.find((definition) => definition.kind === 'OperationDefinition')!;
}

/**
 * Runs an operation of the page on the real schema, with what a spec returns for the root fields. Anything that the
 * schema does not allow (a field left out, a null, a wrong type) fails the spec.
 */
export async function runOperation(
  documentId: string,
  variables: Record<string, unknown>,
  rootValue: Record<string, unknown>,
): Promise<object> {
  const { data, errors } = await execute({
    schema,
    document: parse(documents[documentId]!.text),
    rootValue,
    variableValues: variables,
  });
  for (const { message, path, originalError, extensions } of errors ?? [])
    if (!(originalError instanceof GraphQLError) && !extensions['code']) faults.push(`${path?.join('.')}: ${message}`);
  return { data, ...(errors && { errors: errors.map((error) => error.toJSON()) }) };
}

import { readdirSync, readFileSync } from 'node:fs';
import { Kind, parse, visit, type DocumentNode, type OperationDefinitionNode } from 'graphql';

const folder = new URL('./operations/', import.meta.url);
const FRAGMENT_FILE = '.fragment.graphql';

/** An operation that the product ships, with its fragments. */
export interface ShippedOperation {
  /** Name of its file without extension, for example `discoveries-nearby`. */
  name: string;
  text: string;
  document: DocumentNode;
}

let operations: ReadonlyMap<string, ShippedOperation> | undefined;

/** Every shipped operation. Several parts of the gateway need them when it starts, so they are read and parsed once. */
export const shippedOperations = (): ReadonlyMap<string, ShippedOperation> => (operations ??= readOperations());

function readOperations(): ReadonlyMap<string, ShippedOperation> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  const fragments = new Map(
    files
      .filter((file) => file.endsWith(FRAGMENT_FILE))
      .map(read)
      .map((text) => [fragmentName(text), text]),
  );
  return new Map(
    files
      .filter((file) => !file.endsWith(FRAGMENT_FILE))
      .map((file) => {
        const name = file.replace(/\.graphql$/, '');
        const text = withFragments(read(file), fragments);
        return [name, { name, text, document: parse(text, { noLocation: true }) }];
      }),
  );
}

export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('The document holds no operation');
  return operation;
}

function fragmentName(text: string): string {
  const definition = parse(text).definitions[0];
  if (definition?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(`Not a fragment: ${text}`);
  return definition.name.value;
}

function withFragments(text: string, fragments: Map<string, string>): string {
  const used = new Set<string>();
  visit(parse(text), { FragmentSpread: ({ name }) => void used.add(name.value) });
  return [text, ...[...used].map((name) => fragments.get(name) ?? '')].join('\n');
}

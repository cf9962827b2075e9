import {
  getArgumentValues,
  getVariableValues,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { WithDistance } from '../nearby/spatial-index.js';
import { cursorAt } from '../nearby/list-pages.js';
import type * as Schema from '../schema.generated.js';
import { boolean, CELL, COLUMNS, inAscii, PINS } from './discovery-fields.js';
import type { DiscoveryCells } from './discovery-reads.js';

type Item = WithDistance<DiscoveryCells>;
/** Returns JSON. */
type Write<T> = (of: T) => string;

/** The root field served this way; it is open to anyone. */
const ROOT = 'discoveriesNearby';

const pinOf = (field: 'emojiPin' | 'emojiType'): Write<Item> => {
  const json = Object.fromEntries(Object.entries(PINS).map(([type, pin]) => [type, inAscii(pin[field])])) as Record<
    Schema.PinType,
    string
  >;
  return ({ cells }) => json[cells[CELL.pinType] as Schema.PinType];
};

/** Serializer of each field of a discovery. */
const FIELDS: Record<string, Write<Item>> = {
  ...Object.fromEntries(
    Object.values(COLUMNS).map(({ json }, cell) => [
      Object.keys(COLUMNS)[cell]!,
      ({ cells, isPlain }: Item) => json(cells[cell]!, isPlain),
    ]),
  ),
  emojiPin: pinOf('emojiPin'),
  emojiType: pinOf('emojiType'),
  liked: ({ cells, isPlain }) => boolean(cells[CELL.liked]!, isPlain),
  distance: ({ distance }) => String(distance),
};

interface List {
  items: Item[];
  hasNextPage: boolean;
}

const PAGE_INFO: Record<string, Write<List>> = {
  hasNextPage: ({ hasNextPage }) => String(hasNextPage),
  endCursor: ({ items }) => (items.length > 0 ? `"${cursorAt(items.at(-1)!)}"` : 'null'),
};

/** A nearby list whose response can be written without executing GraphQL field by field. */
export interface ListSerializer {
  /** Coerced as by GraphQL; undefined if GraphQL would refuse them. */
  argumentsFrom(variables: unknown): Schema.QueryDiscoveriesNearbyArgs | undefined;
  /** The whole response as JSON in ASCII, with the selected fields in the selected order. */
  write(list: List): string;
}

/**
 * Recognises an operation with `discoveriesNearby` and plain fields of `nodes` and `pageInfo`,
 * as our REST list and most partners use. Null for all others, including invalid ones,
 * which are left to GraphQL's execution.
 */
export function listSerializer(
  schema: GraphQLSchema,
  document: string,
  operationName: string | null | undefined,
): ListSerializer | null {
  try {
    return readList(schema, document, operationName);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

class NotPlain extends Error {}

function readList(schema: GraphQLSchema, source: string, operationName: string | null | undefined): ListSerializer {
  const document = parsed(source);
  if (validate(schema, document).length > 0) throw new NotPlain();
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
  const [operation] = operations;
  if (
    !operation ||
    operations.length > 1 ||
    operation.operation !== OperationTypeNode.QUERY ||
    operation.directives?.length
  )
    throw new NotPlain();
  if (operationName && operation.name?.value !== operationName) throw new NotPlain();

  const [root, ...others] = plainFields(operation.selectionSet, fragments);
  if (root?.name.value !== ROOT || others.length > 0) throw new NotPlain();
  const sections = plainFields(root.selectionSet!, fragments).map((field): [string, Write<List>] => {
    if (field.name.value === 'nodes') return [keyOf(field), listWriter(objectWriter(field, FIELDS, fragments))];
    if (field.name.value === 'pageInfo') return [keyOf(field), objectWriter(field, PAGE_INFO, fragments)];
    throw new NotPlain();
  });
  const write = writerOf([[keyOf(root), writerOf(sections)]]);
  return {
    argumentsFrom: argumentReader(schema, operation, schema.getQueryType()!, root),
    write: (list) => `{"data":${write(list)}}`,
  };
}

function parsed(source: string) {
  try {
    return parse(source, { noLocation: true });
  } catch {
    throw new NotPlain();
  }
}

function argumentReader(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  query: GraphQLObjectType,
  root: FieldNode,
) {
  const field = query.getFields()[ROOT] as GraphQLField<unknown, unknown>;
  return (variables: unknown) => {
    const { coerced } = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      (variables ?? {}) as Record<string, unknown>,
      { maxErrors: 1 },
    );
    return coerced && (getArgumentValues(field, root, coerced) as Schema.QueryDiscoveriesNearbyArgs);
  };
}

/** The fields of a selection with fragments expanded; each key once, nothing conditional. */
function plainFields(set: SelectionSetNode, fragments: Map<string, FragmentDefinitionNode>): FieldNode[] {
  const fields = set.selections.flatMap((selection) => {
    if (selection.directives?.length) throw new NotPlain();
    if (selection.kind === Kind.FIELD) return [selection];
    return plainFields(
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments.get(selection.name.value)!.selectionSet,
      fragments,
    );
  });
  if (new Set(fields.map(keyOf)).size < fields.length) throw new NotPlain();
  return fields;
}

const keyOf = ({ alias, name }: FieldNode) => (alias ?? name).value;

function objectWriter<T>(
  field: FieldNode,
  writers: Record<string, Write<T>>,
  fragments: Map<string, FragmentDefinitionNode>,
): Write<T> {
  return writerOf(
    plainFields(field.selectionSet!, fragments).map((one) => {
      const write = Object.hasOwn(writers, one.name.value) ? writers[one.name.value] : undefined;
      if (!write) throw new NotPlain();
      return [keyOf(one), write];
    }),
  );
}

function writerOf<T>(fields: [string, Write<T>][]): Write<T> {
  const heads = fields.map(([key], index) => `${index === 0 ? '{' : ','}"${key}":`);
  const writes = fields.map(([, write]) => write);
  return (of) => {
    let json = '';
    for (let i = 0; i < writes.length; i++) json += heads[i]! + writes[i]!(of);
    return `${json}}`;
  };
}

/** Joined once, a list costs half the memory of a string that grows item by item. */
const listWriter =
  (write: Write<Item>): Write<List> =>
  ({ items }) =>
    `[${items.map(write).join(',')}]`;

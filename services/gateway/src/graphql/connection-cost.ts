import {
  getNamedType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** Largest page of a connection. */
export const LIST_MAX = 100;
const BOUNDS = ['first', 'last'];

type Bound = ValueNode | undefined;

/** Number of values that a selection may return: its own fields, and each list times its page size. */
interface CostNode {
  leaves: number;
  children: { node: CostNode; bounds: Bound[] | undefined; field: string }[];
}

/** Sizes of selections with the same variables, each counted once. */
class Costs {
  private readonly known = new Map<CostNode, number>();

  constructor(private readonly variables: Record<string, unknown> | undefined) {}

  of(node: CostNode): number {
    const before = this.known.get(node);
    if (before !== undefined) return before;
    const { variables } = this;
    const lengthIn = (bounds: Bound[] | undefined) =>
      (bounds && variables && lengthOf(bounds, variables, Infinity)) ?? 1;
    const sum = node.children.reduce(
      (total, { node: child, bounds }) => total + 1 + this.of(child) * lengthIn(bounds),
      node.leaves,
    );
    this.known.set(node, sum);
    return sum;
  }
}

/** Estimates the size of an operation's result before execution. */
export class ConnectionCost {
  private readonly fragments = new Map<string, CostNode>();
  private readonly root: CostNode;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly document: DocumentNode,
    operation: OperationDefinitionNode,
  ) {
    this.root = this.nodeOf(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
  }

  /**
   * Largest number of values in the response.
   * @param variables without them, each list counts once
   */
  cost(variables?: Record<string, unknown>): number {
    return new Costs(variables).of(this.root);
  }

  /** The first connection whose `first` or `last` is missing or out of range. */
  unboundedField(variables: Record<string, unknown>): string | undefined {
    const seen = new Set<CostNode>();
    const find = (node: CostNode): string | undefined => {
      if (seen.has(node)) return undefined;
      seen.add(node);
      for (const { node: child, bounds, field } of node.children) {
        const found = bounds && lengthOf(bounds, variables) === undefined ? field : find(child);
        if (found) return found;
      }
      return undefined;
    };
    return find(this.root);
  }

  /**
   * The list that costs most, and its largest page with which the operation costs at most `left`; below 1 if even a
   * page of one costs more.
   * @returns undefined if the cost does not depend on the length of a list
   */
  mostExpensiveList(variables: Record<string, unknown>, left: number): { field: string; fits: number } | undefined {
    let mostExpensive: { field: string; total: number; each: number } | undefined;
    const visit = (node: CostNode): void => {
      for (const { node: child, bounds, field } of node.children) {
        const length = bounds && lengthOf(bounds, variables, Infinity);
        if (length === undefined) visit(child);
        else {
          const each = new Costs(variables).of(child);
          if (!mostExpensive || each * length > mostExpensive.total)
            mostExpensive = { field, total: each * length, each };
        }
      }
    };
    visit(this.root);
    return (
      mostExpensive && {
        field: mostExpensive.field,
        fits: Math.floor((left - this.cost(variables) + mostExpensive.total) / mostExpensive.each),
      }
    );
  }

  private nodeOf({ selections }: SelectionSetNode, type: GraphQLObjectType | undefined): CostNode {
    const node: CostNode = { leaves: 0, children: [] };
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        node.children.push({ node: this.fragment(selection.name.value), bounds: undefined, field: '' });
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        node.children.push({
          node: this.nodeOf(
            selection.selectionSet,
            selection.typeCondition ? this.objectType(selection.typeCondition.name.value) : type,
          ),
          bounds: undefined,
          field: '',
        });
      else if (!selection.selectionSet) node.leaves += 1;
      else node.children.push(this.fieldChild(selection, selection.selectionSet, type));
    }
    return node;
  }

  private fieldChild(field: FieldNode, selections: SelectionSetNode, type: GraphQLObjectType | undefined) {
    const definition = type?.getFields()[field.name.value];
    const result = definition && getNamedType(definition.type);
    const isConnection = definition?.args.some(({ name }) => BOUNDS.includes(name));
    return {
      field: field.name.value,
      bounds: isConnection
        ? (field.arguments ?? []).filter(({ name }) => BOUNDS.includes(name.value)).map(({ value }) => value)
        : undefined,
      node: this.nodeOf(selections, isObjectType(result) ? result : undefined),
    };
  }

  /** Each fragment is read once, however often it is spread. */
  private fragment(name: string): CostNode {
    const before = this.fragments.get(name);
    if (before) return before;
    const definition = this.document.definitions.find(
      (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name,
    );
    const node: CostNode =
      definition?.kind === Kind.FRAGMENT_DEFINITION
        ? this.nodeOf(definition.selectionSet, this.objectType(definition.typeCondition.name.value))
        : { leaves: 0, children: [] };
    this.fragments.set(name, node);
    return node;
  }

  private objectType(name: string): GraphQLObjectType | undefined {
    const type = this.schema.getType(name);
    return isObjectType(type) ? type : undefined;
  }
}

/** The value of `first` or `last`; undefined unless it is a number from 1 to `max`. */
function lengthOf(bounds: Bound[], variables: Record<string, unknown>, max = LIST_MAX): number | undefined {
  const values = bounds.map((bound) => valueOf(bound, variables)).filter((value) => value !== null);
  const [length] = values;
  const bounded = values.every(
    (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max,
  );
  return bounded ? (length as number | undefined) : undefined;
}

function valueOf(bound: Bound, variables: Record<string, unknown>): unknown {
  if (bound?.kind === Kind.INT) return Number(bound.value);
  if (bound?.kind === Kind.VARIABLE) return variables[bound.name.value] ?? null;
  return bound?.kind === Kind.NULL || bound === undefined ? null : NaN;
}

/**
 * How a caller can lower the cost of an operation, as a sentence.
 * @param argument the caller's name for the length of a list: `first`, or `limit` in REST
 * @param left points that the client has
 */
export function costAdvice(
  cost: ConnectionCost,
  variables: Record<string, unknown>,
  argument: string,
  left: number,
): string {
  const mostExpensive = cost.mostExpensiveList(variables, left);
  if (!mostExpensive) return 'Ask for fewer fields, or later.';
  const { field, fits } = mostExpensive;
  if (fits < 1)
    return `\`${field}\` costs most, and too much with a \`${argument}\` of 1, too: ask for fewer fields, or later.`;
  return `\`${field}\` costs most: with a \`${argument}\` of ${fits} there is enough. Fewer fields cost less, too.`;
}

import { Kind, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import type { JsonSchema } from './response-schema.js';

/** Refuses a REST field; what it returns stands for no value. */
export type Refuse = (field: string, code: string, detail: string) => undefined;

/** What REST says of a field otherwise than the graph. */
export interface FieldMapping {
  /** Name in the graph, where it is another one; null for what REST takes and the graph does not. */
  to?: string | null;
  /** What REST takes in place of the graph's type. */
  schema?: JsonSchema;
  description?: string;
  /** Blank text is passed on as it is; else it counts as left out, as does null. */
  keepsBlank?: boolean;
  /** Turns what was sent into the graph's value; called even where nothing was sent. */
  read?(value: unknown, refuse: Refuse, sent: Record<string, unknown>): unknown;
}

/**
 * Where a call's variables come from. Names, types and limits of the fields are those of the operation's variables,
 * or of the fields of its one `$input`; here stands what is REST's own.
 */
export interface RouteInput {
  from: 'query' | 'body';
  /** Values of what is left out. */
  defaults?: Record<string, unknown>;
  /** By REST name; of two that stand for one field of the graph, the later one counts. */
  fields?: Record<string, FieldMapping>;
}

/** Whether the fields are those of the operation's one variable `$input`. */
export const takesInput = ({ variableDefinitions: [first] = [] }: OperationDefinitionNode): boolean => first?.variable.name.value === 'input';

/** REST names of a field of the graph; its own where no mapping names another. */
export function restNames({ fields = {} }: RouteInput, graphName: string): string[] {
  const named = Object.entries(fields).flatMap(([name, { to = name }]) => (to === graphName ? [name] : []));
  return named.length > 0 ? named : [graphName];
}

/** The variables that the arguments of the root fields take, by the arguments' names. */
export function variablesByArgument({ definitions }: DocumentNode): Map<string, string> {
  const roots = definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? one.selectionSet.selections : []));
  return new Map(
    roots.flatMap((root) =>
      root.kind === Kind.FIELD ? (root.arguments ?? []).flatMap(({ name, value }) => (value.kind === Kind.VARIABLE ? [[name.value, value.name.value] as const] : [])) : [],
    ),
  );
}

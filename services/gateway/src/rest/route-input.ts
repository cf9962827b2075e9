import { Kind, type DocumentNode, type OperationDefinitionNode, visit } from 'graphql';
import type { JsonSchema } from '../openapi/route-schema.js';

/** Refuses a REST field; returns no value. */
export type Refuse = (field: string, code: string, detail: string) => undefined;

/** How a REST field differs from the graph's. */
export interface FieldMapping {
  /** Name in the graph if different; null for fields that the graph does not have. */
  to?: string | null;
  /** REST's type in place of the graph's. */
  schema?: JsonSchema;
  description?: string;
  /** Passes blank text on; otherwise blank text and null count as missing. */
  keepsBlank?: boolean;
  /** Converts the sent value to the graph's; called even without a value. */
  read?(value: unknown, refuse: Refuse, sent: Record<string, unknown>): unknown;
}

/**
 * Where a call's variables come from. Names, types and limits of the fields are those of the operation's variables,
 * or of the fields of its `$input`; only differences of REST are listed here.
 */
export interface RouteInput {
  from: 'query' | 'body';
  /** Default values. */
  defaults?: Record<string, unknown>;
  /** By REST name; if two map to one field of the graph, the later one counts. */
  fields?: Record<string, FieldMapping>;
}

/** Whether the fields are those of the operation's one variable `$input`. */
export const takesInput = ({ variableDefinitions: [first] = [] }: OperationDefinitionNode): boolean =>
  first?.variable.name.value === 'input';

/** REST names of a field of the graph; its own name without a mapping. */
export function restNames({ fields = {} }: RouteInput, graphName: string): string[] {
  const named = Object.entries(fields).flatMap(([name, { to = name }]) => (to === graphName ? [name] : []));
  return named.length > 0 ? named : [graphName];
}

/** The variables of the fields' arguments, by argument name. */
export function variablesByArgument(document: DocumentNode): Map<string, string> {
  const found = new Map<string, string>();
  visit(document, {
    Argument: ({ name, value }) => void (value.kind === Kind.VARIABLE && found.set(name.value, value.name.value)),
  });
  return found;
}

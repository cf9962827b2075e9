import { ApolloArmor } from '@escape.tech/graphql-armor';
import type { DocumentCode } from '@sprayhunt/service-kit';
import {
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationContext,
} from 'graphql';
import { ConnectionCost, LIST_MAX } from './connection-cost.js';
import { checkBounds, DocumentRefused, refusedDocument } from './document-bounds.js';

/** Limits of one document, far above what clients of this graph need. */
const LIMITS = { tokens: 2_000, depth: 12, aliases: 30, directives: 20, errors: 5 };
/** Values in one response; a full page of 100 discoveries with every field has about 2,700. */
const COST_MAX = 20_000;

/** A validated document. */
export interface CheckedDocument {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  cost: ConnectionCost;
}

const limit = (n: number, code: DocumentCode, message: string) => ({
  n,
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null) => context?.reportError(new GraphQLError(message, { extensions: { code } })),
  ],
});

const { validationRules: armorRules } = new ApolloArmor({
  maxDepth: limit(LIMITS.depth, 'DEPTH_LIMIT', `The query is nested deeper than ${LIMITS.depth} levels.`),
  maxAliases: {
    ...limit(LIMITS.aliases, 'ALIAS_LIMIT', `The query has more than ${LIMITS.aliases} aliases.`),
    allowList: [],
  },
  maxDirectives: limit(
    LIMITS.directives,
    'DIRECTIVE_LIMIT',
    `The query has more than ${LIMITS.directives} directives.`,
  ),
  costLimit: { enabled: false },
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
}).protect();

/**
 * Parses and checks a client's document: grammar, limits, and schema.
 * @param hideSuggestions whether errors omit suggestions for misspelled names
 * @throws DocumentRefused
 */
export function checkDocument(
  schema: GraphQLSchema,
  text: string,
  operationName: string | undefined,
  { hideSuggestions = false } = {},
): CheckedDocument {
  const document = parsed(text);
  // Limits come first, because the cost of validation grows with the document.
  checkBounds(document);
  rejectIfAny(validate(schema, document, armorRules, { maxErrors: 1 }), undefined);
  rejectIfAny(
    validate(schema, document, specifiedRules, { maxErrors: LIMITS.errors, hideSuggestions }),
    'GRAPHQL_VALIDATION_FAILED',
  );
  const operation = getOperationAST(document, operationName);
  if (!operation) throw refusedDocument('OPERATION_NOT_FOUND', 'Name the operation to run.');
  if (operation.operation === 'subscription')
    throw refusedDocument('OPERATION_NOT_SUPPORTED', 'There are no subscriptions; see GET /api/live.');
  const cost = new ConnectionCost(schema, document, operation);
  rejectIfTooExpensive(cost.cost());
  return { document, operation, cost };
}

/** Checks what depends on the variables: page sizes and the total cost. */
export function checkCost(cost: ConnectionCost, variables: Record<string, unknown>): void {
  const field = cost.unboundedField(variables);
  if (field) throw refusedDocument('LIST_LIMIT', `${field} needs \`first\` or \`last\`, from 1 to ${LIST_MAX}.`);
  rejectIfTooExpensive(cost.cost(variables));
}

/**
 * The most values that a response can have: each list whose length is a variable counts as a whole page; longer ones
 * are refused.
 */
export function mostValues({ variableDefinitions = [] }: OperationDefinitionNode, cost: ConnectionCost): number {
  const longest = Object.fromEntries(variableDefinitions.map(({ variable }) => [variable.name.value, LIST_MAX]));
  return Math.min(cost.cost(longest), COST_MAX);
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: LIMITS.tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const tooLong = error.message.includes('tokens');
    throw refusedDocument(
      tooLong ? 'TOKEN_LIMIT' : 'GRAPHQL_PARSE_FAILED',
      tooLong ? `The query has more than ${LIMITS.tokens} tokens.` : error.message,
    );
  }
}

function rejectIfAny(errors: readonly GraphQLError[], code: DocumentCode | undefined): void {
  if (errors.length === 0) return;
  throw new DocumentRefused(
    errors.map(
      ({ message, nodes, source, positions, extensions }) =>
        new GraphQLError(message, { nodes, source, positions, extensions: code ? { code } : extensions }),
    ),
  );
}

function rejectIfTooExpensive(cost: number): void {
  if (cost > COST_MAX)
    throw refusedDocument('COST_LIMIT', `The response could hold ${cost} values; the most is ${COST_MAX}.`);
}

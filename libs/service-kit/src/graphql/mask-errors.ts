import { randomUUID } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import { GraphQLError } from 'graphql';
import { expectedProblem } from '../errors/expected-problem.js';
import { Problem } from '../errors/problem.js';
import { log } from '../logging/log.js';

/**
 * Gives every error a stable code. Expected failures keep their message; internal errors are
 * logged under an id, and only the id is returned.
 */
export function maskErrors(execution: ExecutionResult) {
  return {
    statusCode: 200,
    response: { data: execution.data ?? null, errors: execution.errors?.flatMap(refusals).map(masked) },
  };
}

/** Mercurius wraps errors before execution into one; the causes have the details. */
function refusals(error: GraphQLError): GraphQLError[] {
  const causes = (error.originalError as { errors?: Error[] } | undefined)?.errors;
  return causes?.length ? causes.map((cause) => new GraphQLError(cause.message)) : [error];
}

function masked(error: GraphQLError): GraphQLError {
  const cause = rootOf(error);
  const problem = expectedProblem(cause);
  if (problem) return new GraphQLError(problem.message, { path: error.path, extensions: problem.extensions });
  if (cause === undefined)
    return new GraphQLError(error.message, {
      path: error.path,
      extensions: { code: 'MALFORMED', ...error.extensions },
    });
  const id = randomUUID();
  log.error({ id, err: cause, path: error.path }, 'A request failed');
  return new GraphQLError('Something went wrong on our side.', {
    path: error.path,
    extensions: { code: 'INTERNAL', id },
  });
}

/** The thrown error; undefined if GraphQL itself refused the document or its variables. */
function rootOf(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (error instanceof GraphQLError) return error.originalError && rootOf(error.originalError);
  return (error as { statusCode?: number }).statusCode === 400 ? undefined : error;
}

import { GraphQLError } from 'graphql';

/** Reasons for refusing a document, each with a code. */
export class DocumentRefused extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super(errors[0]?.message);
  }
}

export const refusedDocument = (code: string, message: string) => new DocumentRefused([new GraphQLError(message, { extensions: { code } })]);

import { GraphQLError } from 'graphql';

/** Why a document is refused, with a code each. */
export class DocumentRefused extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super(errors[0]?.message);
  }
}

export const refusedDocument = (code: string, message: string) => new DocumentRefused([new GraphQLError(message, { extensions: { code } })]);

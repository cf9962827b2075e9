import { z } from 'zod';
import { invalid } from '../errors/problem.js';

/** The argument `first` of every list, whose limit is in the schema; the gateway lets partners ask for 100. */
export const pageSize = z.int('`first` is a whole number.');

/** The arguments of a list without filters. */
export const pageInput = z.object({ first: pageSize, after: z.string().nullish() });

/** A page of a list as a connection of the schema; fields are computed when selected. */
export class Page<T> {
  constructor(
    readonly nodes: T[],
    private readonly hasNextPage: boolean,
    private readonly cursorOf: (node: T) => string,
  ) {}

  get edges() {
    return this.nodes.map((node) => ({ cursor: this.cursorOf(node), node }));
  }

  get pageInfo() {
    const last = this.nodes.at(-1);
    return { hasNextPage: this.hasNextPage, endCursor: last ? this.cursorOf(last) : null };
  }
}

/** An opaque cursor: where in a list its next page begins. */
export const encodeCursor = (values: unknown): string => Buffer.from(JSON.stringify(values)).toString('base64url');

/**
 * @param field the argument that the cursor came in
 * @throws Problem `VALIDATION_FAILED` for a cursor that was not issued by such a list
 */
export function decodeCursor<T extends z.ZodType>(cursor: string, schema: T, field = 'after'): z.infer<T> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalid([{ field, code: 'INVALID_CURSOR', detail: 'This cursor does not belong to this list.' }]);
  }
}

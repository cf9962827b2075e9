import { IntrinsicException } from '@nestjs/common';
import type { z } from 'zod';
import { knownInputFaults } from './input-faults.js';

/** An error in one field of an input. */
export interface FieldFault {
  field: string;
  code: string;
  /** A sentence for people. */
  detail: string;
}

interface ProblemOptions {
  fields?: FieldFault[];
  /** Seconds until a retry. */
  retryAfter?: number;
  /** Id of the existing object that causes the conflict. */
  existing?: string;
  cause?: unknown;
}

/**
 * An expected failure: a stable code for programs and a sentence for people. It is sent as `extensions` of a GraphQL
 * error and as problem JSON over REST. Everything else that is thrown is masked as `INTERNAL` with the id of its log
 * line.
 */
export class Problem extends IntrinsicException {
  readonly fields?: FieldFault[];
  readonly retryAfter?: number;
  readonly existing?: string;

  constructor(
    readonly code: string,
    detail: string,
    options: ProblemOptions = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
    this.existing = options.existing;
  }

  get extensions() {
    return {
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...(this.retryAfter !== undefined && { retryAfter: this.retryAfter }),
      ...(this.existing !== undefined && { existing: this.existing }),
    };
  }
}

/** A problem with invalid fields; its message is that of the first field. */
export function invalid(fields: [FieldFault, ...FieldFault[]]): Problem {
  return new Problem('VALIDATION_FAILED', fields[0].detail, { fields });
}

/**
 * Checks an input against its schema.
 * @throws Problem `VALIDATION_FAILED` with one fault for each invalid field, and those of the operation's input that
 *   exceed a limit of the GraphQL schema. A custom issue may carry its own code in `params.code`.
 */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const result = schema.safeParse(input);
  const known = knownInputFaults();
  if (result.success && known.length === 0) return result.data;
  const own = (result.error?.issues ?? []).map((issue) => ({
    field: issue.path.join('.'),
    code: issue.code === 'custom' ? String(issue.params?.code ?? 'INVALID') : issue.code.toUpperCase(),
    detail: issue.message,
  }));
  const [first, ...rest] = [...own, ...known.filter(({ field }) => own.every((fault) => fault.field !== field))];
  throw invalid([first!, ...rest]);
}

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { invalid } from '../errors/problem.js';
import type { RequestContext } from '../graphql/request-context.js';

/** Characters; the limit of the gateway as well. */
const KEY_MAX_LENGTH = 255;

/** The request's `Idempotency-Key`; undefined without one. A key that is too long throws `VALIDATION_FAILED`. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const { request } = context.getArgs<[unknown, unknown, RequestContext]>()[2];
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > KEY_MAX_LENGTH)
    throw invalid([
      {
        field: 'Idempotency-Key',
        code: 'TOO_BIG',
        detail: `The Idempotency-Key has at most ${KEY_MAX_LENGTH} characters.`,
      },
    ]);
  return key;
});

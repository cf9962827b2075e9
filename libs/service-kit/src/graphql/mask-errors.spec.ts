import { GraphQLError } from 'graphql';
import { describe, expect, it } from '@jest/globals';
import { Problem } from '../errors/problem.js';
import { log } from '../logging/log.js';
import { maskErrors } from './mask-errors.js';

log.level = 'silent';

const only = (originalError: Error) =>
  maskErrors({ errors: [new GraphQLError(originalError.message, { originalError, path: ['field'] })] }).response
    .errors?.[0];

describe('maskErrors', () => {
  it('writes errors after the data and nothing else, as the gateway expects', () => {
    const { response } = maskErrors({ data: { a: 1 }, errors: [new GraphQLError('x')], extensions: { b: 2 } });
    expect(Object.keys(response)).toEqual(['data', 'errors']);
  });

  it('passes an expected failure on with its code, fields and sentence', () => {
    const fields = [{ field: 'title', code: 'TOO_LONG', detail: 'Shorter, please.' }];
    expect(only(new Problem('VALIDATION_FAILED', 'Shorter, please.', { fields, retryAfter: 2 }))).toMatchObject({
      message: 'Shorter, please.',
      path: ['field'],
      extensions: { code: 'VALIDATION_FAILED', fields, retryAfter: 2 },
    });
  });

  it('returns only an id for an internal error', () => {
    const error = only(new Error('relation "secrets" does not exist'));
    expect(JSON.stringify(error)).not.toContain('secrets');
    expect(error?.extensions).toEqual({ code: 'INTERNAL', id: expect.any(String) });
  });

  it('says what is wrong with a document', () => {
    expect(maskErrors({ errors: [new GraphQLError('Syntax Error')] }).response.errors?.[0]).toMatchObject({
      message: 'Syntax Error',
      extensions: { code: 'MALFORMED' },
    });
  });
});

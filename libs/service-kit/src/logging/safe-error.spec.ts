import { GraphQLError } from 'graphql';
import { QueryFailedError } from 'typeorm';
import { describe, expect, it } from '@jest/globals';
import { framesOf, safeError, withoutContacts } from './safe-error.js';

const driverError = (fields: object) =>
  Object.assign(
    new Error('duplicate key value violates unique constraint "contacts_value"'),
    { name: 'error' },
    fields,
  );

describe('safeError', () => {
  it('keeps where and why a statement failed, and none of its values', () => {
    const cause = driverError({
      code: '23505',
      detail: 'Key (value)=(ann@example.org) already exists.',
      constraint: 'contacts_value',
      table: 'contacts',
      where: 'ann@example.org',
    });
    const logged = safeError(new QueryFailedError('INSERT INTO contacts VALUES ($1)', ['ann@example.org'], cause));
    expect(logged).toMatchObject({
      type: 'QueryFailedError',
      message: 'duplicate key value violates unique constraint "contacts_value"',
      query: 'INSERT INTO contacts VALUES ($1)',
      cause: { code: '23505', constraint: 'contacts_value', table: 'contacts' },
    });
    expect(logged.stack).toMatch(/^\s+at /);
    expect(JSON.stringify(logged)).not.toContain('ann@');
  });

  it.each([
    [
      'of Postgres about a value',
      driverError({ code: '22P02', message: 'invalid input syntax for type uuid: "secret words"' }),
    ],
    [
      'of TypeORM about it',
      new QueryFailedError(
        'SELECT $1',
        ['secret words'],
        driverError({ code: '22P02', message: 'invalid input syntax for type uuid: "secret words"' }),
      ),
    ],
    ['of JSON', parseError('{"title": "secret words", }')],
    ['of GraphQL', new GraphQLError('Variable "$input" got invalid value "secret words" at "input.title"')],
    [
      'with more fields',
      Object.assign(new Error('refused'), { body: 'secret words', config: { auth: 'secret words' } }),
    ],
    ['within another one', new Error('refused', { cause: parseError('secret words') })],
    ['that is none', 'secret words'],
  ])('leaves out user text: an error %s', (_, error) => {
    expect(JSON.stringify(safeError(error))).not.toContain('secret');
  });

  it('keeps only the frames of a stack', () => {
    expect(framesOf('Error: secret\n  words\n    at here (file.js:1:2)\n    at there')).toBe(
      '    at here (file.js:1:2)\n    at there',
    );
    expect(framesOf(undefined)).toBeUndefined();
  });
});

describe('withoutContacts', () => {
  it('blanks out e-mail addresses and phone numbers, and nothing else', () => {
    const line =
      '{"time":"2026-11-20T12:00:00.000Z","message":"550 <ann.o\'neil+x@mail.example.org> and +61412345678 ' +
      'refused","stack":"at /node_modules/@nestjs/core/index.js:1:12"}';
    expect(withoutContacts(line)).toBe(
      `{"time":"2026-11-20T12:00:00.000Z","message":"550 <(an e-mail address)> and (a phone number) ` +
        `refused","stack":"at /node_modules/@nestjs/core/index.js:1:12"}`,
    );
    expect(withoutContacts('zoë@bücher.example')).toBe('(an e-mail address)');
  });
});

function parseError(text: string): Error {
  try {
    JSON.parse(text);
  } catch (error) {
    return error as Error;
  }
  throw new Error('It can be parsed');
}

import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseInput, Problem } from './problem.js';

const input = z.object({
  name: z.string({ error: 'Say its name.' }),
  age: z.number().refine((age) => age >= 18, { error: 'You must be 18 or older.', params: { code: 'TOO_YOUNG' } }),
});

describe('parseInput', () => {
  it('returns valid input, typed', () => {
    expect(parseInput(input, { name: 'Wall', age: 18 })).toEqual({ name: 'Wall', age: 18 });
  });

  it('names every field that is wrong, with a code and a sentence', () => {
    let refusal: unknown;
    try {
      parseInput(input, { age: 17 });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Say its name.',
      fields: [
        { field: 'name', code: 'INVALID_TYPE', detail: 'Say its name.' },
        { field: 'age', code: 'TOO_YOUNG', detail: 'You must be 18 or older.' },
      ],
    });
  });
});

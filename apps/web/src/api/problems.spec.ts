import { afterEach, describe, expect, it } from '@jest/globals';
import { HttpError } from './http';
import { chooseLanguage } from '../lib/language';
import { fieldDetail, problemDetail } from './problems';

afterEach(() => chooseLanguage('en'));

const refusal = (problem: object, retryAfter?: number) => new HttpError(422, JSON.stringify(problem), '', retryAfter);
const OTHERWISE = 'Das ging nicht.';

describe('a refusal', () => {
  const wrong = refusal({ code: 'CODE_INVALID', detail: 'That code is wrong.' });

  it('is told in English as the server says it', () => {
    expect(problemDetail(wrong, OTHERWISE)).toBe('That code is wrong.');
  });

  it('is told in another language by its code, from REST and GraphQL alike', () => {
    chooseLanguage('de');
    expect(problemDetail(wrong, OTHERWISE)).toMatch(/^Dieser Code ist falsch/);
    expect(
      problemDetail({ errors: [{ message: 'That code is wrong.', extensions: { code: 'CODE_INVALID' } }] }, OTHERWISE),
    ).toMatch(/^Dieser Code ist falsch/);
  });

  it('says how long to wait, in seconds or minutes', () => {
    chooseLanguage('fr');
    const limited = { code: 'RATE_LIMITED', detail: 'Too many attempts.' };
    expect(problemDetail(refusal(limited, 30), OTHERWISE)).toMatch(
      /^Trop d’essais. Attends 30\ssecondes et réessaie\.$/,
    );
    expect(problemDetail(refusal(limited, 61), OTHERWISE)).toMatch(/^Trop d’essais. Attends 2\sminutes et réessaie\.$/);
    expect(problemDetail(refusal(limited), OTHERWISE)).toBe('Trop d’essais. Attends un instant et réessaie.');
    expect(problemDetail({ errors: [{ message: '', extensions: { ...limited, retryAfter: 1 } }] }, OTHERWISE)).toMatch(
      /^Trop d’essais. Attends 1\sseconde et réessaie\.$/,
    );
  });

  it('of an unknown code, or none, is told by the sentence of the caller', () => {
    chooseLanguage('de');
    expect(problemDetail(refusal({ code: 'NEVER_HEARD_OF', detail: 'Oh.' }), OTHERWISE)).toBe(OTHERWISE);
    expect(problemDetail(new HttpError(502, '<html>', 'Bad Gateway'), OTHERWISE)).toBe(OTHERWISE);
    expect(problemDetail(new Error('offline'), OTHERWISE)).toBe(OTHERWISE);
  });

  it('of an input is told by its first field', () => {
    chooseLanguage('es');
    const errors = [
      { field: 'input.username', code: 'RESERVED', detail: 'No.' },
      { field: 'bio', code: 'TOO_LONG', detail: 'No.' },
    ];
    expect(problemDetail(refusal({ code: 'VALIDATION_FAILED', detail: 'No.', errors }), OTHERWISE)).toMatch(
      /^Ese nombre podría confundirse/,
    );
  });
});

describe('a field', () => {
  it.each([
    ['username', 'INVALID', /^Nimm Buchstaben einer Schrift/],
    ['input.phone', 'INVALID', /^Gib eine gültige Telefonnummer ein/],
    ['title', 'INVALID', /^Das ist nicht gültig/],
    ['dateOfBirth', 'TOO_YOUNG', /mindestens 18 Jahre/],
    ['username', 'USERNAME_TAKEN', /vergeben/],
    ['title', 'NEVER_HEARD_OF', /^Das ist nicht gültig/],
  ])('%s with %s is told in German', (field, code, sentence) => {
    chooseLanguage('de');
    expect(fieldDetail({ field, code, detail: 'No.' })).toMatch(sentence);
  });

  it('is told in English as the server says it', () => {
    expect(fieldDetail({ field: 'username', code: 'INVALID', detail: 'No.' })).toBe('No.');
  });
});

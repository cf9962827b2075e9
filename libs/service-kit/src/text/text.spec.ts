import { parse } from 'graphql';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseInput, type Problem } from '../errors/problem.js';
import { documentTexts, rejectInvalidTexts } from './reject-invalid-texts.js';
import { requiredText, text } from './text.js';

const form = z.object({
  title: requiredText({ name: 'The title', max: 5, missing: 'Please enter a title.' }),
  story: text({ name: 'The story', max: 20, lines: true }),
});

/** `field CODE` of each fault; undefined where there is none. */
function faults(check: () => unknown): string[] | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
    return (error as Problem).fields!.map(({ field, code }) => `${field} ${code}`);
  }
}
const faultsOf = (title: unknown, story?: unknown) => faults(() => parseInput(form, { title, story }));

const BAD = {
  'U+0000': 'a\u0000b',
  'a bell': 'a\u0007b',
  DEL: 'a\u007Fb',
  NEL: 'a\u0085b',
  'half a pair': 'a\uD800b',
  'the other half': '\uDC00',
  'an override': 'a\u202Eb',
  'an isolate': 'a\u2067b',
};

describe('text', () => {
  it('is NFC, trimmed, with one kind of line break and no tabs', () => {
    expect(parseInput(form, { title: ' e\u0301\t2 \n', story: ' one\r\ntwo\rthree\u2028four ' })).toEqual({
      title: 'é 2',
      story: 'one\ntwo\nthree\nfour',
    });
  });

  it('is null if blank or missing, and refused if required', () => {
    expect(parseInput(form, { title: 'x', story: ' \n ' })).toEqual({ title: 'x', story: null });
    expect(parseInput(form, { title: 'x' })).toEqual({ title: 'x', story: null });
    for (const missing of [undefined, null, '', ' \t']) expect(faultsOf(missing)).toEqual(['title REQUIRED']);
  });

  it('counts code points, after tidying', () => {
    expect(faultsOf('  🐊🐊🐊🐊🐊  ')).toBeUndefined();
    expect(faultsOf('e\u0301'.repeat(5))).toBeUndefined();
    expect(faultsOf('123456')).toEqual(['title TOO_LONG']);
  });

  it('keeps right-to-left text and joined emoji', () => {
    expect(faultsOf('שלום')).toBeUndefined();
    expect(faultsOf('👩‍🎨')).toBeUndefined();
  });

  it.each(Object.entries(BAD))('refuses %s', (_, bad) => {
    expect(faultsOf(bad, bad)).toEqual(['title INVALID', 'story INVALID']);
  });

  it('refuses line breaks where they are not allowed, and values that are not text', () => {
    expect(faultsOf('a\nb')).toEqual(['title LINE_BREAK']);
    expect(faultsOf('a\u2029b')).toEqual(['title LINE_BREAK']);
    expect(faultsOf(7)).toEqual(['title INVALID_TYPE']);
  });
});

describe('rejectInvalidTexts', () => {
  it.each(Object.entries(BAD))('finds %s at any position', (_, bad) => {
    expect(faults(() => rejectInvalidTexts({ a: 'fine', b: { c: [1, { d: bad }] }, e: bad }))).toEqual([
      'b.c.1.d INVALID',
      'e INVALID',
    ]);
  });

  it('accepts line breaks, tabs and everything else', () => {
    expect(
      faults(() => rejectInvalidTexts({ a: 'one\r\n\ttwo', b: null, c: 7, d: undefined, e: true })),
    ).toBeUndefined();
  });

  it('works at any depth', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    expect(faults(() => rejectInvalidTexts(deep))).toBeUndefined();
  });
});

describe('documentTexts', () => {
  const check = documentTexts();
  const faultsIn = (query: string, variables?: Record<string, unknown>) => faults(() => check(parse(query), variables));

  it.each([
    ['{ player(username: "\\u0000") { id } }', undefined, 'username'],
    ['query ($x: String!) { player(username: $x) { id } }', { x: '\u0000' }, 'username'],
    ['query ($x: String = "\\u202E") { player(username: $x) { id } }', undefined, 'x'],
    ['mutation ($x: Work!) { add(input: $x) { id } }', { x: { title: '\uD800' } }, 'title'],
    ['mutation ($x: String) { add(input: { artist: { name: $x } }) { id } }', { x: '\uD800' }, 'artist.name'],
    ['mutation ($x: [ID!]!) { order(ids: $x) }', { x: ['a', '\u0000'] }, 'ids.1'],
  ])('names the field in %s', (query, variables, field) => {
    expect(faultsIn(query, variables)).toEqual([`${field} INVALID`]);
  });

  it('accepts all others', () => {
    expect(
      faultsIn('query ($a: Float!, $b: String) { near(latitude: $a, after: $b, first: 5) { id } }', { a: 1.5 }),
    ).toBeUndefined();
  });
});

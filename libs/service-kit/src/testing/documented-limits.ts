import type { z } from 'zod';
import { declaredLimits, type Limit } from '../graphql/declared-limits.js';
import { pageInput } from '../graphql/page.js';

/** The service's own check of one field, by the field's name in a schema. */
export type OwnRule = readonly [schema: z.ZodObject, field: string, others?: Record<string, unknown>];

/**
 * Compares the limits that a service documents with `@limit` with its checks.
 * @param typeDefs text of its `schema.graphql`
 * @param rules the check behind each documented field, by `Type.field.argument` or `Input.field`; that of an argument
 *   `first` is `pageInput` where none is given
 * @returns the differences, as sentences: a limit without a check, a check without a limit, a value at the bound that
 *   is refused, or one beyond it that is accepted
 */
export function differencesFromDocumentedLimits(typeDefs: string, rules: Record<string, OwnRule>): string[] {
  const limits = declaredLimits(typeDefs);
  const ruleOf = (name: string): OwnRule | undefined => rules[name] ?? (name.split('.')[2] === 'first' ? [pageInput, 'first'] : undefined);
  const unproven = [...limits.keys()].filter((name) => !ruleOf(name)).map((name) => `${name} has no check`);
  const undocumented = Object.keys(rules).filter((name) => !limits.has(name)).map((name) => `${name} documents no limit`);
  const wrong = [...limits].flatMap(([name, limit]) => {
    const rule = ruleOf(name);
    if (!rule) return [];
    const { within, beyond } = valuesAt(limit);
    return [
      ...within.filter((value) => refuses(rule, value)).map((value) => `${name} refuses what it documents: ${shown(value)}`),
      ...beyond.filter((value) => !refuses(rule, value)).map((value) => `${name} takes more than it documents: ${shown(value)}`),
    ];
  });
  return [...unproven, ...undocumented, ...wrong];
}

function refuses([schema, field, others = {}]: OwnRule, value: unknown): boolean {
  const { error } = schema.safeParse({ ...others, [field]: value });
  return error?.issues.some(({ path }) => path[0] === field) ?? false;
}

function valuesAt({ min, max, minLength, maxLength, maxItems }: Limit) {
  const text = (length: number) => 'ü'.repeat(length);
  const list = (items: number) => Array<string>(items).fill('0198a000-0000-7000-8000-000000000000');
  const pairs: [within: unknown, beyond: unknown][] = [
    ...(min === undefined ? [] : [[min, min - 1] as [number, number]]),
    ...(max === undefined ? [] : [[max, max + 1] as [number, number]]),
    ...(minLength === undefined ? [] : [[text(minLength), text(minLength - 1)] as [string, string]]),
    ...(maxLength === undefined ? [] : [[text(maxLength), text(maxLength + 1)] as [string, string]]),
    ...(maxItems === undefined ? [] : [[list(maxItems), list(maxItems + 1)] as [string[], string[]]]),
  ];
  return { within: pairs.map(([within]) => within), beyond: pairs.map(([, beyond]) => beyond) };
}

const shown = (value: unknown) => (typeof value === 'string' ? `${value.length} characters` : Array.isArray(value) ? `${value.length} items` : String(value));

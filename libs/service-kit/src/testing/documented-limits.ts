import { Kind, parse, type InputValueDefinitionNode, type TypeNode } from 'graphql';
import type { z } from 'zod';
import { Problem } from '../errors/problem.js';
import { declaredLimits, inputValues, type Limit } from '../graphql/declared-limits.js';
import { pageInput } from '../graphql/page.js';

/**
 * The service's own check of one field, by the field's name in a schema; `item` is what the check takes in a list, an
 * id by default.
 */
export type OwnRule = readonly [schema: z.ZodObject, field: string, others?: Record<string, unknown>, item?: unknown];

/** Why a field needs no limit: a check that refuses what is far too much by a rule of its own, or a sentence. */
export type Unlimited = OwnRule | string;

/**
 * Compares the limits that a service documents with `@limit` with its checks, and finds arguments and input fields
 * without any.
 * @param typeDefs text of its `schema.graphql`
 * @param rules the check behind each documented field, by `Type.field.argument` or `Input.field`; that of an argument
 *   `first` is `pageInput` where none is given
 * @param unlimited the fields without `@limit` whose type does not bound them
 * @returns the differences, as sentences: a limit without a check, a check without a limit, a value at the bound that
 *   is refused, one beyond it that is accepted, or a field that may have any size
 */
export function differencesFromDocumentedLimits(
  typeDefs: string,
  rules: Record<string, OwnRule>,
  unlimited: Record<string, Unlimited> = {},
): string[] {
  const limits = declaredLimits(typeDefs);
  const ruleOf = (name: string): OwnRule | undefined =>
    rules[name] ?? (name.split('.')[2] === 'first' ? [pageInput, 'first'] : undefined);
  const unproven = [...limits.keys()].filter((name) => !ruleOf(name)).map((name) => `${name} has no check`);
  const undocumented = Object.keys(rules)
    .filter((name) => !limits.has(name))
    .map((name) => `${name} documents no limit`);
  const wrong = [...limits].flatMap(([name, limit]) => {
    const rule = ruleOf(name);
    if (!rule) return [];
    const { within, beyond } = valuesAt(limit, rule[3]);
    return [
      ...within
        .filter((value) => refuses(rule, value))
        .map((value) => `${name} refuses what it documents: ${shown(value)}`),
      ...beyond
        .filter((value) => !refuses(rule, value))
        .map((value) => `${name} takes more than it documents: ${shown(value)}`),
    ];
  });
  return [...unproven, ...undocumented, ...wrong, ...unboundedIn(typeDefs, limits, unlimited)];
}

/** Far more of anything than a caller needs. */
const FAR_TOO_MUCH = 100_000;

function unboundedIn(
  typeDefs: string,
  limits: ReadonlyMap<string, Limit>,
  unlimited: Record<string, Unlimited>,
): string[] {
  const isBounded = boundedBy(typeDefs);
  const open = [...inputValues(typeDefs)].filter(([name, value]) => !limits.has(name) && !isBounded(name, value));
  const names = new Set(open.map(([name]) => name));
  return [
    ...open.flatMap(([name, { type }]) => {
      const why = unlimited[name];
      if (why === undefined)
        return [
          `${name} may have any size: give it @limit and its check, or a check that refuses what is far too much, or say what bounds it`,
        ];
      return typeof why === 'string' || farTooMuch(type, why[3]).every((value) => refuses(why, value))
        ? []
        : [`${name} has a check that takes far too much`];
    }),
    ...Object.keys(unlimited)
      .filter((name) => !names.has(name))
      .map((name) => `${name} needs no explanation: it has a limit or a type that bounds it, or does not exist`),
  ];
}

/** An id is a UUID, or else finds nothing; a cursor is refused by `decodeCursor` unless it is one of its list. */
function boundedBy(typeDefs: string): (name: string, value: InputValueDefinitionNode) => boolean {
  const declared = parse(typeDefs).definitions.flatMap((each) =>
    each.kind === Kind.ENUM_TYPE_DEFINITION || each.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? [each.name.value] : [],
  );
  const bounded = new Set(['Boolean', 'ID', 'DateTime', ...declared]);
  return (name, { type }) => {
    const { isList, base } = shapeOf(type);
    return !isList && (bounded.has(base) || (base === 'String' && name.split('.')[2] === 'after'));
  };
}

function shapeOf(type: TypeNode): { isList: boolean; base: string } {
  if (type.kind === Kind.NAMED_TYPE) return { isList: false, base: type.name.value };
  const inner = shapeOf(type.type);
  return { isList: inner.isList || type.kind === Kind.LIST_TYPE, base: inner.base };
}

function farTooMuch(type: TypeNode, item?: unknown): unknown[] {
  const { isList, base } = shapeOf(type);
  if (isList) return [list(FAR_TOO_MUCH, item)];
  return base === 'Int' || base === 'Float'
    ? [-(2 ** 31), 2 ** 31 - 1]
    : [text(FAR_TOO_MUCH), '1'.repeat(FAR_TOO_MUCH)];
}

function refuses([schema, field, others = {}]: OwnRule, value: unknown): boolean {
  try {
    const { error } = schema.safeParse({ ...others, [field]: value });
    return error?.issues.some(({ path }) => path[0] === field) ?? false;
  } catch (thrown) {
    // Where a rule has a problem of its own instead of a fault of the field.
    if (thrown instanceof Problem) return true;
    throw thrown;
  }
}

function valuesAt({ min, max, minLength, maxLength, maxItems }: Limit, item?: unknown) {
  const pairs: [within: unknown, beyond: unknown][] = [
    ...(min === undefined ? [] : [[min, min - 1] as [number, number]]),
    ...(max === undefined ? [] : [[max, max + 1] as [number, number]]),
    ...(minLength === undefined ? [] : [[text(minLength), text(minLength - 1)] as [string, string]]),
    ...(maxLength === undefined ? [] : [[text(maxLength), text(maxLength + 1)] as [string, string]]),
    ...(maxItems === undefined ? [] : [[list(maxItems, item), list(maxItems + 1, item)] as [unknown[], unknown[]]]),
  ];
  return { within: pairs.map(([within]) => within), beyond: pairs.map(([, beyond]) => beyond) };
}

const text = (length: number) => 'ü'.repeat(length);
const list = (items: number, item: unknown = '0198a000-0000-7000-8000-000000000000') =>
  Array<unknown>(items).fill(item);

const shown = (value: unknown) =>
  typeof value === 'string'
    ? `${value.length} characters`
    : Array.isArray(value)
      ? `${value.length} items`
      : String(value);

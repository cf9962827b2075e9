import {
  defaultFieldResolver,
  getNamedType,
  GraphQLString,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { withInputFaults } from '../errors/input-faults.js';
import { invalid, type FieldFault } from '../errors/problem.js';
import { normalizedLength } from '../text/text.js';
import { declaredLimits, type DeclaredLimits, type Limit } from './declared-limits.js';

/** Code points of a text without `@limit`. */
const MAX_TEXT_LENGTH = 10_000;
/** Items of a list without `@limit`. */
const MAX_ITEMS = 1_000;

/**
 * Checks every argument and input field against its `@limit` before a resolver runs; a text or list without one has a
 * bound that no honest caller reaches. Texts count in code points of their normal form, as they are stored. Faults of
 * input objects are named by the resolver's `parseInput`, together with its own; others by the field itself.
 * @throws Problem `VALIDATION_FAILED` with `TOO_LONG`, `TOO_SHORT`, `TOO_BIG`, `TOO_SMALL` or `TOO_MANY`
 */
export function enforceLimits(schema: GraphQLSchema, typeDefs: string): GraphQLSchema {
  const limits = declaredLimits(typeDefs);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('_')) continue;
    for (const field of Object.values(type.getFields()))
      if (field.args.length > 0) checkArguments(field, `${type.name}.${field.name}`, limits);
  }
  return schema;
}

function checkArguments(field: GraphQLField<unknown, unknown>, path: string, limits: DeclaredLimits): void {
  const { resolve = defaultFieldResolver, args } = field;
  const hasInput = args.some(({ type }) => isInputObjectType(getNamedType(type)) && canExceed(type, limits));
  field.resolve = (source, given: Record<string, unknown>, context, info) => {
    const faultsIn = (isInput: boolean) =>
      args
        .filter(({ type }) => isInputObjectType(getNamedType(type)) === isInput)
        .flatMap(({ name, type }) => {
          // A field of an argument `input` is named without that prefix, as by the input's own validation.
          const shown = name === 'input' && isInput ? '' : name;
          return faultsOf(given[name], type, shown, limits.get(`${path}.${name}`), limits);
        });
    const [first, ...rest] = faultsIn(false);
    if (first) throw invalid([first, ...rest]);
    const run = (): unknown => resolve(source, given, context, info);
    return hasInput ? withInputFaults(path, faultsIn(true), run) : run();
  };
}

/** Whether a value of an input object may exceed a limit; not where its fields are bounded by their types. */
function canExceed(of: GraphQLInputType, limits: DeclaredLimits, seen = new Set<GraphQLNamedType>()): boolean {
  const type = getNamedType(of);
  if (!isInputObjectType(type) || seen.has(type)) return type === GraphQLString;
  seen.add(type);
  return Object.values(type.getFields()).some(
    ({ name, type: inner }) =>
      limits.has(`${type.name}.${name}`) || isListType(nullable(inner)) || canExceed(inner, limits, seen),
  );
}

const nullable = (type: GraphQLInputType): GraphQLInputType => (isNonNullType(type) ? type.ofType : type);
const below = (path: string, name: string | number): string => (path ? `${path}.${name}` : String(name));

/** @param path how a fault names the value */
function faultsOf(
  value: unknown,
  of: GraphQLInputType,
  path: string,
  limit: Limit | undefined,
  limits: DeclaredLimits,
): FieldFault[] {
  if (value === null || value === undefined) return [];
  const type = nullable(of);
  if (isListType(type)) {
    const items = value as unknown[];
    const max = limit?.maxItems ?? MAX_ITEMS;
    if (items.length > max)
      return [{ field: path, code: 'TOO_MANY', detail: `${labelOf(path)} has at most ${max} items.` }];
    return items.flatMap((item, index) => faultsOf(item, type.ofType, below(path, index), undefined, limits));
  }
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap(({ name, type: inner }) =>
      faultsOf(
        (value as Record<string, unknown>)[name],
        inner,
        below(path, name),
        limits.get(`${type.name}.${name}`),
        limits,
      ),
    );
  if (typeof value === 'number' && limit) return faultsOfNumber(value, path, limit);
  return type === GraphQLString && typeof value === 'string' ? faultsOfText(value, path, limit) : [];
}

function faultsOfNumber(value: number, path: string, { min, max }: Limit): FieldFault[] {
  const detail = (bound: string) => `\`${path}\` is at ${bound}.`;
  if (min !== undefined && value < min) return [{ field: path, code: 'TOO_SMALL', detail: detail(`least ${min}`) }];
  if (max !== undefined && value > max) return [{ field: path, code: 'TOO_BIG', detail: detail(`most ${max}`) }];
  return [];
}

function faultsOfText(
  value: string,
  path: string,
  { minLength = 0, maxLength = MAX_TEXT_LENGTH }: Limit = {},
): FieldFault[] {
  // No text is longer in code points than in UTF-16.
  const length = value.length > maxLength || minLength > 0 ? normalizedLength(value) : minLength;
  const detail = (bound: string) => `${labelOf(path)} has at ${bound} characters.`;
  if (length > maxLength)
    return [{ field: path, code: 'TOO_LONG', detail: detail(`most ${maxLength.toLocaleString('en')}`) }];
  if (length === 0 && minLength > 0)
    return [{ field: path, code: 'REQUIRED', detail: `${labelOf(path)} is required.` }];
  return length < minLength ? [{ field: path, code: 'TOO_SHORT', detail: detail(`least ${minLength}`) }] : [];
}

/** `artistName` → `The artist name` */
const labelOf = (path: string): string => {
  const name = path.split('.').findLast((part) => /\D/.test(part)) ?? path;
  return `The ${name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)}`;
};

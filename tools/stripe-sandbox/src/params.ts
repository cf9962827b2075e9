import { z } from 'zod';
import { invalid } from './api-error.js';

// Parameters come as form fields: texts, and lists and groups of texts.
export const int = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number);
export const bool = z.enum(['true', 'false'], 'Invalid boolean').transform((value) => value === 'true');
export const text = z.string().max(5_000);
/** An empty value unsets. */
export const unset = z.literal('').transform(() => null);
export const nullable = <T extends z.ZodType>(schema: T) => z.union([unset, schema]);
export const currency = z
  .string()
  .toLowerCase()
  .regex(/^[a-z]{3}$/, 'Invalid currency');
export const expandPaths = z.array(text).max(20);

const address = z.strictObject({
  city: text.optional(),
  country: text.optional(),
  line1: text.optional(),
  line2: text.optional(),
  postal_code: text.optional(),
  state: text.optional(),
});
export const fullAddress = address.transform((given) => ({
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
  ...given,
}));
export const shipping = z.strictObject({
  address: fullAddress,
  name: text,
  phone: text.optional(),
  carrier: text.optional(),
  tracking_number: text.optional(),
});

export const metadata = nullable(
  z
    .record(z.string().max(40), z.string().max(500))
    .refine((pairs) => Object.keys(pairs).length <= 50, 'Metadata can have up to 50 keys'),
);

/** Keys given are set, keys with an empty value removed. */
export function merged(
  former: Record<string, string>,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  if (given === undefined) return former;
  return given === null
    ? {}
    : Object.fromEntries(Object.entries({ ...former, ...given }).filter(([, value]) => value !== ''));
}

export const params = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape);

const range = z.union([
  int.transform((equals) => ({ gte: equals, lte: equals })),
  z.strictObject({ gt: int.optional(), gte: int.optional(), lt: int.optional(), lte: int.optional() }),
]);
export const listParams = <T extends z.ZodRawShape>(shape: T) =>
  params({
    ...shape,
    limit: int.pipe(z.number().min(1).max(100)).optional(),
    starting_after: text.optional(),
    ending_before: text.optional(),
    created: range.optional(),
  });

/** Checks the fields of a request; faults become errors of Stripe's form, the first one named. */
export function checked<T extends z.ZodType>(schema: T, given: unknown): z.infer<T> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = deepest(result.error.issues[0]!);
  const param = bracketed(issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path);
  if (issue.code === 'unrecognized_keys')
    throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  if (at(given, issue.path) === undefined)
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  throw invalid(`Invalid ${param}: ${issue.message}`, {
    code: issue.message === 'Invalid integer' ? 'parameter_invalid_integer' : undefined,
    param,
  });
}

/** Of alternatives, the fault of the last one: the first is the empty value. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.at(-1)?.[0];
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

function at(given: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], given);
}

function bracketed([first, ...rest]: PropertyKey[]): string {
  return `${String(first)}${rest.map((key) => `[${String(key)}]`).join('')}`;
}

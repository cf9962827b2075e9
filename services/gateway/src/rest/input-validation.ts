import type { FieldFault } from '@sprayhunt/service-kit';
import type { FastifySchemaValidationError, FastifyServerOptions } from 'fastify';

/**
 * How Fastify validates input by the schemas of routes: it reports every fault and changes nothing. The services check
 * formats, and the lengths of texts, which they normalise first.
 */
export const INPUT_VALIDATION: FastifyServerOptions['ajv'] = {
  customOptions: {
    allErrors: true,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    strict: false,
    strictNumbers: true,
    validateFormats: false,
  },
  onCreate: (ajv) => {
    for (const keyword of ['minLength', 'maxLength', 'maxItems']) ajv.removeKeyword(keyword);
  },
};

type ValidationError = Pick<FastifySchemaValidationError, 'keyword' | 'instancePath' | 'schemaPath' | 'params'>;

const KINDS: Record<string, string> = {
  number: 'a number',
  integer: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** By ajv's keyword, in the order of precedence: a value of the wrong type is not in an enumeration, either. */
const FAULTS: Record<string, (params: Record<string, unknown>) => [code: string, detail: string]> = {
  required: () => ['REQUIRED', 'is required.'],
  anyOf: () => ['INVALID_UNION', 'is not of the right kind.'],
  enum: ({ allowedValues }) => ['INVALID_VALUE', `must be one of: ${withoutNull(allowedValues).join(', ')}.`],
  type: ({ type }) => ['INVALID_TYPE', `must be ${KINDS[withoutNull(type)[0]!]!}.`],
  minimum: ({ limit }) => ['TOO_SMALL', `must be at least ${String(limit)}.`],
  maximum: ({ limit }) => ['TOO_BIG', `must be at most ${String(limit)}.`],
};
const KEYWORDS = Object.keys(FAULTS);

/**
 * One fault for each wrong field, in the order of the schema.
 * @param names of the schema's properties
 */
export function faultsOf(errors: readonly ValidationError[], names: readonly string[]): FieldFault[] {
  const byField = new Map<string, ValidationError>();
  for (const error of errors) {
    // Of the alternatives of a union; the union itself has an error, too.
    if (/\/anyOf\/\d/.test(error.schemaPath)) continue;
    const field = fieldOf(error);
    const former = byField.get(field);
    if (!former || KEYWORDS.indexOf(error.keyword) < KEYWORDS.indexOf(former.keyword)) byField.set(field, error);
  }
  const place = (field: string) => names.indexOf(field.split('.', 1)[0]!);
  return [...byField]
    .map(([field, { keyword, params }]) => {
      const [code, detail] = FAULTS[keyword]!(params);
      return { field, code, detail: `${field} ${detail}` };
    })
    .sort((one, other) => place(one.field) - place(other.field));
}

const fieldOf = ({ instancePath, keyword, params }: ValidationError): string =>
  [...instancePath.split('/').slice(1), ...(keyword === 'required' ? [params['missingProperty']] : [])].join('.');

const withoutNull = (values: unknown): string[] =>
  [values].flat().filter((one): one is string => one !== null && one !== 'null');

/**
 * Writes `testing/stripe-schemas.json`: JSON schemas of the objects that the sandbox returns, read from the type
 * declarations of the `stripe` SDK. Stripe generates those from its OpenAPI description of exactly the version that the
 * SDK uses. Parts that the sandbox cannot return are removed: expansions of other objects, and payment methods other
 * than cards.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** `false` is a schema too: of what cannot be there. */
type Schema = { [keyword: string]: unknown } | false;

/** The objects of the sandbox, by the file of the SDK that declares them. A field may be expanded to these alone. */
const OBJECTS: Record<string, string[]> = {
  Customers: ['Customer', 'DeletedCustomer'],
  PaymentMethods: ['PaymentMethod'],
  SetupIntents: ['SetupIntent'],
  PaymentIntents: ['PaymentIntent'],
  Charges: ['Charge'],
  Refunds: ['Refund'],
  Products: ['Product'],
  Prices: ['Price'],
  Plans: ['Plan'],
  Subscriptions: ['Subscription'],
  SubscriptionItems: ['SubscriptionItem'],
  Invoices: ['Invoice'],
  InvoiceLineItems: ['InvoiceLineItem'],
  InvoicePayments: ['InvoicePayment'],
  Events: ['EventBase'],
};
/** Declared as empty: of an event any object and any of its former values. */
const OPEN = new Set(['Event.Data.Object', 'Event.Data.PreviousAttributes']);
const kept = new Set(Object.values(OBJECTS).flat());

const sdk = path.join(path.dirname(createRequire(import.meta.url).resolve('stripe')), '..');
const program = ts.createProgram(
  Object.keys(OBJECTS).map((file) => path.join(sdk, 'esm/resources', `${file}.d.ts`)),
  {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    lib: ['lib.es5.d.ts'],
    types: [],
  },
);
const checker = program.getTypeChecker();
const definitions: Record<string, Schema> = {};

/** The declared type of an exported name of a file of the SDK, such as `PaymentIntent.Status`. */
function declared(file: string, name: string): ts.Type {
  const source = program.getSourceFile(path.join(sdk, 'esm/resources', `${file}.d.ts`));
  const from = source && checker.getSymbolAtLocation(source);
  const symbol = name
    .split('.')
    .reduce<ts.Symbol | undefined>(
      (scope, part) => scope && checker.getExportsOfModule(scope).find((one) => one.name === part),
      from,
    );
  if (!symbol) throw new Error(`stripe declares no ${name} in resources/${file}.d.ts`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

function qualifiedName(symbol: ts.Symbol): string {
  return checker.getFullyQualifiedName(symbol).replace(/^".*"\./, '');
}

const literals = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
const methods = new Set(literals(declared('PaymentMethods', 'PaymentMethod.Type')).filter((name) => name !== 'card'));

function schemaOf(type: ts.Type): Schema {
  if (type.isUnion()) return unionSchema(type.types);
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
  if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
  if (type.flags & ts.TypeFlags.String) return { type: 'string' };
  if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
  const name = type.aliasSymbol?.name ?? type.symbol?.name;
  if (name === 'Decimal') return { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
  if (name === 'Array')
    return { type: 'array', items: schemaOf(checker.getTypeArguments(type as ts.TypeReference)[0]!) };
  const list = name === 'ApiList';
  if (!type.symbol || list || type.symbol.name === '__type') return objectSchema(type);
  const kind = type.getProperty('object');
  if (kind && checker.getTypeOfSymbol(kind).isStringLiteral() && !kept.has(type.symbol.name)) return false;
  const key = qualifiedName(type.symbol);
  if (!(key in definitions)) {
    definitions[key] = {};
    definitions[key] = OPEN.has(key) ? { type: 'object' } : objectSchema(type);
  }
  return { $ref: `#/$defs/${key}` };
}

function unionSchema(types: readonly ts.Type[]): Schema {
  const values = types.filter((type): type is ts.StringLiteralType => type.isStringLiteral());
  const rest = types.filter((type) => {
    if (type.flags & ts.TypeFlags.Undefined || type.isStringLiteral()) return false;
    // An open enum: the sandbox keeps to the values that are published.
    return values.length === 0 || !(type.isIntersection() || type.flags & ts.TypeFlags.String);
  });
  const alternatives = rest.map(schemaOf).filter((schema) => schema !== false);
  if (values.length > 0) alternatives.push({ enum: values.map(({ value }) => value) });
  return alternatives.length === 1 ? alternatives[0]! : alternatives.length > 0 && { anyOf: alternatives };
}

function objectSchema(type: ts.Type): Schema {
  const index = checker.getIndexInfosOfType(type)[0];
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const optional = Boolean(property.flags & ts.SymbolFlags.Optional);
    const of = checker.getTypeOfSymbol(property);
    // `deleted?: void` tells an object from its deleted form; it is not sent.
    if (optional && (methods.has(property.name) || checker.typeToString(of).startsWith('void'))) continue;
    if (!optional) required.push(property.name);
    properties[property.name] = schemaOf(of);
  }
  return { type: 'object', properties, required, additionalProperties: index ? schemaOf(index.type) : false };
}

for (const [file, names] of Object.entries(OBJECTS)) for (const name of names) schemaOf(declared(file, name));
// The API returns an error in the form that an intent stores as its last one.
definitions.Error = {
  type: 'object',
  properties: { error: schemaOf(declared('PaymentIntents', 'PaymentIntent.LastPaymentError')) },
  required: ['error'],
  additionalProperties: false,
};

const { version, license } = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8')) as {
  version: string;
  license: string;
};
const apiVersion = /ApiVersion = "([^"]+)"/.exec(readFileSync(path.join(sdk, 'esm/apiVersion.d.ts'), 'utf8'))?.[1];
const openapi = readFileSync(path.join(sdk, 'OPENAPI_VERSION'), 'utf8').trim();
const source = { package: `stripe@${version}`, license: `${license}, © Stripe`, apiVersion, openapi };
const target = path.join(path.dirname(fileURLToPath(import.meta.url)), '../src/testing/stripe-schemas.json');
writeFileSync(
  target,
  `${JSON.stringify({ source, $defs: Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))) })}\n`,
);

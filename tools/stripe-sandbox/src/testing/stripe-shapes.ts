import { Ajv, type ValidateFunction } from 'ajv';
import schemas from './stripe-schemas.json' with { type: 'json' };

/** The declaration of each kind of object, by its `object`. */
const DECLARATIONS: Record<string, string> = {
  customer: 'Customer',
  payment_method: 'PaymentMethod',
  setup_intent: 'SetupIntent',
  payment_intent: 'PaymentIntent',
  charge: 'Charge',
  refund: 'Refund',
  product: 'Product',
  price: 'Price',
  subscription: 'Subscription',
  invoice: 'Invoice',
  invoice_payment: 'InvoicePayment',
  event: 'EventBase',
};

// Compiled quickly rather than to run quickly: the schemas are many, the replies few.
const ajv = new Ajv({ strict: false, inlineRefs: false, validateSchema: false, code: { optimize: false } });
ajv.addSchema(schemas, 'stripe');
const compiled = new Map<string, ValidateFunction>();

/** What Stripe's own description has these schemas be of: the version of the API and of the SDK. */
export const schemaSource = schemas.source;

/** @returns the faults of an object, a list, an event or an error of the API; none when it is as Stripe has it */
export function faultsOf(body: unknown): string[] {
  const given = body as { object?: string; deleted?: boolean; data?: unknown; error?: unknown };
  if (given.error !== undefined) return faults('Error', body);
  if (given.object === 'list') {
    const { data, has_more: more, url } = body as { data: unknown[]; has_more: unknown; url: unknown };
    return [
      ...(typeof more === 'boolean' && typeof url === 'string' ? [] : ['list: has_more and url']),
      ...data.flatMap(faultsOf),
    ];
  }
  const declaration = given.deleted ? 'DeletedCustomer' : DECLARATIONS[given.object ?? ''];
  if (!declaration) return [`no kind of object that the sandbox has: ${given.object}`];
  return [
    ...faults(declaration, body),
    ...(given.object === 'event' ? faultsOf((given.data as { object: unknown }).object) : []),
  ];
}

function faults(declaration: string, body: unknown): string[] {
  let validate = compiled.get(declaration);
  if (!validate) compiled.set(declaration, (validate = ajv.compile({ $ref: `stripe#/$defs/${declaration}` })));
  return validate(body)
    ? []
    : validate.errors!.map(
        ({ instancePath, message, params }) => `${declaration}${instancePath} ${message} ${JSON.stringify(params)}`,
      );
}

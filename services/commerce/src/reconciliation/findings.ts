import { log } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';

/** Differences that a check repaired, and those that need a person. */
const MEANINGS = {
  EVENT_MISSED: 'An event had not arrived here; it is stored now and its object is looked at',
  EVENT_LEFT: 'A stored event was never settled and no job was left for it; its object is looked at again',
  ORDER_REPAIRED: 'An order was not as its payment is at Stripe; now it is',
  INTENT_UNKNOWN: 'A payment at Stripe belongs to no order and no membership here',
  INTENT_MISSING: 'Stripe does not have the payment of an order',
  SUBSCRIPTION_UNKNOWN: 'A subscription that runs at Stripe belongs to no membership here',
  CAPTURED_DIFFERS: 'What an order says was paid is not what Stripe received',
  REFUNDED_DIFFERS: 'What an order says went back is not what Stripe sent back',
  MONEY_NOT_BACK: 'An order is closed, and not all of its money went back or is on its way',
  CHECK_FAILED: 'An object could not be brought in line with Stripe',
} as const;

type Code = keyof typeof MEANINGS;
const REPAIRED: readonly Code[] = ['EVENT_MISSED', 'EVENT_LEFT', 'ORDER_REPAIRED'];

type Detail = Record<string, string | number | null>;
export interface Finding {
  code: Code;
  /** Id of an order, or of an object or event at Stripe. */
  object: string;
  isRepaired: boolean;
  detail: Detail;
}

/** Of a run, in its report; the log and the metric have all. */
const KEPT = 200;

const found = new Counter({
  name: 'payment_findings_total',
  help: 'What the comparison with Stripe found, by code',
  labelNames: ['code'],
});
// From the start: an alert on the increase would not see a series that begins at 1.
for (const code of Object.keys(MEANINGS)) found.inc({ code }, 0);

/** Findings of one run of the comparison. */
export class Findings {
  readonly list: Finding[] = [];
  count = 0;

  add(code: Code, object: string, detail: Detail = {}): void {
    const isRepaired = REPAIRED.includes(code);
    found.inc({ code });
    this.count += 1;
    if (this.list.length < KEPT) this.list.push({ code, object, isRepaired, detail });
    log[isRepaired ? 'warn' : 'error']({ code, object, ...detail }, MEANINGS[code]);
  }

  /** An error that is not Stripe's absence: one object does not keep the others from being compared. */
  failed(object: string, error: unknown): void {
    log.error({ err: error, object }, 'A comparison with Stripe failed');
    this.add('CHECK_FAILED', object, { error: (error as { code?: string }).code ?? (error as Error).name });
  }
}

import { log } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';

/** Differences that a check repaired, and those that need a person. */
const MEANINGS = {
  EVENT_MISSED: 'An event had not arrived; it is stored now and its object is checked',
  EVENT_LEFT: 'A stored event was never settled and had no job left; its object is checked again',
  ORDER_REPAIRED: 'An order differed from its payment at Stripe and was repaired',
  INTENT_UNKNOWN: 'A payment at Stripe has no order or membership here',
  INTENT_MISSING: 'Stripe does not have the payment of an order',
  SUBSCRIPTION_UNKNOWN: 'A running subscription at Stripe has no membership here',
  CAPTURED_DIFFERS: 'The captured amount of an order differs from the amount that Stripe received',
  REFUNDED_DIFFERS: 'The refunded amount of an order differs from the amount that Stripe refunded',
  MONEY_NOT_BACK: 'A closed order is not fully refunded, and no refund is pending',
  CHECK_FAILED: 'An object could not be synchronised with Stripe',
} as const;

type Code = keyof typeof MEANINGS;
const REPAIRED_CODES: readonly Code[] = ['EVENT_MISSED', 'EVENT_LEFT', 'ORDER_REPAIRED'];

type Detail = Record<string, string | number | null>;
export interface Finding {
  code: Code;
  /** Id of an order, or of an object or event at Stripe. */
  object: string;
  isRepaired: boolean;
  detail: Detail;
}

/** Findings in the report of a run; the log and the metric contain all of them. */
const MAX_LISTED_FINDINGS = 200;

const findingCounter = new Counter({
  name: 'payment_findings_total',
  help: 'Findings of the comparison with Stripe, by code',
  labelNames: ['code'],
});
// Initialized, because an alert on the increase would miss a series that starts at 1.
for (const code of Object.keys(MEANINGS)) findingCounter.inc({ code }, 0);

/** Findings of one run of the comparison. */
export class Findings {
  readonly list: Finding[] = [];
  count = 0;

  add(code: Code, object: string, detail: Detail = {}): void {
    const isRepaired = REPAIRED_CODES.includes(code);
    findingCounter.inc({ code });
    this.count += 1;
    if (this.list.length < MAX_LISTED_FINDINGS) this.list.push({ code, object, isRepaired, detail });
    log[isRepaired ? 'warn' : 'error']({ code, object, ...detail }, MEANINGS[code]);
  }

  /** Records an error other than an outage of Stripe, so that one object does not stop the comparison of the others. */
  addFailure(object: string, error: unknown): void {
    log.error({ err: error, object }, 'A comparison with Stripe failed');
    this.add('CHECK_FAILED', object, { error: (error as { code?: string }).code ?? (error as Error).name });
  }
}

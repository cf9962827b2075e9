/** Kinds of Stripe objects that a feature handles. */
export type ObjectKind = 'payment_intent' | 'charge' | 'refund' | 'setup_intent' | 'subscription' | 'invoice';

/** An object at Stripe that events are about. */
export interface PaymentObject {
  id: string;
  /** Types of the events, for example `customer.subscription.trial_will_end`; the object's state is not in them. */
  events: readonly string[];
}

type Settle = (object: PaymentObject) => Promise<void>;

/** The features that handle each kind of object. Each registers in a provider's constructor. */
export class PaymentObjects {
  private readonly handlers = new Map<string, Settle>();

  /**
   * @param settle fetches the object's current state and updates the rows: events arrive repeatedly and in any order.
   *   It ignores objects that do not belong to its feature, and throws to be retried
   */
  handle(kind: ObjectKind, settle: Settle): void {
    if (this.handlers.has(kind)) throw new Error(`The kind "${kind}" of payment objects has two handlers`);
    this.handlers.set(kind, settle);
  }

  handlerOf(kind: string): Settle | undefined {
    return this.handlers.get(kind);
  }
}

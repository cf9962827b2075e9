/** Kinds of Stripe's objects that something here depends on. */
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
   * @param settle fetches the object's present state and brings the rows in line with it: events come repeatedly and
   *   in any order. It returns for objects that are not its own, and throws to be called again
   */
  handle(kind: ObjectKind, settle: Settle): void {
    if (this.handlers.has(kind)) throw new Error(`Two handlers of payment objects of the kind "${kind}"`);
    this.handlers.set(kind, settle);
  }

  handlerOf(kind: string): Settle | undefined {
    return this.handlers.get(kind);
  }
}

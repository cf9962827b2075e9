import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { PRO } from './membership-terms.js';

/** Pro's price at Stripe, found by its lookup key, and created if it is missing. */
@Injectable()
export class ProPrice {
  private cachedId: string | undefined;

  constructor(private readonly stripe: Stripe) {}

  async id(): Promise<string> {
    return (this.cachedId ??= (await this.find()) ?? (await this.create()));
  }

  private async find(): Promise<string | undefined> {
    const { data } = await this.stripe.prices.list({ lookup_keys: [PRO.lookupKey], active: true, limit: 1 });
    return data[0]?.id;
  }

  private async create(): Promise<string> {
    const { id } = await this.stripe.prices.create(
      {
        currency: PRO.currency.toLowerCase(),
        unit_amount: PRO.amount,
        recurring: { interval: 'month' },
        lookup_key: PRO.lookupKey,
        product_data: { name: PRO.name },
      },
      { idempotencyKey: PRO.lookupKey },
    );
    return id;
  }
}

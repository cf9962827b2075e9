import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { newPhone } from './phones.js';
import { Player } from './player.js';

const RETRY_TIMEOUT_MS = 30_000;

interface Mail {
  to: string;
  subject: string | null;
}

export interface OrderView {
  id: string;
  number: string;
  status: string;
  refunded: { amount: number };
}
export interface MembershipView {
  status: string;
  isPro: boolean;
  cancelAtPeriodEnd: boolean;
}

/** The SDK on the sandbox of a stack, as the page and Stripe's dashboard use it. */
export function stripeAt(url: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe('sk_test_system', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}

/** A paying player as a program. Requests that fail because the service is down are sent again, as the page does. */
export class Buyer {
  readonly email = `${randomUUID()}@example.org`;
  private form = {
    firstName: 'Zoe',
    lastName: 'Z',
    email: this.email,
    phone: newPhone(),
    city: 'Montréal',
    state: 'Québec',
    tagName: `p${randomUUID().replaceAll('-', '').slice(0, 16)}`,
  };
  orderId = '';
  clientSecret = '';
  private token = '';
  /** An own network, where the gateway trusts the header: checkouts of one address wait for each other. */
  private readonly from = {
    'x-forwarded-for': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
  };

  private constructor(
    readonly player: Player,
    private readonly url: string,
    private readonly stripe: Stripe,
  ) {}

  static guest = (url: string, stripe: Stripe): Buyer => new Buyer(Player.guest(url), url, stripe);

  /** A verified player. */
  static player = async (url: string, stripe: Stripe): Promise<Buyer> =>
    new Buyer(await Player.signUp(url), url, stripe);

  /** One try. */
  async tryCheckout(productId: string, quantity = 1): Promise<Response> {
    const address = {
      name: 'Zoe Z',
      line1: '1 Rue du Mur',
      city: 'Montréal',
      region: 'QC',
      postalCode: 'H2X 1Y4',
      country: 'CA',
    };
    return this.player.send(
      'POST',
      '/api/checkout',
      { email: this.email, address, lines: [{ productId, quantity }] },
      this.from,
    );
  }

  async checkout(productId: string, quantity = 1): Promise<void> {
    const { orderId, clientSecret, token } = (await this.retryUntilTimeout(() =>
      this.tryCheckout(productId, quantity),
    )) as {
      orderId: string;
      clientSecret: string;
      token: string;
    };
    Object.assign(this, { orderId, clientSecret, token });
  }

  tryCancel = (): Promise<Response> =>
    this.player.send('POST', `/api/orders/${this.orderId}/cancel`, { token: this.token });
  cancel = (): Promise<unknown> => this.retryUntilTimeout(this.tryCancel);

  order = async (): Promise<OrderView> =>
    (await this.player.read(`/api/orders/${this.orderId}?token=${this.token}`)) as OrderView;

  trySubscribe = (): Promise<Response> => this.player.send('POST', '/api/get-or-create-subscription');
  tryTrial = (): Promise<Response> => this.player.send('POST', '/api/create-trial-subscription', this.form);

  subscribe = (): Promise<void> => this.begin(this.trySubscribe);
  beginTrial = (): Promise<void> => this.begin(this.tryTrial);

  private async begin(call: () => Promise<Response>): Promise<void> {
    this.clientSecret = ((await this.retryUntilTimeout(call)) as { clientSecret: string }).clientSecret;
  }

  /** The account of the trial's form, which waits for its code. @param phone another one than the buyer's own */
  async signUp(phone = this.form.phone): Promise<void> {
    this.form = { ...this.form, phone };
    await this.retryUntilTimeout(() => this.player.send('POST', '/api/stripe-signup', this.form));
    this.player.accountId = ((await this.player.read('/api/auth/user')) as { id: string }).id;
  }

  async confirmContact(): Promise<void> {
    const code = await this.player.newestCode(this.form.phone);
    const response = await this.player.send('POST', '/api/verify-contact', { code });
    if (!response.ok) throw new Error(`The code was refused with ${response.status}`);
  }

  membership = async (): Promise<MembershipView> => (await this.player.read('/api/membership')) as MembershipView;

  /** What the page does with the card. */
  async confirm(card = 'pm_card_visa'): Promise<void> {
    const id = this.clientSecret.split('_secret_')[0]!;
    await (id.startsWith('seti_') ? this.stripe.setupIntents : this.stripe.paymentIntents).confirm(id, {
      payment_method: card,
    });
  }

  get intentId(): string {
    return this.clientSecret.split('_secret_')[0]!;
  }

  /** How many e-mails came to the address of the orders. */
  async mails(): Promise<number> {
    const inbox = (await (await fetch(`${this.url}/dev/inbox.json`)).json()) as Mail[];
    return inbox.filter(({ to }) => to === this.email).length;
  }

  private async retryUntilTimeout(call: () => Promise<Response>): Promise<unknown> {
    for (const limit = Date.now() + RETRY_TIMEOUT_MS; ; await sleep(100)) {
      const response = await call().catch(() => undefined);
      if (response?.ok) return response.json();
      const isTransient = response === undefined || response.status >= 500 || response.status === 429;
      if (!isTransient || Date.now() > limit)
        throw new Error(`${response?.url} returned ${response?.status}: ${await response?.text()}`);
    }
  }
}

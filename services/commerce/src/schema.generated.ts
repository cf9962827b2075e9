// Written by `npm run generate` from schema.graphql.
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant, ISO 8601 in UTC, for example `2026-11-20T12:00:00.000Z`. */
  DateTime: { input: Date; output: Date | string; }
};

/** An amount in whole minor units (cents) and its currency, ISO 4217. */
export type Money = {
  amount: Scalars['Int']['output'];
  currency: Scalars['String']['output'];
};

export type ProductCategory =
  | 'apparel'
  | 'accessories'
  | 'spray_paint'
  | 'markers';

/** A size of a product and whether it can be had. */
export type ProductSize = {
  /** For example `M`. */
  size: Scalars['String']['output'];
  inStock: Scalars['Boolean']['output'];
  /** Pieces that are left, where they are 10 or fewer; null above. */
  left?: Maybe<Scalars['Int']['output']>;
  /** Whether none is left only because other buyers have reserved the last ones; they return unless they are paid within some minutes. */
  isReserved: Scalars['Boolean']['output'];
};

/** A piece of merchandise. */
export type Product = {
  id: Scalars['ID']['output'];
  /** Its name in addresses, for example `stencil-tee`. */
  slug: Scalars['String']['output'];
  name: Scalars['String']['output'];
  description: Scalars['String']['output'];
  category: ProductCategory;
  /** The category as addresses have it, for example `spray-paint`. */
  categorySlug: Scalars['String']['output'];
  /** Path of its drawing, `/products/<slug>.svg`. */
  image: Scalars['String']['output'];
  brand?: Maybe<Scalars['String']['output']>;
  price: Money;
  /** What it cost before; null where it is not reduced. */
  originalPrice?: Maybe<Money>;
  /** Percent below the original price: round((original - price) / original x 100). */
  discountPercent?: Maybe<Scalars['Int']['output']>;
  /** The price of one piece at wholesale; null for what has none. */
  wholesalePrice?: Maybe<Money>;
  /** Cans of the brand in one order from which the wholesale price applies. */
  wholesaleFrom?: Maybe<Scalars['Int']['output']>;
  /** Cans in one piece; 0 for what is no paint. */
  cans: Scalars['Int']['output'];
  /** Empty where there is one size only. */
  sizes: Array<ProductSize>;
  inStock: Scalars['Boolean']['output'];
  /** Pieces that are left of a product of one size, where they are 10 or fewer; else null. */
  left?: Maybe<Scalars['Int']['output']>;
  /** Whether none is left in any size only because other buyers have reserved the last ones; they return unless they are paid within some minutes. */
  isReserved: Scalars['Boolean']['output'];
  /** What one piece costs in shops, as a text, for example `$24.99`. */
  retailPrice?: Maybe<Scalars['String']['output']>;
};

export type ProductEdge = {
  cursor: Scalars['String']['output'];
  node: Product;
};

export type ProductConnection = {
  edges: Array<ProductEdge>;
  nodes: Array<Product>;
  pageInfo: PageInfo;
};

export type PageInfo = {
  hasNextPage: Scalars['Boolean']['output'];
  endCursor?: Maybe<Scalars['String']['output']>;
};

/** One product and size, and how many of it. */
export type CartLineInput = {
  productId: Scalars['ID']['input'];
  /** One of the product's sizes; null for a product of one size. */
  size?: InputMaybe<Scalars['String']['input']>;
  /** Of the same product and size at most 200 in all. */
  quantity: Scalars['Int']['input'];
};

/** What a buyer has to know of a line before the payment. */
export type CartNotice =
  /** It costs another amount than when its quantity was set. */
  | 'price_changed'
  | 'out_of_stock'
  /** None is left only because other buyers have reserved the last ones. */
  | 'reserved'
  /** Fewer are left than wanted; only those are counted. */
  | 'fewer_left'
  /** It is no longer offered. */
  | 'gone';

export type CartLine = {
  product: Product;
  productId: Scalars['ID']['output'];
  size?: Maybe<Scalars['String']['output']>;
  /** As wanted. */
  quantity: Scalars['Int']['output'];
  /** Of one piece, before wholesale. */
  unitPrice: Money;
  /** After wholesale, of the pieces that can be had. */
  lineTotal: Money;
  notice?: Maybe<CartNotice>;
  /** How many can be had. */
  available: Scalars['Int']['output'];
};

/** What lines cost. Wholesale takes 25 % off paint of the brand Nightline from 50 cans in the order, and 30 % off Kerbside from 100. */
export type Totals = {
  subtotal: Money;
  wholesaleDiscount: Money;
  /** Nothing from `freeShippingFrom` on, counted after wholesale; else 7.90 US dollars. */
  shipping: Money;
  total: Money;
  /** 75 US dollars, or 200 with any can of Nightline. */
  freeShippingFrom: Money;
};

/** Lines with what they cost now; products that do not exist are left out. */
export type Cart = {
  lines: Array<CartLine>;
  totals: Totals;
};

/** Where the page sends cards: `test` takes test cards only, `live` real ones. */
export type PaymentMode =
  | 'test'
  | 'live';

/** What the page needs to show a payment form. */
export type PaymentSettings = {
  mode: PaymentMode;
  /** Of Stripe, for its form. */
  publishableKey: Scalars['String']['output'];
  /** The payments sandbox, to which the test form sends cards; null with Stripe itself. */
  sandboxUrl?: Maybe<Scalars['String']['output']>;
};

export type MembershipStatus =
  /** There is none and was none. */
  | 'none'
  /** The first payment, or the card of the trial, is awaited. */
  | 'incomplete'
  | 'trialing'
  | 'active'
  /** A renewal could not be paid; see `graceUntil`. */
  | 'past_due'
  | 'cancelled';

export type PaymentCard = {
  /** For example `visa`. */
  brand: Scalars['String']['output'];
  last4: Scalars['String']['output'];
  expMonth: Scalars['Int']['output'];
  expYear: Scalars['Int']['output'];
};

/** The player's membership in Pro, the one plan. */
export type Membership = {
  status: MembershipStatus;
  /** Whether the perks apply now: in the trial, while it is paid, and until `graceUntil`. */
  isPro: Scalars['Boolean']['output'];
  /** For a month. */
  price: Money;
  trialDays: Scalars['Int']['output'];
  /** Whether this player may still have the trial. */
  canTrial: Scalars['Boolean']['output'];
  trialEndsAt?: Maybe<Scalars['DateTime']['output']>;
  currentPeriodEnd?: Maybe<Scalars['DateTime']['output']>;
  /** Whether it ends with its period. A trial does until the player has confirmed a contact. */
  cancelAtPeriodEnd: Scalars['Boolean']['output'];
  /** Until when a failed payment keeps Pro. */
  graceUntil?: Maybe<Scalars['DateTime']['output']>;
  card?: Maybe<PaymentCard>;
};

export type InvoiceStatus =
  | 'paid'
  | 'open'
  | 'void';

/** An invoice of Stripe's for a membership. */
export type Invoice = {
  id: Scalars['ID']['output'];
  /** For people; null before it is final. */
  number?: Maybe<Scalars['String']['output']>;
  date: Scalars['DateTime']['output'];
  total: Money;
  status: InvoiceStatus;
  /** Opens the PDF at Stripe. */
  pdfUrl?: Maybe<Scalars['String']['output']>;
};

export type InvoiceEdge = {
  cursor: Scalars['String']['output'];
  node: Invoice;
};

export type InvoiceConnection = {
  edges: Array<InvoiceEdge>;
  nodes: Array<Invoice>;
  pageInfo: PageInfo;
};

export type PaymentKind =
  /** The page confirms a payment. */
  | 'payment'
  /** The page confirms a card that is kept for later payments; nothing is charged. */
  | 'setup';

export type PaymentSetup = {
  /** Of Stripe's intent: `<id>_secret_<…>`. */
  clientSecret: Scalars['String']['output'];
  kind: PaymentKind;
};

/**
 * What the trial form holds. No field is non-null here, so that one response can name every field that is missing or
 * wrong (`VALIDATION_FAILED` with `fields`).
 */
export type TrialInput = {
  /** Required. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Required. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Required, at most 254 characters. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Required, at most 40 characters. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Required. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Required. */
  state?: InputMaybe<Scalars['String']['input']>;
  tagName?: InputMaybe<Scalars['String']['input']>;
  /** beginner, intermediate, advanced, professional or enthusiast; beginner where it is missing. */
  experienceLevel?: InputMaybe<Scalars['String']['input']>;
  /** At most 20 of 60 characters; an entry with commas counts as several. */
  interests?: InputMaybe<Array<Scalars['String']['input']>>;
  referralCode?: InputMaybe<Scalars['String']['input']>;
};

/** Where to ship to. Which parts are needed depends on the country. */
export type AddressInput = {
  name: Scalars['String']['input'];
  line1: Scalars['String']['input'];
  line2?: InputMaybe<Scalars['String']['input']>;
  city: Scalars['String']['input'];
  /** State or province; needed where addresses have one, for example in the US, Canada and Australia. */
  region?: InputMaybe<Scalars['String']['input']>;
  /** Needed where the country has them; its form is checked for the countries where most players live. */
  postalCode?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166-1 alpha-2, for example `AU`. */
  country: Scalars['String']['input'];
  phone?: InputMaybe<Scalars['String']['input']>;
};

export type CheckoutInput = {
  /** Gets the receipt; at most 254 characters. */
  email: Scalars['String']['input'];
  address: AddressInput;
  /** At least one, at most 50. */
  lines: Array<CartLineInput>;
  /** The total that the buyer saw, in minor units; another one is refused with `TOTAL_CHANGED`. */
  expectedTotal?: InputMaybe<Scalars['Int']['input']>;
};

/** An order and the way to pay it. */
export type CheckoutPayload = {
  orderId: Scalars['ID']['output'];
  order: Order;
  totals: Totals;
  /** Of Stripe's payment intent. */
  clientSecret: Scalars['String']['output'];
  /** Opens the order without the buyer's session. */
  token: Scalars['String']['output'];
};

export type OrderStatus =
  /** Its goods are kept until `reservedUntil`. */
  | 'awaiting_payment'
  | 'paid'
  | 'shipped'
  /** By the buyer or the shop, before it was shipped; what was paid goes back. */
  | 'cancelled'
  /** It was not paid in time. */
  | 'expired'
  /** All of the money went back or is on its way. */
  | 'refunded';

export type OrderLine = {
  productId: Scalars['ID']['output'];
  /** Null for a product that no longer exists. */
  product?: Maybe<Product>;
  /** As it was called when it was ordered. */
  name: Scalars['String']['output'];
  size?: Maybe<Scalars['String']['output']>;
  quantity: Scalars['Int']['output'];
  /** Of one piece, before wholesale. */
  unitPrice: Money;
  /** After wholesale. */
  lineTotal: Money;
};

export type Address = {
  name: Scalars['String']['output'];
  line1: Scalars['String']['output'];
  line2?: Maybe<Scalars['String']['output']>;
  city: Scalars['String']['output'];
  region?: Maybe<Scalars['String']['output']>;
  postalCode?: Maybe<Scalars['String']['output']>;
  country: Scalars['String']['output'];
  phone?: Maybe<Scalars['String']['output']>;
};

export type Tracking = {
  carrier: Scalars['String']['output'];
  number: Scalars['String']['output'];
  url?: Maybe<Scalars['String']['output']>;
};

/** An order of merchandise, with the prices at which it was made. */
export type Order = {
  id: Scalars['ID']['output'];
  /** For people, for example `SH-7K3Q9D`. */
  number: Scalars['String']['output'];
  status: OrderStatus;
  placedAt: Scalars['DateTime']['output'];
  paidAt?: Maybe<Scalars['DateTime']['output']>;
  shippedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was cancelled, expired or refunded. */
  cancelledAt?: Maybe<Scalars['DateTime']['output']>;
  /** Null after its buyer's account was erased, like the address. */
  email?: Maybe<Scalars['String']['output']>;
  address?: Maybe<Address>;
  lines: Array<OrderLine>;
  totals: Totals;
  /** What went back. */
  refunded: Money;
  tracking?: Maybe<Tracking>;
  /** Whether `cancelOrder` is open: before it is shipped. */
  canCancel: Scalars['Boolean']['output'];
  /** Until when its goods are kept while it waits for payment. */
  reservedUntil?: Maybe<Scalars['DateTime']['output']>;
};

export type OrderEdge = {
  cursor: Scalars['String']['output'];
  node: Order;
};

export type OrderConnection = {
  edges: Array<OrderEdge>;
  nodes: Array<Order>;
  pageInfo: PageInfo;
};

export type Query = {
  /**
   * The merchandise in the order of the catalogue. `search` finds products with words that begin with each of its words, in
   * name, brand, category and description. Open to all.
   */
  products: ProductConnection;
  /** One product by its slug. Open to all. */
  product?: Maybe<Product>;
  /** The caller's cart. Needs a session. */
  cart: Cart;
  /** What lines cost, without storing them; for guests, whose cart is in the browser. Open to all. Refused with `CART_TOO_LARGE` beyond 50 lines or 999,999.99 US dollars. */
  quote: Cart;
  /** What a payment form needs. Open to all. */
  paymentSettings: PaymentSettings;
  /** The player's membership; for pending players too. */
  membership: Membership;
  /** The player's invoices, newest first. */
  invoices: InvoiceConnection;
  /** The caller's orders, newest first, also those made as a guest in the same browser before sign-up. Needs a session. */
  orders: OrderConnection;
  /** One order: the caller's own, or the one that the token opens. Open to all. */
  order?: Maybe<Order>;
  /**
   * To go on paying an order; null where there is nothing to pay. For its buyer or who has the token. Refused with `NOT_FOUND`
   * for another order, and with `PAYMENTS_UNAVAILABLE` while the payment provider is unavailable.
   */
  orderPayment?: Maybe<CheckoutPayload>;
  /** All orders, newest first; `search` is a whole order number or e-mail address. Needs a verified player with the role `shopkeeper`. */
  shopOrders: OrderConnection;
};


export type QueryProductsArgs = {
  category?: InputMaybe<ProductCategory>;
  search?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryProductArgs = {
  slug: Scalars['String']['input'];
};


export type QueryQuoteArgs = {
  lines: Array<CartLineInput>;
};


export type QueryInvoicesArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryOrdersArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryOrderArgs = {
  id: Scalars['ID']['input'];
  token?: InputMaybe<Scalars['String']['input']>;
};


export type QueryOrderPaymentArgs = {
  id: Scalars['ID']['input'];
  token?: InputMaybe<Scalars['String']['input']>;
};


export type QueryShopOrdersArgs = {
  status?: InputMaybe<OrderStatus>;
  search?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  /** Replaces the lines of the caller's cart. Needs a session. Refused with `CART_TOO_LARGE` beyond 50 lines or 999,999.99 US dollars. */
  setCart: Cart;
  /**
   * Adds the lines of a guest's cart to the caller's at sign-in: of each the greater quantity. `key` is a UUID that the client
   * makes; a second call with it changes nothing. Needs a session. Refused with `CART_TOO_LARGE` as above.
   */
  mergeCart: Cart;
  /**
   * Places an order, whose goods are kept until its `reservedUntil`, and opens its payment. The same order again, while it waits
   * for payment, continues it. For guests with a session and verified players. Refused with `OUT_OF_STOCK`, whose `fields` name
   * the lines and have the code `RESERVED_BY_OTHERS` where unpaid orders hold the last ones; with `RESERVATION_LIMIT`
   * where the unpaid orders of the buyer, the e-mail address or the network address would hold too much, for example more than
   * a fifth of a product in one size; with `TOTAL_CHANGED`, with `CONFLICT` beyond five orders that wait for payment, and with
   * `PAYMENTS_UNAVAILABLE`.
   */
  checkout: CheckoutPayload;
  /** Looks at an order's payment now, after the page has confirmed it. For its buyer or who has the token. Refused with `NOT_FOUND`, `PAYMENTS_UNAVAILABLE`. */
  settleOrder: Order;
  /**
   * Cancels an order before it is shipped; what was paid goes back. A second time changes nothing. For its buyer or who has the
   * token. Refused with `NOT_FOUND`, `ORDER_NOT_CANCELLABLE`.
   */
  cancelOrder: Order;
  /** Marks a paid order as shipped, and notifies its buyer. Needs a verified player with the role `shopkeeper`. Refused with `CONFLICT` for one that is not paid. */
  markShipped: Order;
  /**
   * Sends money back: `amount` minor units, or all that is left, which makes the order refunded. `key` is a UUID that the client
   * makes; a second call with it changes nothing. Needs a verified player with the role `shopkeeper`. Refused with `CONFLICT`
   * where less is left.
   */
  refundOrder: Order;
  /**
   * The payment of a membership that begins with it; the same again until it is paid, in any tab. For verified players.
   * `ALREADY_MEMBER`, `PAYMENTS_UNAVAILABLE`.
   */
  getOrCreateSubscription: PaymentSetup;
  /**
   * The card of the free trial, whose authorization charges nothing; the same again until it is set up. Open to guests with
   * a session, whose account gets the trial; it goes on as a paid membership only after the account has confirmed a contact.
   * `TRIAL_USED`, `ALREADY_MEMBER`, `PAYMENTS_UNAVAILABLE`. What the form says of contacts is not compared with other accounts.
   */
  createTrialSubscription: PaymentSetup;
  /** Looks at what was paid or set up; the page calls it after confirming. A trial whose confirmed contact or card had one ends here. */
  settleMembership: Membership;
  /** Ends the membership with its period; again changes nothing. */
  cancelMembership: Membership;
  /** Takes `cancelMembership` back; for verified players. */
  resumeMembership: Membership;
  /** The set-up of another card, which `settleMembership` makes the one that pays, also what is overdue. */
  changeCard: PaymentSetup;
};


export type MutationSetCartArgs = {
  lines: Array<CartLineInput>;
};


export type MutationMergeCartArgs = {
  lines: Array<CartLineInput>;
  key: Scalars['ID']['input'];
};


export type MutationCheckoutArgs = {
  input: CheckoutInput;
};


export type MutationSettleOrderArgs = {
  id: Scalars['ID']['input'];
  token?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCancelOrderArgs = {
  id: Scalars['ID']['input'];
  token?: InputMaybe<Scalars['String']['input']>;
};


export type MutationMarkShippedArgs = {
  id: Scalars['ID']['input'];
  carrier: Scalars['String']['input'];
  number: Scalars['String']['input'];
  url?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRefundOrderArgs = {
  id: Scalars['ID']['input'];
  amount?: InputMaybe<Scalars['Int']['input']>;
  key: Scalars['ID']['input'];
};


export type MutationCreateTrialSubscriptionArgs = {
  input: TrialInput;
};

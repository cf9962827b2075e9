import { parseArgs } from 'node:util';
import {
  operatorCommand,
  Outbox,
  parseInput,
  poolOf,
  Problem,
  uuidv7,
  type CommandContext,
} from '@sprayhunt/service-kit';
import { CartsService } from '../carts/carts.service.js';
import { PricedCarts } from '../carts/priced-cart.js';
import { ProductChanges } from '../catalogue/product-changes.js';
import { ProductReads } from '../catalogue/product-reads.js';
import { OrderNotifier } from './order-notifier.js';
import { OrderReads } from './order-reads.js';
import { OrderSteps } from './order-steps.js';
import { orderView } from './order-view.js';
import { refundInput, shipment, shopOrderList } from './shop-input.js';
import { ShopService } from './shop.service.js';

const USAGE = `Keeps the shop in the database of commerce, which DATABASE_URL names.
  orders [--status STATUS] [--search NUMBER|EMAIL]      the newest 100 orders
  ship ORDER --carrier NAME --number NUMBER [--url URL]  marks it shipped; the buyer is told
  refund ORDER [--amount AMOUNT]                         sends money back, for example 12.50; without an amount what is left
  products                                               all products with their stock and what unpaid orders reserve
  stock SLUG COUNT [--size SIZE]                         pieces that can be sold, beside what open orders hold
  price SLUG AMOUNT [--original AMOUNT]                  for example 24.99; the original price is struck through
  offer SLUG, withdraw SLUG                              what is withdrawn can be neither found nor bought
ORDER is a number, for example SH-7K3Q9D, or an id. Refunds are sent by the running service.`;

const text = { type: 'string' } as const;
const OPTIONS = {
  status: text,
  search: text,
  carrier: text,
  number: text,
  url: text,
  amount: text,
  size: text,
  original: text,
};
const LISTED = 100;

type Values = Partial<Record<keyof typeof OPTIONS, string>>;
type Run = (shop: Shop) => Promise<unknown>;

/** @returns the exit code: 0 success, 1 refused, 2 wrong usage */
export function shopCommand(args: string[], open: () => Promise<CommandContext>): Promise<number> {
  const run = understood(args);
  return operatorCommand({
    usage: USAGE,
    run: run && ((on) => run(shopOn(on))),
    open,
    failed: 'The shop could not be changed',
  });
}

/** The arguments of each verb, and its options; a question mark means optional. */
const VERBS: Readonly<
  Record<string, { words: number; options: readonly string[]; run: (words: string[], values: Values) => Run }>
> = {
  orders: { words: 0, options: ['status?', 'search?'], run: (_, values) => (shop) => shop.orders(values) },
  ship: {
    words: 1,
    options: ['carrier', 'number', 'url?'],
    run:
      ([order], values) =>
      (shop) =>
        shop.ship(order!, values),
  },
  refund: {
    words: 1,
    options: ['amount?'],
    run:
      ([order], { amount }) =>
      (shop) =>
        shop.refund(order!, amount),
  },
  products: { words: 0, options: [], run: () => (shop) => shop.products.list() },
  stock: {
    words: 2,
    options: ['size?'],
    run:
      ([slug, count], { size }) =>
      (shop) =>
        shop.changed(() => shop.products.setStock(slug!, size ?? '', wholeNumber(count!))),
  },
  price: {
    words: 2,
    options: ['original?'],
    run:
      ([slug, price], { original }) =>
      (shop) =>
        shop.changed(() =>
          shop.products.setPrice(slug!, minorOf(price!), original === undefined ? null : minorOf(original)),
        ),
  },
  offer: {
    words: 1,
    options: [],
    run:
      ([slug]) =>
      (shop) =>
        shop.changed(() => shop.products.offer(slug!, true)),
  },
  withdraw: {
    words: 1,
    options: [],
    run:
      ([slug]) =>
      (shop) =>
        shop.changed(() => shop.products.offer(slug!, false)),
  },
};

function understood(args: string[]): Run | null {
  try {
    const {
      values,
      positionals: [verb = '', ...words],
    } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const known = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!known || words.length !== known.words) return null;
    const allowed = known.options.map((option) => option.replace('?', ''));
    const isComplete = known.options.every((option) => option.endsWith('?') || Object.hasOwn(values, option));
    return isComplete && Object.keys(values).every((name) => allowed.includes(name)) ? known.run(words, values) : null;
  } catch {
    return null;
  }
}

type Shop = ReturnType<typeof shopOn>;

function shopOn({ dataSource, jobs }: CommandContext) {
  const pool = poolOf(dataSource);
  const [reads, news, products] = [
    new OrderReads(pool),
    new OrderNotifier(new Outbox('commerce')),
    new ProductChanges(dataSource),
  ];
  const steps = new OrderSteps(jobs, news, new CartsService(dataSource, new PricedCarts(new ProductReads(pool)), jobs));
  const service = new ShopService(dataSource, reads, steps, news);
  const idOf = async (order: string) =>
    /^SH-/i.test(order) ? ((await reads.all({ search: order }, 1)).items[0]?.id ?? order) : order;
  return {
    products,
    changed: async (change: () => Promise<void>) => {
      await change();
      return { changed: true };
    },
    orders: async (values: Values) => {
      const { status, search } = parseInput(shopOrderList, { ...values, first: LISTED });
      return (await reads.all({ ...(status && { status }), ...(search && { search }) }, LISTED)).items.map(orderView);
    },
    ship: async (order: string, values: Values) =>
      orderView(await service.ship(await idOf(order), parseInput(shipment, values))),
    refund: async (order: string, amount: string | undefined) => {
      const input = parseInput(refundInput, { amount: amount === undefined ? null : minorOf(amount), key: uuidv7() });
      return orderView(await service.refund(await idOf(order), input.amount, input.key));
    },
  };
}

/** Whole minor units of an amount as people write it: 12, 12.5 or 12.50. */
function minorOf(amount: string): number {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(amount))
    throw new Problem('VALIDATION_FAILED', `"${amount}" is no amount; for example 12.50.`);
  return Math.round(Number(amount) * 100);
}

function wholeNumber(count: string): number {
  if (!/^\d{1,6}$/.test(count)) throw new Problem('VALIDATION_FAILED', `"${count}" is not a number of pieces.`);
  return Number(count);
}

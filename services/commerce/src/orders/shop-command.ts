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

const USAGE = `Manages the shop in the database of commerce, which DATABASE_URL names.
  orders [--status STATUS] [--search NUMBER|EMAIL]      the newest 100 orders
  ship ORDER --carrier NAME --number NUMBER [--url URL]  marks it shipped and notifies the buyer
  refund ORDER [--amount AMOUNT]                         refunds, for example 12.50; without an amount all that is left
  products                                               all products with their stock and what unpaid orders reserve
  stock SLUG COUNT [--size SIZE]                         pieces that can be sold, beside what open orders hold
  price SLUG AMOUNT [--original AMOUNT]                  for example 24.99; the original price is struck through
  offer SLUG, withdraw SLUG                              withdrawn products can be neither found nor bought
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
const MAX_LISTED_ORDERS = 100;

type Values = Partial<Record<keyof typeof OPTIONS, string>>;
type ShopAction = (shop: Shop) => Promise<unknown>;

/** @returns the exit code: 0 success, 1 refused, 2 wrong usage */
export function shopCommand(args: string[], open: () => Promise<CommandContext>): Promise<number> {
  const action = parseCommand(args);
  return operatorCommand({
    usage: USAGE,
    run: action && ((on) => action(openShop(on))),
    open,
    failureMessage: 'The shop could not be changed',
  });
}

/** The number of arguments of each command, and its options; a question mark means optional. */
const COMMANDS: Readonly<
  Record<string, { words: number; options: readonly string[]; run: (words: string[], values: Values) => ShopAction }>
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
        shop.changed(() => shop.products.setStock(slug!, size ?? '', parseCount(count!))),
  },
  price: {
    words: 2,
    options: ['original?'],
    run:
      ([slug, price], { original }) =>
      (shop) =>
        shop.changed(() =>
          shop.products.setPrice(slug!, parseAmount(price!), original === undefined ? null : parseAmount(original)),
        ),
  },
  offer: {
    words: 1,
    options: [],
    run:
      ([slug]) =>
      (shop) =>
        shop.changed(() => shop.products.setOffered(slug!, true)),
  },
  withdraw: {
    words: 1,
    options: [],
    run:
      ([slug]) =>
      (shop) =>
        shop.changed(() => shop.products.setOffered(slug!, false)),
  },
};

function parseCommand(args: string[]): ShopAction | null {
  try {
    const {
      values,
      positionals: [verb = '', ...words],
    } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const command = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined;
    if (!command || words.length !== command.words) return null;
    const allowed = command.options.map((option) => option.replace('?', ''));
    const isComplete = command.options.every((option) => option.endsWith('?') || Object.hasOwn(values, option));
    return isComplete && Object.keys(values).every((name) => allowed.includes(name))
      ? command.run(words, values)
      : null;
  } catch {
    return null;
  }
}

type Shop = ReturnType<typeof openShop>;

function openShop({ dataSource, jobs }: CommandContext) {
  const pool = poolOf(dataSource);
  const [reads, notifier, products] = [
    new OrderReads(pool),
    new OrderNotifier(new Outbox('commerce')),
    new ProductChanges(dataSource),
  ];
  const steps = new OrderSteps(
    jobs,
    notifier,
    new CartsService(dataSource, new PricedCarts(new ProductReads(pool)), jobs),
  );
  const service = new ShopService(dataSource, reads, steps, notifier);
  const idOf = async (order: string) =>
    /^SH-/i.test(order) ? ((await reads.all({ search: order }, 1)).items[0]?.id ?? order) : order;
  return {
    products,
    changed: async (change: () => Promise<void>) => {
      await change();
      return { changed: true };
    },
    orders: async (values: Values) => {
      const { status, search } = parseInput(shopOrderList, { ...values, first: MAX_LISTED_ORDERS });
      return (await reads.all({ ...(status && { status }), ...(search && { search }) }, MAX_LISTED_ORDERS)).items.map(
        orderView,
      );
    },
    ship: async (order: string, values: Values) =>
      orderView(await service.ship(await idOf(order), parseInput(shipment, values))),
    refund: async (order: string, amount: string | undefined) => {
      const input = parseInput(refundInput, {
        amount: amount === undefined ? null : parseAmount(amount),
        key: uuidv7(),
      });
      return orderView(await service.refund(await idOf(order), input.amount, input.key));
    },
  };
}

/** Parses an amount such as 12, 12.5 or 12.50 into minor units. */
function parseAmount(amount: string): number {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(amount))
    throw new Problem('VALIDATION_FAILED', `"${amount}" is not a valid amount; use for example 12.50.`);
  return Math.round(Number(amount) * 100);
}

function parseCount(count: string): number {
  if (!/^\d{1,6}$/.test(count)) throw new Problem('VALIDATION_FAILED', `"${count}" is not a number of pieces.`);
  return Number(count);
}

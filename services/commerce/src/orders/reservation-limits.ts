import { z } from 'zod';

/** Limit on all unpaid orders together: their pieces, and their total in US dollars. */
export interface ReservationLimit {
  pieces: number;
  dollars: number;
}

/** Written `250/10000`: 250 pieces and 10,000 US dollars. */
const limit = z
  .string()
  .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, 'is not of the form pieces/dollars, for example 250/10000')
  .transform((format): ReservationLimit => {
    const [pieces, dollars] = format.split('/').map(Number) as [number, number];
    return { pieces, dollars };
  });

type Mode = 'local' | 'production';

/** A wholesale order has 100 cans or more. In local mode all callers share one address. */
const DEFAULTS = {
  RESERVATION_PER_BUYER: { production: { pieces: 400, dollars: 10_000 }, local: { pieces: 400, dollars: 10_000 } },
  RESERVATION_PER_ADDRESS: { production: { pieces: 800, dollars: 20_000 }, local: { pieces: 1_500, dollars: 50_000 } },
} satisfies Record<string, Record<Mode, ReservationLimit>>;

type LimitName = keyof typeof DEFAULTS;

const limitOf = (name: LimitName, description: string) => {
  const format = ({ pieces, dollars }: ReservationLimit) => `${pieces}/${dollars}`;
  return limit.optional().meta({
    description,
    byMode: { local: format(DEFAULTS[name].local), production: format(DEFAULTS[name].production) },
  });
};
/** Higher in local mode, where tests that compete for the last pieces of a product share one address. */
const SHARED_PIECES: Record<Mode, number> = { production: 1, local: 20 };

const minutes = z.coerce
  .number()
  .int()
  .min(1)
  .max(24 * 60);

/** Variables of the limits on goods that are reserved and not paid. */
export const reservationVariables = {
  RESERVATION_MINUTES_GUEST: minutes
    .default(10)
    .describe('minutes for which the goods of a guest’s unpaid order are reserved'),
  RESERVATION_MINUTES_PLAYER: minutes
    .default(30)
    .describe('minutes for which the goods of a player’s unpaid order are reserved'),
  RESERVATION_PER_BUYER: limitOf(
    'RESERVATION_PER_BUYER',
    'pieces/US dollars that the unpaid orders of one buyer or e-mail address may reserve together',
  ),
  RESERVATION_PER_ADDRESS: limitOf(
    'RESERVATION_PER_ADDRESS',
    'pieces/US dollars that the unpaid orders of all buyers at one network address may reserve together',
  ),
  RESERVATION_STOCK_PERCENT: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .describe(
      'per cent of a product in one size that one buyer, e-mail address or network address may reserve unpaid; ' +
        'at least one piece',
    ),
  RESERVATION_SHARED_PIECES: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .meta({
      description:
        'pieces of a product in one size that a network address may reserve even where they are more than its ' +
        'share of the stock; more where many buyers share addresses',
      byMode: { local: String(SHARED_PIECES.local), production: String(SHARED_PIECES.production) },
    }),
};

type Variables = { MODE: Mode; RESERVATION_STOCK_PERCENT: number; RESERVATION_SHARED_PIECES?: number } & Partial<
  Record<LimitName, ReservationLimit>
>;

export interface ReservationLimits {
  buyer: ReservationLimit;
  address: ReservationLimit;
  stockPercent: number;
  /** Pieces of one variant that a network address may always reserve. */
  sharedPieces: number;
}

export const reservationLimitsOf = (config: Variables): ReservationLimits => ({
  buyer: config.RESERVATION_PER_BUYER ?? DEFAULTS.RESERVATION_PER_BUYER[config.MODE],
  address: config.RESERVATION_PER_ADDRESS ?? DEFAULTS.RESERVATION_PER_ADDRESS[config.MODE],
  stockPercent: config.RESERVATION_STOCK_PERCENT,
  sharedPieces: config.RESERVATION_SHARED_PIECES ?? SHARED_PIECES[config.MODE],
});

export interface ReservedLine {
  variantId: string;
  quantity: number;
}

/** An unpaid order with the caller's buyer id, e-mail address or network address. */
export interface OpenReservation {
  /** Whether buyer or e-mail address match; otherwise only the network address does. */
  isBuyers: boolean;
  isAtAddress: boolean;
  /** Minor units. */
  total: number;
  lines: readonly ReservedLine[];
}

/** A limit that an order would exceed. */
export type ExceededLimit =
  | { kind: 'pieces' | 'dollars'; limit: number; hasOthers: boolean }
  | { kind: 'stock'; lines: { index: number; limit: number }[]; hasOthers: boolean };

/**
 * Returns the first limit that a new order would exceed.
 * @param open unpaid orders that share a limit with it
 * @param order its lines, one for each variant, and its total in minor units
 * @param pieces of each variant, in stock and reserved by unpaid orders
 */
export function exceededLimit(
  limits: ReservationLimits,
  open: readonly OpenReservation[],
  order: { lines: readonly ReservedLine[]; total: number },
  pieces: ReadonlyMap<string, number>,
): ExceededLimit | undefined {
  const groups = [
    { limit: limits.buyer, least: 1, orders: open.filter(({ isBuyers }) => isBuyers) },
    { limit: limits.address, least: limits.sharedPieces, orders: open.filter(({ isAtAddress }) => isAtAddress) },
  ];
  for (const { limit, orders } of groups) {
    const all = [...orders, order];
    const hasOthers = orders.length > 0;
    if (sum(all.flatMap(({ lines }) => lines.map(({ quantity }) => quantity))) > limit.pieces)
      return { kind: 'pieces', limit: limit.pieces, hasOthers };
    if (sum(all.map(({ total }) => total)) > limit.dollars * 100)
      return { kind: 'dollars', limit: limit.dollars, hasOthers };
  }
  const lines = order.lines.flatMap(({ variantId, quantity }, index) => {
    const share = Math.floor(((pieces.get(variantId) ?? 0) * limits.stockPercent) / 100);
    const exceeded = groups
      .map(({ least: min, orders }) => ({ limit: Math.max(min, share), orders }))
      .find(({ limit, orders }) => reserved(orders, variantId) + quantity > limit);
    return exceeded ? [{ index, limit: exceeded.limit }] : [];
  });
  return lines.length > 0 ? { kind: 'stock', lines, hasOthers: open.length > 0 } : undefined;
}

const reserved = (orders: readonly OpenReservation[], variantId: string): number =>
  sum(
    orders.flatMap(({ lines }) => lines.filter((line) => line.variantId === variantId).map(({ quantity }) => quantity)),
  );

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

import { Injectable } from '@nestjs/common';
import { deleteBefore, Jobs, poolOf, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { lineKey, mergeLines, MAX_LINES, tooLarge, type RequestedLine } from './cart-input.js';
import type { StoredLine } from './cart.entity.js';
import { PricedCarts, type PricedCart } from './priced-cart.js';

const deleteOldCarts: RepeatedJob = { name: 'forget-carts', every: 24 * 60 * 60, lockSeconds: 300 };
/** Days without a change after which a cart is removed. */
const KEPT_DAYS = 90;
/** Number of merge keys that are stored. */
const KEYS = 10;

const LINES = `SELECT lines FROM carts WHERE player_id = $1`;
// Locks the player's cart, or makes it; an erased account gets none.
const OPEN = `
  INSERT INTO carts (player_id, lines) VALUES ($1, '[]')
  ON CONFLICT (player_id) DO UPDATE SET player_id = excluded.player_id RETURNING lines, merged_keys AS "mergedKeys"`;
const CLOSE = `DELETE FROM carts WHERE player_id = $1 RETURNING lines, merged_keys AS "mergedKeys"`;
const SAVE = `UPDATE carts SET lines = $2::jsonb, merged_keys = $3::uuid[], changed_at = now() WHERE player_id = $1`;
/** Subtracts the bought pieces; pieces that were added meanwhile stay. */
const TAKE_OUT = `
  UPDATE carts SET changed_at = now(), lines = coalesce((
    SELECT jsonb_agg(line || jsonb_build_object('quantity', left_over.quantity) ORDER BY position)
    FROM jsonb_array_elements(lines) WITH ORDINALITY AS one (line, position)
    LEFT JOIN unnest($2::text[], $3::integer[]) AS bought (key, quantity) ON bought.key = (line->>'productId') || ' '
      || (line->>'size')
    CROSS JOIN LATERAL (SELECT (line->>'quantity')::integer - coalesce(bought.quantity, 0) AS quantity) AS left_over
    WHERE left_over.quantity > 0), '[]')
  WHERE player_id = $1`;

interface Opened {
  lines: StoredLine[];
  mergedKeys: string[];
}

/** Players' carts. */
@Injectable()
export class CartsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly priced: PricedCarts,
    jobs: Jobs,
  ) {
    jobs.repeat(deleteOldCarts, (signal) =>
      deleteBefore(poolOf(dataSource), 'carts', 'changed_at', `now() - interval '${KEPT_DAYS} days'`, signal),
    );
  }

  async of(player: string): Promise<PricedCart> {
    const [cart] = await this.dataSource.query<{ lines: StoredLine[] }[]>(LINES, [player]);
    return this.priced.price(cart?.lines ?? []);
  }

  /** Replaces the lines. A line whose quantity stays keeps the price at which it was put in. */
  set(player: string, lines: readonly RequestedLine[]): Promise<PricedCart> {
    return this.change(player, lines, (_, given) => given);
  }

  /** The greater quantity of each line; the same key a second time changes nothing. */
  merge(player: string, lines: readonly RequestedLine[], key: string): Promise<PricedCart> {
    const merged = ({ lines: before, mergedKeys }: Opened, given: readonly StoredLine[]) => {
      if (mergedKeys.includes(key)) return before;
      const both = mergeLines([...before, ...given], Math.max);
      if (both.length > MAX_LINES) throw tooLarge();
      return both;
    };
    return this.change(player, lines, merged, key);
  }

  /** Removes the ordered pieces from the buyer's cart. @param lines one for each product and size */
  async takeOut(tx: EntityManager, player: string, lines: readonly RequestedLine[]): Promise<void> {
    await tx.query(TAKE_OUT, [player, lines.map(lineKey), lines.map(({ quantity }) => quantity)]);
  }

  /**
   * The cart of a merged subject joins the account's, with the greater quantity of each line; lines beyond the limit
   * are left out.
   */
  async move(tx: EntityManager, subject: string, player: string): Promise<void> {
    const [[moved]] = await tx.query<[Opened[], number]>(CLOSE, [subject]);
    const [cart] = moved ? await tx.query<Opened[]>(OPEN, [player]) : [];
    if (!moved || !cart) return;
    const lines = mergeLines([...cart.lines, ...moved.lines], Math.max).slice(0, MAX_LINES);
    await tx.query(SAVE, [player, JSON.stringify(lines), [...cart.mergedKeys, ...moved.mergedKeys].slice(-KEYS)]);
  }

  private async change(
    player: string,
    wanted: readonly RequestedLine[],
    next: (cart: Opened, given: readonly StoredLine[]) => readonly StoredLine[],
    key?: string,
  ): Promise<PricedCart> {
    const { lines } = await this.priced.price(wanted);
    const given = lines.map(({ productId, size, quantity, unitMinor }) => ({ productId, size, quantity, unitMinor }));
    const stored = await this.dataSource.transaction(async (tx) => {
      const [cart] = await tx.query<Opened[]>(OPEN, [player]);
      if (!cart) return [];
      const before = new Map(cart.lines.map((line) => [lineKey(line), line]));
      const saved = next(cart, given).map((line) => {
        const old = before.get(lineKey(line));
        return old?.quantity === line.quantity
          ? old
          : { ...line, unitMinor: given.find((each) => lineKey(each) === lineKey(line))!.unitMinor };
      });
      const keys = key && !cart.mergedKeys.includes(key) ? [...cart.mergedKeys, key].slice(-KEYS) : cart.mergedKeys;
      await tx.query(SAVE, [player, JSON.stringify(saved), keys]);
      return saved;
    });
    return this.priced.price(stored);
  }
}

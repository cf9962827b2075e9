import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem, type Identity } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { CommerceConfig } from '../config.js';
import {
  exceededLimit,
  reservationLimitsOf,
  type ExceededLimit,
  type OpenReservation,
  type ReservationLimits,
  type ReservedLine,
} from './reservation-limits.js';

const LOCK_KEYS = `SELECT pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) AS one (key)`;
const SELECT_OPEN_ORDERS = `
  SELECT coalesce(o.buyer_id = $1 OR o.contact_hash = $2, false) AS "isBuyers", coalesce(o.address_hash = $3, false) AS
    "isAtAddress", o.total,
    (SELECT json_agg(json_build_object('variantId', l.variant_id, 'quantity', l.quantity)) FROM order_lines l
      WHERE l.order_id = o.id) AS lines
  FROM orders o WHERE o.status = 'awaiting_payment' AND (o.buyer_id = $1 OR o.contact_hash = $2 OR o.address_hash = $3)
    AND o.id <> $4`;
const SELECT_TOTAL_PIECES = `
  SELECT v.id, v.stock + coalesce(reserved.quantity, 0)::int AS pieces FROM product_variants v LEFT JOIN (
    SELECT l.variant_id, sum(l.quantity) AS quantity FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.status = 'awaiting_payment' GROUP BY 1
  ) AS reserved ON reserved.variant_id = v.id WHERE v.id = ANY ($1::uuid[])`;

/** The identity of a reservation: orders with the same buyer, e-mail address or network address share a limit. */
export interface Reserver {
  buyer: string;
  contactHash: Buffer;
  /** Null for a call whose identity has no address. */
  addressHash: Buffer | null;
}

/** Limits on unpaid reservations, so that nobody can empty the shop without paying. */
@Injectable()
export class Reservations {
  private readonly limits: ReservationLimits;

  constructor(@InjectConfig() private readonly config: CommerceConfig) {
    this.limits = reservationLimitsOf(config);
  }

  /** When the reservation of an order that the caller places now expires. */
  expiryFor({ kind }: Identity): Date {
    const { RESERVATION_MINUTES_GUEST: guest, RESERVATION_MINUTES_PLAYER: player } = this.config;
    return new Date(Date.now() + (kind === 'guest' ? guest : player) * 60_000);
  }

  /** Serializes checkouts that share a limit, until the transaction ends. */
  async lock(tx: EntityManager, { buyer, contactHash, addressHash }: Reserver): Promise<void> {
    const keys = [hash('buyer', buyer), contactHash, ...(addressHash ? [addressHash] : [])].map((each) =>
      each.readBigInt64BE(0),
    );
    // Sorted, so that two checkouts cannot deadlock.
    await tx.query(LOCK_KEYS, [keys.sort((a, b) => (a < b ? -1 : Number(a > b))).map(String)]);
  }

  /**
   * Checks the limits for an order whose pieces this transaction has taken out of the stock, before its lines are
   * written.
   * @param order its lines, one for each variant, and its total in minor units
   * @throws Problem `RESERVATION_LIMIT`
   */
  async check(
    tx: EntityManager,
    { buyer, contactHash, addressHash }: Reserver,
    order: { id: string; lines: readonly ReservedLine[]; total: number },
  ): Promise<void> {
    const open = await tx.query<OpenReservation[]>(SELECT_OPEN_ORDERS, [buyer, contactHash, addressHash, order.id]);
    // The transaction has locked the rows of the variants, so these sums cannot change before the commit.
    const rows = await tx.query<{ id: string; pieces: number }[]>(SELECT_TOTAL_PIECES, [
      order.lines.map(({ variantId }) => variantId),
    ]);
    const taken = new Map(order.lines.map(({ variantId, quantity }) => [variantId, quantity]));
    const exceeded = exceededLimit(
      this.limits,
      open,
      order,
      new Map(rows.map(({ id, pieces }) => [id, pieces + taken.get(id)!])),
    );
    if (exceeded) throw limitProblem(exceeded);
  }
}

/** A reserver's address is that of the signed identity. */
export const reserverOf = (caller: Identity, email: string): Reserver => ({
  buyer: caller.subject!,
  contactHash: hash('contact', mailboxOf(email)),
  addressHash: caller.address === undefined ? null : hash('address', caller.address),
});

/** Hashed, so that keys have a fixed length and the table contains no addresses. */
const hash = (kind: 'buyer' | 'contact' | 'address', text: string): Buffer =>
  createHash('sha256').update(`${kind} ${text}`).digest();

/** Without the sub-address after a plus sign: its owner may use any number of them. */
const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, '');

function limitProblem(exceeded: ExceededLimit): Problem {
  const advice = exceeded.hasOthers ? 'Pay or cancel an open order first, or order less.' : 'Order less at a time.';
  if (exceeded.kind === 'stock') {
    const fields = exceeded.lines.map(({ index, limit }) => ({
      field: `lines.${index}`,
      code: 'RESERVATION_LIMIT',
      detail: `At most ${limit} of this product can be reserved unpaid.`,
    }));
    return new Problem('RESERVATION_LIMIT', `${fields[0]!.detail} ${advice}`, { fields });
  }
  const limitText =
    exceeded.kind === 'pieces' ? `At most ${exceeded.limit} pieces` : `Goods for at most ${exceeded.limit} US dollars`;
  return new Problem('RESERVATION_LIMIT', `${limitText} can be reserved unpaid. ${advice}`);
}

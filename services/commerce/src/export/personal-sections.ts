import { personalTable, type PersonalSection, type SqlPool } from '@sprayhunt/service-kit';

/** Commerce's data about a player. */
export const personalSections = (pool: SqlPool): PersonalSection[] => [
  personalTable(pool, { name: 'cart', isOne: true, from: 'carts', where: 'player_id = $1', fields: { lines: 'lines', changedAt: 'changed_at' }, key: { player_id: 'uuid' } }),
  personalTable(pool, {
    name: 'orders',
    from: 'orders',
    where: 'buyer_id = $1',
    fields: {
      number: 'number', status: 'status', placedAt: 'placed_at', paidAt: 'paid_at', shippedAt: 'shipped_at', cancelledAt: 'cancelled_at', email: 'email', address: 'address', totalMinor: 'total', shippingMinor: 'shipping',
      refundedMinor: 'refunded', currency: 'currency', carrier: 'carrier', trackingNumber: 'tracking_number',
      lines: `(SELECT json_agg(json_build_object('name', name, 'size', nullif(size, ''), 'quantity', quantity, 'totalMinor', total_minor) ORDER BY position) FROM order_lines WHERE order_id = orders.id)`,
    },
    key: { placed_at: 'timestamptz', id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'memberships',
    from: 'memberships',
    where: 'account_id = $1',
    fields: {
      kind: 'kind', status: 'status', createdAt: 'created_at', trialEndsAt: 'trial_ends_at', currentPeriodEnd: 'period_ends_at', graceUntil: 'grace_until',
      cancelAtPeriodEnd: 'cancels_at_end', cardBrand: 'card_brand', cardLast4: 'card_last4', cardExpMonth: 'card_exp_month', cardExpYear: 'card_exp_year',
      subscriptionAtStripe: 'subscription_id',
    },
    key: { created_at: 'timestamptz', id: 'uuid' },
  }),
  personalTable(pool, { name: 'confirmedContacts', from: 'contact_keys', where: 'account_id = $1', fields: { kind: 'kind', confirmedAt: 'as_of', hashes: 'keys' }, key: { kind: 'text' } }),
  personalTable(pool, { name: 'customer', isOne: true, from: 'customers', where: 'account_id = $1', fields: { customerAtStripe: 'stripe_id' }, key: { id: 'uuid' } }),
];

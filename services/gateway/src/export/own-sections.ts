import { personalTable, type PersonalSection, type SqlPool } from '@sprayhunt/service-kit';

/** The gateway's own data about a player, without session secrets or their hashes. */
export const ownSections = (pool: SqlPool): PersonalSection[] => [
  personalTable(pool, {
    name: 'sessions',
    from: 'sessions',
    where: 'subject = $1',
    fields: {
      openedAt: 'created_at',
      lastSeenAt: 'last_seen_at',
      endedAt: 'ended_at',
      expiresAt: 'expires_at',
      userAgent: 'user_agent',
      address: 'address',
    },
    key: { created_at: 'timestamptz', id_hash: 'bytea' },
  }),
  personalTable(pool, {
    name: 'standing',
    isOne: true,
    from: 'account_standings',
    where: 'account_id = $1',
    fields: { roles: 'roles', suspendedUntil: 'suspended_until' },
    key: { account_id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'rememberedRequests',
    from: 'idempotency_keys',
    where: 'scope = $1::text',
    fields: { route: 'route', status: 'status', expiresAt: 'expires_at' },
    key: { key: 'text', route: 'text' },
  }),
];

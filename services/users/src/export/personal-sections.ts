import { personalTable, type PersonalSection, type SqlPool } from '@sprayhunt/service-kit';

/** A row that refers to the account, at most one. */
const OF_ACCOUNT = { isOne: true, where: 'account_id = $1', key: { account_id: 'uuid' } };

/** The users service's data about a player, without secrets or anything that would grant access. */
export const personalSections = (pool: SqlPool): PersonalSection[] => [
  personalTable(pool, {
    name: 'account',
    isOne: true,
    from: 'accounts',
    where: 'id = $1',
    fields: {
      id: 'id',
      status: 'status',
      username: 'username',
      firstName: 'first_name',
      lastName: 'last_name',
      dateOfBirth: 'date_of_birth::text',
      city: 'city',
      country: 'country',
      bio: 'bio',
      pictureId: 'avatar_picture_id',
      pinPreferences: 'pin_preferences',
      visibility: 'visibility',
      language: 'language',
      experience: 'experience',
      interests: 'interests',
      referralSource: 'referral_source',
      createdAt: 'created_at',
    },
    key: { id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'contacts',
    from: 'contacts',
    where: 'account_id = $1',
    fields: { kind: 'kind', value: 'value', verifiedAt: 'verified_at' },
    key: { kind: 'text' },
  }),
  personalTable(pool, {
    name: 'passkeys',
    from: 'passkeys',
    where: 'account_id = $1',
    fields: { name: 'name', backedUp: 'backed_up', createdAt: 'created_at', lastUsedAt: 'last_used_at' },
    key: { id: 'uuid' },
  }),
  personalTable(pool, { name: 'wallet', from: 'wallets', fields: { address: 'address', linkedAt: 'linked_at' }, ...OF_ACCOUNT }),
  personalTable(pool, {
    name: 'knownDevices',
    from: 'known_devices',
    where: 'account_id = $1',
    fields: { firstSeenAt: 'first_seen_at', lastSeenAt: 'last_seen_at' },
    key: { device_hash: 'text' },
  }),
  personalTable(pool, {
    name: 'otherSignIns',
    from: 'foreign_identities',
    where: 'account_id = $1',
    fields: { issuer: 'issuer', subject: 'subject', createdAt: 'created_at' },
    key: { issuer: 'text', subject: 'text' },
  }),
  personalTable(pool, {
    name: 'statistics',
    from: 'player_statistics',
    fields: { tokens: 'tokens', discoveries: 'discoveries', xp: 'xp', score: 'score' },
    ...OF_ACCOUNT,
  }),
  personalTable(pool, {
    name: 'transfers',
    from: 'transfers',
    where: 'credit_account_id = $1',
    fields: { id: 'id', amount: 'amount', reason: 'reason', source: 'source_id', createdAt: 'created_at' },
    key: { created_at: 'timestamptz', id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'tutorialSteps',
    from: 'transfers',
    where: `credit_account_id = $1 AND reason = 'tutorial'`,
    fields: { step: `split_part(source_id, ':', 2)::int`, tokens: 'amount', createdAt: 'created_at' },
    key: { created_at: 'timestamptz', id: 'uuid' },
  }),
  personalTable(pool, { name: 'pinsUsed', from: 'player_pins', where: 'account_id = $1', fields: { pinType: 'pin_type' }, key: { pin_type: 'text' } }),
  personalTable(pool, {
    name: 'achievementActions',
    from: 'social_deeds',
    where: 'account_id = $1',
    fields: { kind: 'kind', source: 'source_id' },
    key: { kind: 'text', source_id: 'uuid' },
  }),
  // Only messages to confirmed contacts: a claimed one may belong to another person. No codes.
  personalTable(pool, {
    name: 'messages',
    from: 'messages JOIN contacts ON contacts.value = recipient',
    where: `account_id = $1 AND verified_at IS NOT NULL AND state <> 'decoy'`,
    fields: { channel: 'channel', to: 'recipient', subject: 'subject', text: 'CASE WHEN code IS NULL THEN text END', state: 'state', createdAt: 'created_at' },
    key: { id: 'uuid' },
  }),
];

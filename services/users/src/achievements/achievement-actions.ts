import type { discoveryCreated, discoveryLiked, EventOf } from '@sprayhunt/contracts';
import { namedQuery } from '@sprayhunt/service-kit';
import { Check, Entity, type EntityManager, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A like of a work that a player has given, or a post or reply of theirs, once for each, even if removed later. */
@Entity({ name: 'social_deeds' })
@Check('social_deeds_kind', `kind IN ('like', 'post', 'reply')`)
export class SocialDeed {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'social_deeds_pkey' })
  accountId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'social_deeds_pkey' })
  kind: 'like' | 'post' | 'reply';

  /** The discovery or the post. */
  @PrimaryColumn('uuid', { name: 'source_id', primaryKeyConstraintName: 'social_deeds_pkey' })
  sourceId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'social_deeds_account' })
  account?: Account;
}

/** Pin types that a player has used: a projection of `DiscoveryCreated`. */
@Entity({ name: 'player_pins' })
export class PlayerPin {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'player_pins_pkey' })
  accountId: string;

  @PrimaryColumn('text', { name: 'pin_type', primaryKeyConstraintName: 'player_pins_pkey' })
  pinType: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'player_pins_account' })
  account?: Account;
}

/**
 * Player actions that count for achievements. They are deleted with the account, and late events
 * of an erased account are ignored.
 */
export async function recordPins(on: EntityManager, events: readonly EventOf<typeof discoveryCreated>[]): Promise<void> {
  const pins = new Map(events.map(({ data }) => [`${data.playerId} ${data.pinType}`, data]));
  await namedQuery(
    on,
    'note-pins',
    `INSERT INTO player_pins (account_id, pin_type)
     SELECT used.account_id, used.pin_type FROM unnest($1::uuid[], $2::text[]) AS used (account_id, pin_type)
     JOIN accounts a ON a.id = used.account_id
     ORDER BY 1, 2
     ON CONFLICT DO NOTHING`,
    [[...pins.values()].map(({ playerId }) => playerId), [...pins.values()].map(({ pinType }) => pinType)],
  );
}

export async function recordLikes(tx: EntityManager, events: readonly EventOf<typeof discoveryLiked>[]): Promise<void> {
  await namedQuery(
    tx,
    'note-likes',
    `INSERT INTO social_deeds (account_id, kind, source_id)
     SELECT given.account_id, 'like', given.discovery_id FROM unnest($1::uuid[], $2::uuid[]) AS given (account_id, discovery_id)
     JOIN accounts a ON a.id = given.account_id
     ORDER BY 1, 3
     ON CONFLICT DO NOTHING`,
    [events.map(({ data }) => data.playerId), events.map(({ data }) => data.discoveryId)],
  );
}

/** A post that starts a thread, or a reply in one. */
export async function recordPost(tx: EntityManager, accountId: string, kind: 'post' | 'reply', postId: string): Promise<void> {
  await namedQuery(tx, 'note-post', `INSERT INTO social_deeds (account_id, kind, source_id) VALUES ($1, $2, $3)`, [accountId, kind, postId]);
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type * as Schema from '../schema.generated.js';
import { Listed } from './listed.decorator.js';

/** Number of works that a player has added in the current minute and day, which begin with the first work. */
@Entity({ name: 'discovery_counts' })
export class DiscoveryCount {
  @PrimaryColumn('uuid', { name: 'player_id' })
  playerId: string;

  @Column('timestamptz', { name: 'minute_ends' })
  minuteEnds: Date;

  @Column('integer', { name: 'in_minute' })
  inMinute: number;

  @Column('timestamptz', { name: 'day_ends' })
  dayEnds: Date;

  @Column('integer', { name: 'in_day' })
  inDay: number;
}

export type DiscoveryRole = 'photographer' | 'artist';
export type DiscoveryStatus = 'standing' | 'gone';

/**
 * A work on the map. This is the only list of its columns: inserts, reads, the index of nearby lists and the export of
 * personal data are derived from it. The table also has generated columns that only nearby lists read: `g`, the map
 * point, and `brief`, the description if it is short enough for the index (see the migration).
 */
@Entity({ name: 'discoveries' })
@Index('discoveries_player', ['playerId', 'id'])
@Index('discoveries_public_player', { synchronize: false })
@Index('discoveries_artist', { synchronize: false })
@Index('discoveries_idempotency', ['playerId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
@Index('discoveries_title', ['playerId', 'titleDigest', 'createdAt'], { where: 'title_digest IS NOT NULL' })
@Index('discoveries_source', ['source', 'sourceId'], { unique: true, where: 'source_id IS NOT NULL' })
@Index('discoveries_nearby', { synchronize: false })
@Index('discoveries_app', ['appId', 'createdAt'], { where: 'app_id IS NOT NULL' })
@Index('discoveries_award_due', ['awardAt'], { where: 'award_withheld IS NOT NULL' })
@Index('discoveries_award_at', ['playerId', 'awardAt'], { where: 'award_at IS NOT NULL' })
@Index('discoveries_place', ['latitude', 'longitude', 'id'])
export class Discovery {
  /** Version 7, so that ids are in the order of creation. */
  @PrimaryColumn('uuid')
  @Listed()
  id: string;

  /** The player who documented it; deleted with that account. Null for older works of erased players. */
  @Column('uuid', { name: 'player_id', nullable: true })
  playerId: string | null;

  @Column('text', { nullable: true })
  @Listed()
  title: string | null;

  @Column('text', { nullable: true })
  @Listed()
  description: string | null;

  @Column('text', { name: 'artist_name', nullable: true })
  @Listed()
  artistName: string | null;

  /** Degrees, WGS 84. */
  @Column('double precision')
  @Listed()
  latitude: number;

  @Column('double precision')
  @Listed()
  longitude: number;

  @Column('text', { nullable: true })
  @Listed()
  address: string | null;

  @Column('uuid', { name: 'picture_id', nullable: true })
  @Listed('imageUrl', (column) => `'/objects/' || ${column}`)
  pictureId: string | null;

  @Column('text', { nullable: true })
  @Listed()
  thumbhash: string | null;

  @Column('text', { name: 'pin_type' })
  @Listed()
  pinType: Schema.PinType;

  @Column('text')
  @Listed('userRole')
  role: DiscoveryRole;

  @Column('boolean', { name: 'is_fresh_art' })
  @Listed()
  isFreshArt: boolean;

  @Column('text', { default: 'standing' })
  @Listed()
  status: DiscoveryStatus;

  @Column('smallint', { nullable: true })
  @Listed()
  year: number | null;

  /** The data set it was imported from. */
  @Column('text', { nullable: true })
  @Listed()
  source: string | null;

  /** Its id in the data set. */
  @Column('text', { name: 'source_id', nullable: true })
  sourceId: string | null;

  @Column('text', { name: 'source_url', nullable: true })
  @Listed()
  sourceUrl: string | null;

  @Column('text', { nullable: true })
  @Listed()
  licence: string | null;

  /** Updated with the likes, in their transactions. */
  @Column('integer', { default: 0 })
  @Listed()
  likes: number;

  /** The award in Spray Coins; 0 while it is withheld. */
  @Column('integer', { name: 'tokens_awarded' })
  @Listed()
  tokensAwarded: number;

  /** The award that is not paid yet; null for all others. */
  @Column('integer', { name: 'award_withheld', nullable: true })
  awardWithheld: number | null;

  /**
   * When a withheld award becomes payable, and once paid, when it was paid; null for an award that was paid at once.
   */
  @Column('timestamptz', { name: 'award_at', nullable: true })
  awardAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  @Listed()
  createdAt: Date;

  /** Equal for equivalent titles; null for works without a title, older and imported ones. */
  @Column('bytea', { name: 'title_digest', nullable: true })
  titleDigest: Buffer | null;

  /** Written by the former release, which may run beside this one; a migration of the next one drops it. */
  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  /** As `idempotencyKey`. */
  @Column('bytea', { name: 'idempotency_hash', nullable: true })
  idempotencyHash: Buffer | null;

  /** The partner's client by which the player documented it; null for all other works. */
  @Column('uuid', { name: 'app_id', nullable: true })
  appId: string | null;
}

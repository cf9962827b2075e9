import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A line as it is stored; at most one of each product and size. */
export interface StoredLine {
  productId: string;
  /** '' for a product of one size. */
  size: string;
  quantity: number;
  /** The price when its quantity was last set, in minor units. */
  unitMinor: number;
}

/** A player's cart. */
@Entity({ name: 'carts' })
@Index('carts_by_change', ['changedAt'])
export class Cart {
  @PrimaryColumn('uuid', { name: 'player_id' })
  playerId: string;

  @Column('jsonb')
  lines: StoredLine[];

  /** Keys of the last merges, which are not done twice. */
  @Column('uuid', { name: 'merged_keys', array: true, default: '{}' })
  mergedKeys: string[];

  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3, default: () => 'now()' })
  changedAt: Date;
}

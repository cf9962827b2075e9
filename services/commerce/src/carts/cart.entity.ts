import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A stored line; at most one for each product and size. */
export interface StoredLine {
  productId: string;
  /** '' for a product of one size. */
  size: string;
  quantity: number;
  /** The unit price in minor units when the quantity was last set. */
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

  /** Keys of the latest merges, so that none is applied twice. */
  @Column('uuid', { name: 'merged_keys', array: true, default: '{}' })
  mergedKeys: string[];

  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3, default: () => 'now()' })
  changedAt: Date;
}

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Discovery } from '../discoveries/discovery.entity.js';

/**
 * One player's like of one discovery. A removed like stays as an inactive row, so that a repeated like is not published
 * as a first one.
 */
@Entity({ name: 'likes' })
export class Like {
  @PrimaryColumn('uuid', { name: 'discovery_id', primaryKeyConstraintName: 'likes_key' })
  discoveryId: string;

  @Index('likes_player')
  @PrimaryColumn('uuid', { name: 'player_id', primaryKeyConstraintName: 'likes_key' })
  playerId: string;

  @ManyToOne(() => Discovery, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'discovery_id', foreignKeyConstraintName: 'likes_discovery' })
  discovery: Discovery;

  @Column('boolean', { default: true })
  active: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}

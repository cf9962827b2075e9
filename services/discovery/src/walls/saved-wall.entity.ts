import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { LegalWall } from './legal-wall.entity.js';

/** A wall that a member keeps in the directory. */
@Entity({ name: 'saved_walls' })
export class SavedWall {
  @PrimaryColumn('uuid', { name: 'player_id', primaryKeyConstraintName: 'saved_walls_key' })
  playerId: string;

  @Index('saved_walls_wall')
  @PrimaryColumn('uuid', { name: 'wall_id', primaryKeyConstraintName: 'saved_walls_key' })
  wallId: string;

  @ManyToOne(() => LegalWall, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'wall_id', foreignKeyConstraintName: 'saved_walls_of' })
  wall: LegalWall;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}

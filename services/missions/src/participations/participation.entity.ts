import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Mission } from '../missions/mission.entity.js';

export type ParticipationStatus = 'active' | 'completed' | 'left';

/** A player's participation in a mission: a single row, however often it is started. */
@Entity({ name: 'participations' })
@Index('participations_once', ['playerId', 'missionId'], { unique: true })
@Index('participations_of_player', ['playerId', 'startedAt', 'id'])
@Index('participations_of_mission', ['missionId', 'startedAt', 'id'])
export class Participation {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'mission_id' })
  missionId: string;

  @ManyToOne(() => Mission, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mission_id', foreignKeyConstraintName: 'participations_mission' })
  mission: Mission;

  @Column('uuid', { name: 'player_id' })
  playerId: string;

  @Column('text', { default: 'active' })
  status: ParticipationStatus;

  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, default: () => 'now()' })
  startedAt: Date;

  /** When it was completed or left. */
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3, nullable: true })
  endedAt: Date | null;

  /** Earlier times of participation, before the player left and started again; the latest 100. */
  @Column('tstzmultirange', { name: 'earlier_stints', default: '{}' })
  earlierStints: string;

  /** The discovery that completed it. */
  @Column('uuid', { name: 'discovery_id', nullable: true })
  discoveryId: string | null;
}

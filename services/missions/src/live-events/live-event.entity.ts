import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A cancelled event has ended. */
export type LiveEventStatus = 'upcoming' | 'live' | 'ended';

/** A meeting at a place and a time, which operators announce and players join. */
@Entity({ name: 'live_events' })
@Index('live_events_by_start', ['startsAt', 'id'])
@Index('live_events_by_end', ['endsAt', 'id'])
export class LiveEvent {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('text', { name: 'place_name' })
  placeName: string;

  /** Degrees, WGS 84. */
  @Column('double precision')
  latitude: number;

  @Column('double precision')
  longitude: number;

  /** Of the place: a name of the IANA database, for example `Australia/Melbourne`. */
  @Column('text', { name: 'time_zone' })
  timeZone: string;

  @Column({ type: 'timestamptz', name: 'starts_at', precision: 3 })
  startsAt: Date;

  @Column({ type: 'timestamptz', name: 'ends_at', precision: 3 })
  endsAt: Date;

  /** Spray Coins for everyone who takes part when it ends. */
  @Column('integer', { name: 'reward_tokens' })
  rewardTokens: number;

  /** Name of a further reward. */
  @Column('text', { name: 'reward_name', nullable: true })
  rewardName: string | null;

  @Column('integer', { default: 0 })
  participants: number;

  /** Time of the last change that participants are notified of. */
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3, nullable: true })
  changedAt: Date | null;

  @Column({ type: 'timestamptz', name: 'cancelled_at', precision: 3, nullable: true })
  cancelledAt: Date | null;

  /**
   * When the publication of its rewards or its cancellation began. The event has ended from then on, even if the clock
   * is set back.
   */
  @Column({ type: 'timestamptz', name: 'settled_at', precision: 3, nullable: true, select: false })
  settledAt: Date | null;
}

/** A player's participation in a live event. */
@Entity({ name: 'live_event_participations' })
@Index('live_event_participations_of_player', ['playerId', 'joinedAt', 'eventId'])
@Index('live_event_participations_open', ['eventId', 'playerId'], { where: 'concluded_at IS NULL' })
export class LiveEventParticipation {
  @PrimaryColumn('uuid', { name: 'event_id' })
  eventId: string;

  @ManyToOne(() => LiveEvent, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'live_event_participations_event' })
  event: LiveEvent;

  @PrimaryColumn('uuid', { name: 'player_id' })
  playerId: string;

  @Column({ type: 'timestamptz', name: 'joined_at', precision: 3, default: () => 'now()' })
  joinedAt: Date;

  /** When the reward or the cancellation was published. */
  @Column({ type: 'timestamptz', name: 'concluded_at', precision: 3, nullable: true })
  concludedAt: Date | null;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many works a player has added in the minute and the day that began with the first of them. */
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

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Works that a player has added in the current minute and day, each starting with its first work. */
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

import { Column, type DataSource, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * How often a handler has failed to apply an event. A delivery is no failure: restarts, lost connections and an
 * unavailable database deliver an event again, too. The count is shared by all processes and survives their ends.
 */
@Entity('event_failures')
export class EventFailure {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'event_failures_pkey' })
  handler: string;

  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'event_failures_pkey' })
  eventId: string;

  @Column('int')
  failures: number;

  @Index('event_failures_age')
  @Column('timestamptz', { name: 'failed_at', default: () => 'now()' })
  failedAt: Date;
}

const COUNT = `
  INSERT INTO event_failures AS former (handler, event_id, failures) VALUES ($1, $2, 1)
  ON CONFLICT (handler, event_id) DO UPDATE SET failures = former.failures + 1, failed_at = now()
  RETURNING failures`;

/** Counts one more failure. @returns all failures of the event in this handler */
export async function countEventFailure(dataSource: DataSource, handler: string, eventId: string): Promise<number> {
  const [counted] = await dataSource.query<[{ failures: number }]>(COUNT, [handler, eventId]);
  return counted.failures;
}

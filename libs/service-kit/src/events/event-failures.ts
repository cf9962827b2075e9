import { Column, type DataSource, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Number of times that a handler has failed to apply an event. Deliveries do not count: restarts, lost connections and
 * an unavailable database cause redeliveries, too. All processes share the count, and it survives their restarts.
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

const INCREMENT_FAILURES = `
  INSERT INTO event_failures AS former (handler, event_id, failures) VALUES ($1, $2, 1)
  ON CONFLICT (handler, event_id) DO UPDATE SET failures = former.failures + 1, failed_at = now()
  RETURNING failures`;

/** Counts one more failure. @returns the number of failures of the event in this handler */
export async function countEventFailure(dataSource: DataSource, handler: string, eventId: string): Promise<number> {
  const [counted] = await dataSource.query<[{ failures: number }]>(INCREMENT_FAILURES, [handler, eventId]);
  return counted.failures;
}

import type { CloudEvent } from '@sprayhunt/contracts';
import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { namedQuery } from '../database/sql-pool.js';

/** Records that a handler of this service has applied an event; written in the same transaction. */
@Entity('inbox')
export class InboxRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'inbox_pkey' })
  handler: string;

  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'inbox_pkey' })
  eventId: string;

  @Column('timestamptz', { name: 'handled_at', default: () => 'now()' })
  handledAt: Date;
}

/** The inbox could not be written, for example because another process is still applying one of the events. */
export class InboxUnavailable extends Error {}

/**
 * Records in `tx` that `handler` applies these events.
 * @returns the events that it had not applied before, each once, in the given order
 * @throws InboxBlocked
 */
export async function claimEvents<T extends CloudEvent<unknown>>(
  tx: EntityManager,
  handler: string,
  events: readonly T[],
): Promise<T[]> {
  const byId = new Map(events.map((event) => [event.id, event]));
  // Sorted, so that two processes with the same events do not deadlock.
  const rows = await namedQuery<{ event_id: string }>(
    tx,
    'inbox-claim',
    `INSERT INTO inbox (handler, event_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING RETURNING event_id`,
    [handler, [...byId.keys()].sort()],
  ).catch((error: unknown) => {
    throw new InboxUnavailable(`The inbox of ${handler} could not be written`, { cause: error });
  });
  const claimed = new Set(rows.map((row) => row.event_id));
  return [...byId.values()].filter((event) => claimed.has(event.id));
}

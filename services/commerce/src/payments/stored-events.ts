import type { Jobs } from '@sprayhunt/service-kit';
import type { DataSource } from 'typeorm';
import { scheduleSettlement, settleObject } from './payment-events.js';

/** Filter of stored events; missing fields match all. */
export interface EventFilter {
  /** `evt_…`. */
  event?: string;
  /** `pi_…`, `sub_…` or another id of Stripe's. */
  object?: string;
  since?: Date;
  /** Only events whose object was not checked yet. */
  unsettled?: boolean;
  /** Only events without a job that would still handle them. */
  failed?: boolean;
}

export interface ListedEvent {
  event: string;
  type: string;
  object: string;
  receivedAt: Date;
  settledAt: Date | null;
  state: 'settled' | 'waiting' | 'failed';
  /** Attempts of its job; null without one. */
  attempts: number | null;
  error: string | null;
}

/** Events that one transaction of a replay reopens. */
const BATCH_SIZE = 500;
const BEFORE_NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const selectEvents = (schema: string) => `
  SELECT e.id, e.stripe_id AS event, e.type, e.object_id AS object, e.received_at AS "receivedAt",
    e.settled_at AS "settledAt", s.state, j.attempts, j.last_error AS error
  FROM payment_events e
  LEFT JOIN ${schema}.jobs j ON e.settled_at IS NULL AND j.key = '${settleObject.name}:' || e.object_id
  CROSS JOIN LATERAL (SELECT CASE
    WHEN e.settled_at IS NOT NULL THEN 'settled' WHEN j.attempts < j.max_attempts
      OR j.locked_at IS NOT NULL THEN 'waiting' ELSE 'failed' END AS state) s
  WHERE e.id < $1 AND ($2::text IS NULL OR e.stripe_id = $2) AND ($3::text IS NULL OR e.object_id = $3)
    AND ($4::timestamptz IS NULL OR e.received_at >= $4)
    AND (NOT $5 OR e.settled_at IS NULL) AND (NOT $6 OR s.state = 'failed')
  ORDER BY e.id DESC LIMIT $7`;
const REOPEN = `UPDATE payment_events SET settled_at = NULL WHERE id = ANY ($1::uuid[])`;

/** Reads and replays stored events, for operators and the reconciliation. */
export class StoredEvents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  /** Newest first. */
  async list(filter: EventFilter, first: number): Promise<ListedEvent[]> {
    return (await this.page(filter, BEFORE_NEWEST, first)).map(({ id: _id, ...event }) => event);
  }

  /** Has the running service check the objects of the newest matching events again, each object once. */
  async replayNewest(filter: EventFilter, limit: number): Promise<ListedEvent[]> {
    const page = await this.page(filter, BEFORE_NEWEST, limit);
    await this.reopen(page);
    return page;
  }

  /** Like `replayNewest`, for all matching events. */
  async replay(filter: EventFilter): Promise<{ events: number; objects: number }> {
    const objects = new Set<string>();
    let events = 0;
    for (let before = BEFORE_NEWEST; ;) {
      const page = await this.page(filter, before, BATCH_SIZE);
      await this.reopen(page);
      for (const { object } of page) objects.add(object);
      events += page.length;
      if (page.length < BATCH_SIZE) return { events, objects: objects.size };
      before = page.at(-1)!.id;
    }
  }

  private async reopen(page: readonly { id: string; object: string }[]): Promise<void> {
    const eventIdByObject = new Map(page.map(({ id, object }) => [object, id]));
    await this.dataSource.transaction(async (tx) => {
      await tx.query(REOPEN, [page.map(({ id }) => id)]);
      for (const [object, id] of eventIdByObject) await scheduleSettlement(tx, this.jobs, id, object);
    });
  }

  private page(
    { event, object, since, unsettled = false, failed = false }: EventFilter,
    before: string,
    first: number,
  ): Promise<(ListedEvent & { id: string })[]> {
    return this.dataSource.query(selectEvents(this.jobs.schema), [
      before,
      event ?? null,
      object ?? null,
      since ?? null,
      unsettled,
      failed,
      first,
    ]);
  }
}

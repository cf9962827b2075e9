import type { Jobs } from '@sprayhunt/service-kit';
import type { DataSource } from 'typeorm';
import { addSettling, settleObject } from './payment-events.js';

/** Filter of stored events; missing fields match all. */
export interface EventChoice {
  /** `evt_…`. */
  event?: string;
  /** `pi_…`, `sub_…` or another id of Stripe's. */
  object?: string;
  since?: Date;
  /** Only those whose object was not checked yet. */
  unsettled?: boolean;
  /** Only those that no job will handle any more. */
  failed?: boolean;
}

export interface ListedEvent {
  event: string;
  type: string;
  object: string;
  receivedAt: Date;
  settledAt: Date | null;
  state: 'settled' | 'waiting' | 'failed';
  /** Of its job, while there is one. */
  attempts: number | null;
  error: string | null;
}

/** Events of one transaction of a replay. */
const BATCH = 500;
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const chosen = (schema: string) => `
  SELECT e.id, e.stripe_id AS event, e.type, e.object_id AS object, e.received_at AS "receivedAt", e.settled_at AS "settledAt", s.state, j.attempts, j.last_error AS error
  FROM payment_events e
  LEFT JOIN ${schema}.jobs j ON e.settled_at IS NULL AND j.key = '${settleObject.name}:' || e.object_id
  CROSS JOIN LATERAL (SELECT CASE
    WHEN e.settled_at IS NOT NULL THEN 'settled' WHEN j.attempts < j.max_attempts OR j.locked_at IS NOT NULL THEN 'waiting' ELSE 'failed' END AS state) s
  WHERE e.id < $1 AND ($2::text IS NULL OR e.stripe_id = $2) AND ($3::text IS NULL OR e.object_id = $3) AND ($4::timestamptz IS NULL OR e.received_at >= $4)
    AND (NOT $5 OR e.settled_at IS NULL) AND (NOT $6 OR s.state = 'failed')
  ORDER BY e.id DESC LIMIT $7`;
const OPEN_AGAIN = `UPDATE payment_events SET settled_at = NULL WHERE id = ANY ($1::uuid[])`;

/** Reads and replays stored events, for operators and the reconciliation. */
export class StoredEvents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  /** Newest first. */
  async list(choice: EventChoice, first: number): Promise<ListedEvent[]> {
    return (await this.page(choice, LAST, first)).map(({ id: _id, ...event }) => event);
  }

  /** Makes the running service check the objects of the newest matching events again, each object once. */
  async replaySome(choice: EventChoice, most: number): Promise<ListedEvent[]> {
    const page = await this.page(choice, LAST, most);
    await this.openAgain(page);
    return page;
  }

  /** As `replaySome`, for all. */
  async replay(choice: EventChoice): Promise<{ events: number; objects: number }> {
    const objects = new Set<string>();
    let events = 0;
    for (let before = LAST; ;) {
      const page = await this.page(choice, before, BATCH);
      await this.openAgain(page);
      for (const { object } of page) objects.add(object);
      events += page.length;
      if (page.length < BATCH) return { events, objects: objects.size };
      before = page.at(-1)!.id;
    }
  }

  private async openAgain(page: readonly { id: string; object: string }[]): Promise<void> {
    const ofObjects = new Map(page.map(({ id, object }) => [object, id]));
    await this.dataSource.transaction(async (tx) => {
      await tx.query(OPEN_AGAIN, [page.map(({ id }) => id)]);
      for (const [object, id] of ofObjects) await addSettling(tx, this.jobs, id, object);
    });
  }

  private page(
    { event, object, since, unsettled = false, failed = false }: EventChoice,
    before: string,
    first: number,
  ): Promise<(ListedEvent & { id: string })[]> {
    return this.dataSource.query(chosen(this.jobs.schema), [
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

import { Injectable } from '@nestjs/common';
import { defineJob, deleteBefore, Jobs, namedQuery, poolOf, uuidv7, type RepeatedJob } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { PaymentObjects } from './payment-objects.js';
import type { SignedEvent } from './signed-event.js';

/**
 * At most one job waits for each object, so that a burst of events causes one check. Its 14 attempts take more than a
 * day.
 */
export const settleObject = defineJob({
  name: 'settle-payment-object',
  payload: z.object({ eventId: z.uuid() }),
  attempts: 14,
  lockSeconds: 120,
});
const deleteOldEvents: RepeatedJob = { name: 'forget-payment-events', every: 6 * 60 * 60, lockSeconds: 300 };

const RETENTION_DAYS = 30;

const INSERT_EVENT = `
  INSERT INTO payment_events (id, stripe_id, type, object_kind, object_id) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (stripe_id) DO NOTHING RETURNING id`;
const SELECT_UNSETTLED = `
  SELECT e.id, e.type, e.object_kind AS kind, e.object_id AS "objectId"
  FROM payment_events AS received JOIN payment_events AS e ON e.object_id = received.object_id AND e.settled_at IS NULL
  WHERE received.id = $1 LIMIT 1000`;
const MARK_SETTLED = `UPDATE payment_events SET settled_at = now() WHERE id = ANY ($1::uuid[])`;

const eventCounter = new Counter({
  name: 'payment_events_total',
  help: "Stripe's events by outcome: stored, repeated, or ignored",
  labelNames: ['outcome'],
});

type Outcome = 'stored' | 'repeated' | 'ignored';

/** Stores Stripe's events, and checks the object of each, in any order, until that succeeds. */
@Injectable()
export class PaymentEvents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: PaymentObjects,
    private readonly jobs: Jobs,
  ) {
    jobs.handle(settleObject, ({ eventId }) => this.settle(eventId));
    jobs.repeat(deleteOldEvents, (signal) =>
      deleteBefore(
        poolOf(dataSource),
        'payment_events',
        'received_at',
        `now() - interval '${RETENTION_DAYS} days'`,
        signal,
      ),
    );
  }

  /** Returns when the event is stored, together with the job that checks its object. */
  async receive({ id: stripeId, type, data }: SignedEvent): Promise<Outcome> {
    const { object: kind, id } = data.object;
    const outcome = id && this.objects.handlerOf(kind) ? await this.store(stripeId, type, kind, id) : 'ignored';
    eventCounter.inc({ outcome });
    return outcome;
  }

  private store(stripeId: string, type: string, kind: string, objectId: string): Promise<Outcome> {
    return this.dataSource.transaction(async (tx) => {
      const [stored] = await namedQuery<{ id: string }>(tx, 'store-payment-event', INSERT_EVENT, [
        uuidv7(),
        stripeId,
        type,
        kind,
        objectId,
      ]);
      if (!stored) return 'repeated';
      await scheduleSettlement(tx, this.jobs, stored.id, objectId);
      return 'stored';
    });
  }

  private async settle(eventId: string): Promise<void> {
    const unsettled = await this.dataSource.query<{ id: string; type: string; kind: string; objectId: string }[]>(
      SELECT_UNSETTLED,
      [eventId],
    );
    const [first] = unsettled;
    if (!first) return;
    const settle = this.objects.handlerOf(first.kind);
    await settle?.({ id: first.objectId, events: [...new Set(unsettled.map(({ type }) => type))] });
    await this.dataSource.query(MARK_SETTLED, [unsettled.map(({ id }) => id)]);
  }
}

/** Adds a job that checks the object of an event after the commit. */
export const scheduleSettlement = (tx: EntityManager, jobs: Jobs, eventId: string, objectId: string): Promise<void> =>
  jobs.add(tx, settleObject, { eventId }, { key: objectId });

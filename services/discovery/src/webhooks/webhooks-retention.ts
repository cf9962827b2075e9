import { Injectable } from '@nestjs/common';
import { inBatches, Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

const KEPT_DAYS = 30;
/** Most stored attempts of an endpoint. */
const KEPT_OF_ONE = 1_000;
const BATCH = 10_000;

/** The newest surplus attempt is found once for each endpoint, not for each attempt. */
const CLEAR = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT old.id FROM webhook_endpoints endpoint
    LEFT JOIN LATERAL (SELECT id FROM webhook_deliveries WHERE endpoint_id = endpoint.id ORDER BY id DESC OFFSET ${KEPT_OF_ONE} LIMIT 1) AS surplus ON true
    CROSS JOIN LATERAL (SELECT id FROM webhook_deliveries WHERE endpoint_id = endpoint.id AND (at < $1 OR id <= surplus.id)) AS old
    LIMIT ${BATCH})`;

export async function clearOldDeliveries(
  dataSource: DataSource,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now - KEPT_DAYS * 86_400_000);
  await inBatches(BATCH, async () => (await dataSource.query<[unknown[], number]>(CLEAR, [before]))[1], signal);
}

const clearDeliveries: RepeatedJob = { name: 'clear-webhook-deliveries', every: 10 * 60, lockSeconds: 300 };

/** Bounds the log of deliveries: 30 days, and the newest 1,000 of an endpoint. */
@Injectable()
export class WebhooksRetention {
  constructor(jobs: Jobs, dataSource: DataSource) {
    jobs.repeat(clearDeliveries, (signal) => clearOldDeliveries(dataSource, Date.now(), signal));
  }
}

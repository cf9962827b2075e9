import { Injectable } from '@nestjs/common';
import { inBatches, Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

const RETENTION_DAYS = 30;
/** Stored attempts per endpoint. */
const MAX_PER_ENDPOINT = 1_000;
const BATCH_SIZE = 10_000;

/** Finds the newest surplus attempt once per endpoint, not once per attempt. */
const DELETE_SURPLUS = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT old.id FROM webhook_endpoints endpoint
    LEFT JOIN LATERAL (SELECT id FROM webhook_deliveries WHERE endpoint_id = endpoint.id
      ORDER BY id DESC OFFSET ${MAX_PER_ENDPOINT} LIMIT 1) AS surplus ON true
    CROSS JOIN LATERAL (SELECT id FROM webhook_deliveries WHERE endpoint_id = endpoint.id
      AND (at < $1 OR id <= surplus.id)) AS old
    LIMIT ${BATCH_SIZE})`;

export async function clearOldDeliveries(
  dataSource: DataSource,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now - RETENTION_DAYS * 86_400_000);
  await inBatches(
    BATCH_SIZE,
    async () => (await dataSource.query<[unknown[], number]>(DELETE_SURPLUS, [before]))[1],
    signal,
  );
}

const clearDeliveries: RepeatedJob = { name: 'clear-webhook-deliveries', every: 10 * 60, lockSeconds: 300 };

/** Limits the delivery log to 30 days, and to the newest 1,000 attempts of each endpoint. */
@Injectable()
export class WebhooksRetention {
  constructor(jobs: Jobs, dataSource: DataSource) {
    jobs.repeat(clearDeliveries, (signal) => clearOldDeliveries(dataSource, Date.now(), signal));
  }
}

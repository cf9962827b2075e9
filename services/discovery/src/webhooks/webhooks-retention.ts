import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

const KEPT_DAYS = 30;
/** Most stored attempts of an endpoint. */
const KEPT_OF_ONE = 1_000;
const BATCH = 10_000;

const CLEAR = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT old.id FROM webhook_endpoints endpoint, LATERAL (
      SELECT id FROM webhook_deliveries WHERE endpoint_id = endpoint.id AND (
        at < $1 OR id <= (SELECT id FROM webhook_deliveries WHERE endpoint_id = endpoint.id ORDER BY id DESC OFFSET ${KEPT_OF_ONE} LIMIT 1))) AS old
    LIMIT ${BATCH})`;

export async function clearOldDeliveries(dataSource: DataSource, now = Date.now()): Promise<void> {
  for (let count = BATCH; count === BATCH; ) [, count] = await dataSource.query<[unknown[], number]>(CLEAR, [new Date(now - KEPT_DAYS * 86_400_000)]);
}

const clearDeliveries: RepeatedJob = { name: 'clear-webhook-deliveries', every: 10 * 60, lockSeconds: 300 };

/** Bounds the log of deliveries: 30 days, and the newest 1,000 of an endpoint. */
@Injectable()
export class WebhooksRetention {
  constructor(jobs: Jobs, dataSource: DataSource) {
    jobs.repeat(clearDeliveries, () => clearOldDeliveries(dataSource));
  }
}

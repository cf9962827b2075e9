import { Injectable } from '@nestjs/common';
import { inBatches, Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { RETENTION_DAYS } from './change-reads.js';

/** Rows of one statement. */
const BATCH_SIZE = 10_000;

/** Deletes the oldest changes. The last expired one stays, which shows readers that earlier ones existed. */
const DELETE_OLD = `
  DELETE FROM changes WHERE position IN (
    SELECT position FROM changes
    WHERE position < (SELECT position FROM changes WHERE at < $1 ORDER BY at DESC, position DESC LIMIT 1)
    ORDER BY position LIMIT ${BATCH_SIZE})`;

export async function deleteOldChanges(dataSource: DataSource, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const before = new Date(now - RETENTION_DAYS * 86_400_000);
  await inBatches(
    BATCH_SIZE,
    async () => (await dataSource.query<[unknown[], number]>(DELETE_OLD, [before]))[1],
    signal,
  );
}

const clearChanges: RepeatedJob = { name: 'clear-changes', every: 60 * 60, lockSeconds: 600 };

@Injectable()
export class ChangesRetention {
  constructor(jobs: Jobs, dataSource: DataSource) {
    jobs.repeat(clearChanges, (signal) => deleteOldChanges(dataSource, Date.now(), signal));
  }
}

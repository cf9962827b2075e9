import { Injectable } from '@nestjs/common';
import { deleteBefore, Jobs, type RepeatedJob, SqlPool } from '@sprayhunt/service-kit';

const RETENTION = `now() - interval '90 days'`;

const sweepNotifications: RepeatedJob = { name: 'sweep-notifications', every: 60 * 60, lockSeconds: 300 };

/** Deletes notifications after 90 days. */
@Injectable()
export class NotificationRetention {
  constructor(
    private readonly pool: SqlPool,
    jobs: Jobs,
  ) {
    jobs.repeat(sweepNotifications, (signal) => this.sweep(signal));
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'notifications', 'happened_at', RETENTION, signal);
    await deleteBefore(this.pool, 'notification_sources', 'created_at', RETENTION, signal);
  }
}

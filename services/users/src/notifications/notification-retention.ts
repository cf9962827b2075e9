import { Injectable } from '@nestjs/common';
import { deleteBefore, Jobs, type RepeatedJob, SqlPool } from '@sprayhunt/service-kit';

const OLD = `now() - interval '90 days'`;

const sweepNotifications: RepeatedJob = { name: 'sweep-notifications', every: 60 * 60, lockSeconds: 300 };

/** Deletes notifications of more than 90 days ago. */
@Injectable()
export class NotificationRetention {
  constructor(
    private readonly pool: SqlPool,
    jobs: Jobs,
  ) {
    jobs.repeat(sweepNotifications, (signal) => this.sweep(signal));
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'notifications', 'happened_at', OLD, signal);
    await deleteBefore(this.pool, 'notification_sources', 'created_at', OLD, signal);
  }
}

import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

const KEPT_DAYS = 90;

const sweepNotifications: RepeatedJob = { name: 'sweep-notifications', every: 60 * 60, lockSeconds: 300 };

/** Deletes notifications of more than 90 days ago. */
@Injectable()
export class NotificationRetention {
  constructor(
    private readonly dataSource: DataSource,
    jobs: Jobs,
  ) {
    jobs.repeat(sweepNotifications, () => this.sweep());
  }

  async sweep(): Promise<void> {
    await this.dataSource.query(`DELETE FROM notifications WHERE happened_at < now() - interval '${KEPT_DAYS} days'`);
    await this.dataSource.query(`DELETE FROM notification_sources WHERE created_at < now() - interval '${KEPT_DAYS} days'`);
  }
}

import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { Notifications } from '../notifications/notifications.js';
import { PartnerRequest } from './partner-request.entity.js';
import { notifyOfPartnerDecision } from './partner-requests.js';

const RETENTION_DAYS = 180;
const sweepRequests: RepeatedJob = { name: 'sweep-partner-requests', every: 24 * 3_600, lockSeconds: 300 };

/** Notifies players of decisions about their requests, and deletes declined ones after 180 days. */
@Injectable()
export class PartnerNotices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
    jobs: Jobs,
  ) {
    jobs.handle(notifyOfPartnerDecision, ({ requestId }) => this.notify(requestId));
    jobs.repeat(sweepRequests, () => this.sweep());
  }

  private async notify(requestId: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const request = await tx.findOneBy(PartnerRequest, { id: requestId });
      if (!request) return;
      const { accountId, name, isApproved } = request;
      await this.notifications.add(tx, [
        {
          accountId,
          kind: 'partner',
          sourceId: requestId,
          subject: { type: 'partner', id: requestId, title: name, outcome: isApproved ? 'approved' : 'declined' },
        },
      ]);
    });
  }

  async sweep(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM partner_requests WHERE NOT is_approved AND decided_at < now() - interval '${RETENTION_DAYS} days'`,
    );
  }
}

import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { SharedCounts } from './limits/shared-counts.js';
import { PartnerPoints } from './partners/partner-points.js';
import { PartnerUsage } from './partners/partner-usage.js';
import { RevokedClients } from './partners/revoked-clients.js';
import { SessionStore } from './session/session-store.js';
import { SignInFlows } from './session/sign-in-flows.js';

const sweepExpired: RepeatedJob = { name: 'sweep-expired', every: 60 * 60, lockSeconds: 600 };
/** There is a count for each address that called, and most windows last for seconds. */
const sweepCounts: RepeatedJob = { name: 'sweep-call-counts', every: 5 * 60, lockSeconds: 60 };

/** Deletes what has expired. */
@Injectable()
export class Sweeper {
  constructor(
    sessions: SessionStore,
    keys: IdempotencyKeys,
    flows: SignInFlows,
    points: PartnerPoints,
    usage: PartnerUsage,
    revoked: RevokedClients,
    counts: SharedCounts,
    jobs: Jobs,
  ) {
    jobs.repeat(sweepExpired, (signal) =>
      Promise.all([
        sessions.sweep(signal),
        keys.sweep(signal),
        flows.sweep(signal),
        points.sweep(),
        usage.sweep(signal),
        revoked.sweep(),
      ]),
    );
    jobs.repeat(sweepCounts, (signal) => counts.sweep(signal));
  }
}

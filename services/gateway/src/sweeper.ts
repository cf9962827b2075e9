import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { PartnerPoints } from './partners/partner-points.js';
import { RevokedClients } from './partners/revoked-clients.js';
import { SessionStore } from './session/session-store.js';
import { SignInFlows } from './session/sign-in-flows.js';

const sweepExpired: RepeatedJob = { name: 'sweep-expired', every: 60 * 60, lockSeconds: 60 };

/** Deletes what has expired, once an hour. */
@Injectable()
export class Sweeper {
  constructor(sessions: SessionStore, keys: IdempotencyKeys, flows: SignInFlows, points: PartnerPoints, revoked: RevokedClients, jobs: Jobs) {
    jobs.repeat(sweepExpired, () => Promise.all([sessions.sweep(), keys.sweep(), flows.sweep(), points.sweep(), revoked.sweep()]));
  }
}

import { Injectable } from '@nestjs/common';
import { inBatches, Jobs, SqlPool, type RepeatedJob } from '@sprayhunt/service-kit';
import { FormerResponses } from './idempotency/former-responses.js';
import { PartnerPoints } from './partners/partner-points.js';
import { PartnerUsage } from './partners/partner-usage.js';
import { RevokedClients } from './partners/revoked-clients.js';
import { SessionStore } from './session/session-store.js';
import { SignInFlows } from './session/sign-in-flows.js';

const sweepExpired: RepeatedJob = { name: 'sweep-expired', every: 60 * 60, lockSeconds: 600 };
/**
 * Only gateways of the former release, which may still run beside this one, write `call_counts`. The next release drops
 * the table and this job.
 */
const sweepCounts: RepeatedJob = { name: 'sweep-call-counts', every: 5 * 60, lockSeconds: 60 };

const BATCH = 10_000;
const DELETE_COUNTS = `
  DELETE FROM call_counts
  WHERE key = ANY (ARRAY(SELECT key FROM call_counts WHERE ends_at < now() LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;

/** Deletes what has expired. */
@Injectable()
export class Sweeper {
  constructor(
    sessions: SessionStore,
    responses: FormerResponses,
    flows: SignInFlows,
    points: PartnerPoints,
    usage: PartnerUsage,
    revoked: RevokedClients,
    jobs: Jobs,
    pool: SqlPool,
  ) {
    jobs.repeat(sweepExpired, (signal) =>
      Promise.all([
        sessions.sweep(signal),
        responses.sweep(signal),
        flows.sweep(signal),
        points.sweep(),
        usage.sweep(signal),
        revoked.sweep(),
      ]),
    );
    jobs.repeat(sweepCounts, (signal) =>
      inBatches(BATCH, async () => (await pool.query({ text: DELETE_COUNTS })).rowCount!, signal),
    );
  }
}

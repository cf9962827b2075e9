import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { deleteBefore, Jobs, type RepeatedJob, SqlPool } from '@sprayhunt/service-kit';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';

const sweepPayloads: RepeatedJob = { name: 'sweep-oidc-payloads', every: 10 * 60, lockSeconds: 60 };
/** The library sets an expiry for all objects; this default is for its future versions. */
const DEFAULT_LIFETIME_SECONDS = 86_400;
/**
 * A refresh token may be reused for this long after its first use: programs refresh from several tabs or processes at
 * once, or repeat a refresh whose response was lost. A later reuse means a copied token, and ends the consent.
 */
const REUSE_GRACE_SECONDS: Record<string, number> = { RefreshToken: 10 };
/** Without a grace period it is never true, because a transaction that waited for the first use began before it. */
const IN_GRACE = `($3::float8 > 0 AND consumed_at > now() - make_interval(secs => $3::float8))`;
const graceOf = (model: string) => REUSE_GRACE_SECONDS[model] ?? 0;

/** The issuer's storage in Postgres. */
@Injectable()
export class PayloadStore {
  constructor(
    private readonly pool: SqlPool,
    jobs: Jobs,
  ) {
    jobs.repeat(sweepPayloads, (signal) => this.sweep(signal));
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'oidc_payloads', 'expires_at', 'now()', signal);
    await deleteBefore(this.pool, 'used_id_tokens', 'expires_at', 'now()', signal);
  }

  /** The library's adapter interface, for one of its models. */
  adapter(model: string): Adapter {
    return {
      upsert: (id, payload, lifetime) => this.keep(model, id, payload, lifetime),
      find: (id) => this.find(model, id),
      consume: (id) => this.consume(model, id),
      destroy: (id) => this.destroy(model, id),
      revokeByGrantId: (grantId) => this.revoke(grantId),
      // Only used by disabled features: issuer logout and the device flow.
      findByUid: () => Promise.resolve(undefined),
      findByUserCode: () => Promise.resolve(undefined),
    };
  }

  private async keep(
    model: string,
    id: string,
    { jti: _, ...payload }: AdapterPayload,
    lifetime = DEFAULT_LIFETIME_SECONDS,
  ): Promise<void> {
    await this.pool.query({
      name: 'keep-oidc-payload',
      text: `INSERT INTO oidc_payloads (model, id_hash, payload, grant_id, expires_at)
             VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
             ON CONFLICT (model, id_hash) DO UPDATE
               SET payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
      values: [model, hashOf(id), JSON.stringify(payload), payload.grantId ?? null, lifetime],
    });
  }

  private async find(model: string, id: string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.pool.query<{ payload: AdapterPayload; consumed: number | null }>({
      name: 'find-oidc-payload',
      text: `SELECT payload, CASE WHEN NOT ${IN_GRACE} THEN extract(epoch FROM consumed_at)::int END AS consumed
             FROM oidc_payloads WHERE model = $1 AND id_hash = $2 AND expires_at > now()`,
      values: [model, hashOf(id), graceOf(model)],
    });
    return rows[0] && { ...rows[0].payload, jti: id, ...(rows[0].consumed !== null && { consumed: rows[0].consumed }) };
  }

  /** Of two simultaneous uses of a code, one succeeds. The grace of a refresh token begins at its first use. */
  private async consume(model: string, id: string): Promise<void> {
    const { rowCount } = await this.pool.query({
      name: 'consume-oidc-payload',
      text: `UPDATE oidc_payloads SET consumed_at = coalesce(consumed_at, now())
             WHERE model = $1 AND id_hash = $2 AND (consumed_at IS NULL OR ${IN_GRACE})`,
      values: [model, hashOf(id), graceOf(model)],
    });
    if (rowCount !== 1) throw new errors.InvalidGrant(`${model} was used before`);
  }

  private async destroy(model: string, id: string): Promise<void> {
    await this.pool.query({
      name: 'destroy-oidc-payload',
      text: 'DELETE FROM oidc_payloads WHERE model = $1 AND id_hash = $2',
      values: [model, hashOf(id)],
    });
  }

  private async revoke(grantId: string): Promise<void> {
    await this.pool.query({
      name: 'revoke-oidc-grant',
      text: 'DELETE FROM oidc_payloads WHERE grant_id = $1',
      values: [grantId],
    });
  }
}

const hashOf = (id: string) => createHash('sha256').update(id).digest();

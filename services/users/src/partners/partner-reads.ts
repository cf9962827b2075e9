import { Injectable } from '@nestjs/common';
import { type Scope, SqlPool } from '@sprayhunt/service-kit';

/** A player sees their newest clients and requests. */
const MAX_SHOWN = 50;

const OWN = `
  SELECT r.id, r.name, r.purpose, r.website, r.scopes, r.redirect_uris AS "redirectUris", r.is_public AS "isPublic",
    r.created_at AS "requestedAt", r.decided_at AS "decidedAt", r.reason,
    CASE WHEN r.decided_at IS NULL THEN 'waiting' WHEN NOT r.is_approved THEN 'declined'
      WHEN c.revoked_at IS NULL THEN 'active' ELSE 'revoked' END AS state,
    c.secret_hash IS NOT NULL AS "hasSecret", c.rotated_at AS "rotatedAt", c.revoked_at AS "revokedAt",
    CASE WHEN c.former_secret_until > now() THEN c.former_secret_until END AS "formerSecretUntil"
  FROM partner_requests r LEFT JOIN oauth_clients c ON c.client_id = r.id
  WHERE r.account_id = $1`;
const ALL_OWN = `${OWN} ORDER BY r.created_at DESC, r.id LIMIT ${MAX_SHOWN}`;
const ONE_OWN = `${OWN} AND r.id = $2`;

const SELECT_PENDING = `
  SELECT r.id, a.username AS player, r.name, r.purpose, r.website, r.scopes, r.redirect_uris AS "redirectUris",
    r.is_public AS "isPublic", r.created_at AS "requestedAt",
    (SELECT count(*)::int FROM oauth_clients c WHERE c.owner_id = r.account_id
      AND c.revoked_at IS NULL) AS "activeClients"
  FROM partner_requests r JOIN accounts a ON a.id = r.account_id
  WHERE r.decided_at IS NULL AND ($1::timestamptz IS NULL OR (r.created_at, r.id) > ($1, $2::uuid))
    ORDER BY r.created_at, r.id LIMIT $3`;

export interface OwnClientRow {
  id: string;
  name: string;
  purpose: string;
  website: string | null;
  scopes: Scope[];
  redirectUris: string[];
  isPublic: boolean;
  state: 'waiting' | 'declined' | 'active' | 'revoked';
  reason: string | null;
  requestedAt: Date;
  decidedAt: Date | null;
  hasSecret: boolean;
  rotatedAt: Date | null;
  formerSecretUntil: Date | null;
  revokedAt: Date | null;
}

export interface PendingRow {
  id: string;
  player: string | null;
  name: string;
  purpose: string;
  website: string | null;
  scopes: Scope[];
  redirectUris: string[];
  isPublic: boolean;
  requestedAt: Date;
  activeClients: number;
}

/** The lists of requests and clients. */
@Injectable()
export class PartnerReads {
  constructor(private readonly pool: SqlPool) {}

  /** A player's requests and clients, the newest first. */
  async own(accountId: string): Promise<OwnClientRow[]> {
    const { rows } = await this.pool.query<OwnClientRow>({
      name: 'own-partner-clients',
      text: ALL_OWN,
      values: [accountId],
    });
    return rows;
  }

  async ownById(accountId: string, id: string): Promise<OwnClientRow | null> {
    const { rows } = await this.pool.query<OwnClientRow>({
      name: 'own-partner-client',
      text: ONE_OWN,
      values: [accountId, id],
    });
    return rows[0] ?? null;
  }

  /** Pending requests, the oldest first. */
  async pending(
    first: number,
    after?: { requestedAt: string; id: string },
  ): Promise<{ items: PendingRow[]; hasNextPage: boolean }> {
    const { rows } = await this.pool.query<PendingRow>({
      name: 'waiting-partner-requests',
      text: SELECT_PENDING,
      values: [after?.requestedAt ?? null, after?.id ?? null, first + 1],
    });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }
}

import { Injectable } from '@nestjs/common';
import { consentEnded } from '@sprayhunt/contracts';
import { Outbox, Problem, uuidv7 } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { z } from 'zod';
import { AppConsent } from './app-consent.entity.js';

/** Limits the consents of one player. */
export const MAX_CONSENTS = 100;

/**
 * Only for verified players who are not suspended. A second consent to the same client adds its scopes to the first
 * one.
 */
const UPSERT_CONSENT = `
  INSERT INTO app_consents AS known (id, account_id, client_id, scopes)
  SELECT $1, a.id, $3, $4 FROM accounts a LEFT JOIN account_standings st ON st.account_id = a.id
  WHERE a.id = $2 AND a.status = 'verified' AND coalesce(st.suspended_until, now()) <= now()
    AND (SELECT count(*) FROM app_consents WHERE account_id = $2 AND client_id <> $3) < ${MAX_CONSENTS}
  ON CONFLICT (account_id, client_id) DO UPDATE
    SET scopes = ARRAY(SELECT DISTINCT unnest(known.scopes || excluded.scopes) ORDER BY 1), agreed_at = now()
  RETURNING id`;

/** Serializes a player's consents, so that they can be counted. */
const LOCK_ACCOUNT = `SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE`;

const MARK_USED = `
  UPDATE app_consents k SET last_used_at = now()
  WHERE id = $1 AND NOT EXISTS (SELECT FROM account_standings st WHERE st.account_id = k.account_id
    AND st.suspended_until > now())`;

const SELECT_OWN = `
  SELECT k.id, c.name, r.website, CASE WHEN a.status = 'verified' THEN a.username END AS owner, k.scopes,
    k.agreed_at AS "agreedAt", k.last_used_at AS "lastUsedAt"
  FROM app_consents k JOIN oauth_clients c USING (client_id) LEFT JOIN partner_requests r ON r.id = k.client_id LEFT
    JOIN accounts a ON a.id = c.owner_id
  WHERE k.account_id = $1 ORDER BY k.agreed_at DESC, k.id`;

export interface OwnConsentRow {
  id: string;
  name: string;
  website: string | null;
  owner: string | null;
  scopes: string[];
  agreedAt: Date;
  lastUsedAt: Date | null;
}

/**
 * Players' consents. Ending a consent deletes it, with its codes and refresh tokens; the gateways receive an event and
 * reject its access tokens.
 */
@Injectable()
export class Consents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /** @returns the consent's id; undefined if the account may not consent, or has reached the limit */
  async agree(accountId: string, clientId: string, scopes: readonly string[]): Promise<string | undefined> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(LOCK_ACCOUNT, [accountId]);
      const [agreed] = await tx.query<{ id: string }[]>(UPSERT_CONSENT, [uuidv7(), accountId, clientId, scopes]);
      return agreed?.id;
    });
  }

  async find(id: string): Promise<AppConsent | null> {
    return isUuid(id) ? this.dataSource.manager.findOneBy(AppConsent, { id }) : null;
  }

  /** A player's consents, the newest first. */
  of(accountId: string): Promise<OwnConsentRow[]> {
    return this.dataSource.query<OwnConsentRow[]>(SELECT_OWN, [accountId]);
  }

  /** @throws Problem `LIST_FULL` for a player with 100 other clients */
  async rejectBeyondLimit(accountId: string, clientId: string): Promise<void> {
    const others = await this.dataSource.manager.countBy(AppConsent, { accountId, clientId: Not(clientId) });
    if (others >= MAX_CONSENTS)
      throw new Problem('LIST_FULL', `You have allowed ${MAX_CONSENTS} apps. Remove one first.`);
  }

  /**
   * Records that a token is issued. It waits for a running end of the consent, so that no token follows it.
   * @returns false if the consent has ended or its player is suspended
   */
  async recordUse(id: string): Promise<boolean> {
    const [, used] = await this.dataSource.query<[unknown, number]>(MARK_USED, [id]);
    return used === 1;
  }

  /**
   * @param accountId owner of the consent
   * @returns false if there is no such consent
   */
  async end(id: string, accountId?: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return this.dataSource.transaction(
      async (tx) =>
        (await this.endWhere(tx, 'id = $1 AND account_id = coalesce($2, account_id)', [id, accountId ?? null])) > 0,
    );
  }

  /** Ends all consents of the account, or those that it gave until a time. */
  async endAllOf(tx: EntityManager, accountId: string, until?: Date): Promise<void> {
    await this.endWhere(tx, `account_id = $1 AND agreed_at <= coalesce($2::timestamptz, 'infinity')`, [
      accountId,
      until ?? null,
    ]);
  }

  private async endWhere(tx: EntityManager, condition: string, values: unknown[]): Promise<number> {
    const ended = await tx.query<{ id: string }[]>(
      `WITH ended AS (DELETE FROM app_consents WHERE ${condition} RETURNING id), tokens AS (DELETE FROM oidc_payloads
        WHERE grant_id IN (SELECT id::text FROM ended)) SELECT id FROM ended`,
      values,
    );
    await this.outbox.addMany(
      tx,
      consentEnded,
      ended.map(({ id }) => ({ data: { consentId: id } })),
    );
    return ended.length;
  }
}

const isUuid = (id: string) => z.uuid().safeParse(id).success;

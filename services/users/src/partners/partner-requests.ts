import { Injectable } from '@nestjs/common';
import { defineJob, IdempotentTransaction, Jobs, parseInput, Problem, uuidv7 } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { OAuthClients } from './oauth-clients.js';
import { PartnerRequest } from './partner-request.entity.js';
import { partnerDecisionInput, partnerRequestInput } from './partners.input.js';

/** Limit of a player's pending requests and active clients together. */
const MAX_OPEN_ITEMS = 3;
/** Requests of a player in 30 days. */
const MAX_PER_MONTH = 10;
const RETRY_AFTER_SECONDS = 86_400;

/** Serializes the requests of one player; the statement that counts them begins after the lock. */
const LOCK_ACCOUNT = `SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE`;
const COUNTS = `
  SELECT (SELECT count(*)::int FROM partner_requests WHERE account_id = $1
    AND decided_at IS NULL) + (SELECT count(*)::int FROM oauth_clients WHERE owner_id = $1
      AND revoked_at IS NULL) AS open,
    (SELECT count(*)::int FROM partner_requests WHERE account_id = $1 AND created_at > now() - interval '30 days') AS
      month`;

/** A job, because operators' commands decide, too, but only the service notifies players. */
export const notifyOfPartnerDecision = defineJob({
  name: 'tell-of-partner-decision',
  payload: z.object({ requestId: z.uuid() }),
  attempts: 10,
  lockSeconds: 60,
});

/** Players request clients; operators decide. */
@Injectable()
export class PartnerRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
    private readonly clients: OAuthClients,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @returns the request's id
   * @throws Problem `VALIDATION_FAILED`, `LIST_FULL` at 3 requests and clients, `RATE_LIMITED` at 10
   *   requests in 30 days
   */
  async create(accountId: string, given: unknown): Promise<string> {
    const input = parseInput(partnerRequestInput, given);
    return this.transaction.run(async (tx) => {
      await rejectBeyondLimits(tx, accountId);
      await this.clients.rejectTakenName(tx, input.name);
      const id = uuidv7();
      await tx.insert(PartnerRequest, { id, accountId, ...input });
      return id;
    });
  }

  /**
   * Approving creates a client without a secret; its owner creates the secret. The player is notified of either
   * decision.
   * @param operatorId account of the operator; undefined for the operators' command
   * @throws Problem `VALIDATION_FAILED`, `NOT_FOUND`, `FORBIDDEN` for the operator's own request, `CONFLICT` for one
   *   that is decided, or whose name another client took
   */
  async decide(given: unknown, operatorId?: string): Promise<PartnerRequest> {
    const { id, isApproved, reason } = parseInput(partnerDecisionInput, given);
    return this.transaction.run(async (tx) => {
      const request = await lockPending(tx, id);
      if (request.accountId === operatorId) throw ownRequest();
      await tx.update(PartnerRequest, { id }, { decidedAt: new Date(), isApproved, reason });
      if (isApproved)
        await this.clients.open(tx, {
          clientId: id,
          ownerId: request.accountId,
          name: request.name,
          scopes: request.scopes,
          redirectUris: request.redirectUris,
          isPublic: request.isPublic,
          secretHash: null,
        });
      await this.jobs.add(tx, notifyOfPartnerDecision, { requestId: id });
      return tx.findOneByOrFail(PartnerRequest, { id });
    });
  }

  /** Pending requests, the oldest first, for the operators' command. */
  list(first: number): Promise<PartnerRequest[]> {
    return this.dataSource.query<PartnerRequest[]>(
      `SELECT r.id, a.username AS player, r.name, r.purpose, r.website, r.scopes, r.redirect_uris AS "redirectUris",
        r.is_public AS "isPublic", r.created_at AS "createdAt" FROM partner_requests r
          JOIN accounts a ON a.id = r.account_id
       WHERE r.decided_at IS NULL ORDER BY r.created_at, r.id LIMIT $1`,
      [first],
    );
  }
}

const ownRequest = () => new Problem('FORBIDDEN', 'You cannot decide about your own request; another operator has to.');

async function rejectBeyondLimits(tx: EntityManager, accountId: string): Promise<void> {
  const locked = await tx.query<unknown[]>(LOCK_ACCOUNT, [accountId]);
  if (locked.length === 0) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
  const [{ open, month }] = await tx.query<[{ open: number; month: number }]>(COUNTS, [accountId]);
  if (open >= MAX_OPEN_ITEMS)
    throw new Problem('LIST_FULL', `You have ${MAX_OPEN_ITEMS} clients and requests. Revoke a client first.`);
  if (month >= MAX_PER_MONTH)
    throw new Problem('RATE_LIMITED', 'You have sent too many requests this month. Please wait and try again.', {
      retryAfter: RETRY_AFTER_SECONDS,
    });
}

async function lockPending(tx: EntityManager, id: string): Promise<PartnerRequest> {
  const request = await tx.findOne(PartnerRequest, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!request) throw new Problem('NOT_FOUND', 'There is no such request.');
  if (request.decidedAt) throw new Problem('CONFLICT', 'This request is already decided.');
  return request;
}

import { Injectable } from '@nestjs/common';
import {
  deleteBefore,
  invalid,
  Jobs,
  namedQuery,
  Problem,
  type RepeatedJob,
  SqlPool,
  uuidv7,
} from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { PushSender, type PushTarget } from './push-sender.js';

/** A further browser replaces the one opened longest ago. */
const MAX_BROWSERS = 10;
/** Days after which the gateway ends unused sessions. */
const UNUSED_DAYS = 30;

const sweepPush: RepeatedJob = { name: 'sweep-push-subscriptions', every: 60 * 60, lockSeconds: 60 };

const LOCK_ACCOUNT = 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE';
/** A browser belongs to one player: a new subscription replaces another player's. */
const UPSERT_SUBSCRIPTION = `
  INSERT INTO push_subscriptions (id, account_id, session_id, endpoint, p256dh, auth) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (endpoint) DO UPDATE SET account_id = excluded.account_id, session_id = excluded.session_id,
    p256dh = excluded.p256dh, auth = excluded.auth, renewed_at = now()`;
const DELETE_EXCESS = `
  DELETE FROM push_subscriptions WHERE id IN (
    SELECT id FROM push_subscriptions WHERE account_id = $1 ORDER BY renewed_at DESC, id DESC OFFSET ${MAX_BROWSERS})`;
const DELETE_SUBSCRIPTION = 'DELETE FROM push_subscriptions WHERE account_id = $1 AND endpoint = $2';

/** The browsers in which players turned push messages on. */
@Injectable()
export class PushSubscriptions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: SqlPool,
    private readonly sender: PushSender,
    jobs: Jobs,
  ) {
    jobs.repeat(sweepPush, (signal) => this.sweep(signal));
  }

  /** The key with which browsers subscribe, base64url; null if push is disabled. */
  get publicKey(): string | null {
    return this.sender.publicKey;
  }

  /**
   * Adds a browser, or renews it, until its session ends.
   * @throws Problem `VALIDATION_FAILED` for an endpoint of an unknown push service, `NOT_FOUND` where no push messages
   *   are sent, `UNAUTHENTICATED` if the account no longer exists
   */
  async add(accountId: string, sessionId: string, target: PushTarget): Promise<void> {
    if (this.publicKey === null) throw new Problem('NOT_FOUND', 'No push messages are sent here.');
    if (!this.sender.isAllowed(target.endpoint))
      throw invalid([
        { field: 'endpoint', code: 'INVALID', detail: 'This is not an https address of a push service that we know.' },
      ]);
    await this.dataSource.transaction(async (tx) => {
      if ((await tx.query<unknown[]>(LOCK_ACCOUNT, [accountId])).length === 0)
        throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
      await namedQuery(tx, 'add-push-subscription', UPSERT_SUBSCRIPTION, [
        uuidv7(),
        accountId,
        sessionId,
        target.endpoint,
        target.p256dh,
        target.auth,
      ]);
      await namedQuery(tx, 'trim-push-subscriptions', DELETE_EXCESS, [accountId]);
    });
  }

  /** Removes a browser of the player; a second time changes nothing. */
  async remove(accountId: string, endpoint: string): Promise<void> {
    await this.dataSource.query(DELETE_SUBSCRIPTION, [accountId, endpoint]);
  }

  /** Deletes subscriptions whose page was not opened for the maximum idle time of a session. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'push_subscriptions', 'renewed_at', `now() - interval '${UNUSED_DAYS} days'`, signal);
  }
}

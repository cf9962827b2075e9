import { Injectable } from '@nestjs/common';
import { inBatches, InjectConfig, Jobs, type Language, namedQuery, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { Messages } from '../messages/messages.js';
import { nextDigest } from './notification-choices.js';
import { type Counts, digestText } from './notification-texts.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

const sendDigests: RepeatedJob = { name: 'send-digests', every: 5 * 60, lockSeconds: 300 };
/** Players per transaction. */
const BATCH_SIZE = 100;

/** A player whose digest is due. */
interface DueDigest {
  publicId: string;
  language: Language;
  /** The confirmed address; null if the player no longer has one. */
  email: string | null;
  /** Counts of new and unread notifications; null if there are none. */
  counts: Counts | null;
}

/** Sends players digests of new notifications by e-mail, at the times that they chose. */
@Injectable()
export class Digests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly messages: Messages,
    private readonly links: UnsubscribeLinks,
    @InjectConfig() private readonly config: UsersConfig,
    jobs: Jobs,
  ) {
    jobs.repeat(sendDigests, (signal) => this.sendDue(new Date(), signal));
  }

  /**
   * Sends all due digests. The transaction that writes a message also schedules the next digest, so each is sent once.
   */
  async sendDue(now: Date, signal?: AbortSignal): Promise<void> {
    await inBatches(BATCH_SIZE, () => this.sendBatch(now), signal);
  }

  private sendBatch(now: Date): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const due = await namedQuery<DueDigest>(tx, 'claim-digests', CLAIM_DUE, [now]);
      for (const { publicId, language, email, counts } of due) {
        if (!email || !counts) continue;
        const { page, oneClick } = this.links.of(publicId);
        const notifications = `${this.config.PUBLIC_URL}/notifications`;
        await this.messages.write(tx, {
          channel: 'email',
          to: email,
          ...digestText(language, counts, { notifications, settings: `${notifications}#settings`, unsubscribe: page }),
          unsubscribeUrl: oneClick,
        });
      }
      return due.length;
    });
  }
}

/**
 * Claims due digests and schedules the next ones. A digest covers the time between the last turn and this one, both
 * less a minute, so that all transactions of that time have ended.
 */
const CLAIM_DUE = `
  WITH due AS MATERIALIZED (
    SELECT * FROM notification_settings WHERE digest_at <= $1 ORDER BY digest_at LIMIT ${BATCH_SIZE}
      FOR UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE notification_settings s SET digested_at = $1,
      digest_at = (SELECT next_at FROM (SELECT ${nextDigest('$1')} AS next_at
        FROM (SELECT due.digest, due.time_zone, $1::timestamptz AS digested_at) AS this_turn) AS turn)
    FROM due WHERE s.account_id = due.account_id
  )
  SELECT public_id(a.id) AS "publicId", a.language, c.value AS email, (
    SELECT json_object_agg(kind, total) FROM (
      SELECT kind, sum(count)::int AS total FROM notifications n
      WHERE n.account_id = due.account_id AND read_at IS NULL AND happened_at <= $1 - interval '1 minute'
        AND (due.digested_at IS NULL OR happened_at > due.digested_at - interval '1 minute')
          AND kind <> ALL (due.off || due.email_off)
      GROUP BY kind) AS by_kind
  ) AS counts
  FROM due JOIN accounts a ON a.id = due.account_id
  LEFT JOIN contacts c ON c.account_id = a.id AND c.kind = 'email' AND c.verified_at IS NOT NULL
    AND a.status = 'verified'`;

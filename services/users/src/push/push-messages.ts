import { Injectable } from '@nestjs/common';
import { defineJob, Jobs, type Language, log, namedQuery } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { NotificationKind } from '../notifications/notification.entity.js';
import { newsLines } from '../notifications/notification-texts.js';
import { PRODUCT_NAME } from '../product.js';
import { type PushResult, PushSender, type PushTarget } from './push-sender.js';

/**
 * The last attempt begins 85 seconds after the first one. Limited concurrency, because sign-in codes wait in the same
 * queue.
 */
const sendPush = defineJob({
  name: 'send-push',
  payload: z.object({ notificationId: z.uuid(), subscriptionId: z.uuid() }),
  attempts: 5,
  lockSeconds: 60,
  maxConcurrent: 4,
});

/** The payload; read by the page's service worker. */
export interface PushPayload {
  title: string;
  body: string;
  /** Replaces a shown notification with the same tag. */
  tag: string;
  /** Path of our page that it opens. */
  path: string;
}

/** A new notification, not another occurrence of an unread group. */
export interface NewNotification {
  id: string;
  accountId: string;
  kind: NotificationKind;
}

const SELECT_BROWSERS = `
  SELECT g.id AS "notificationId", p.id AS "subscriptionId"
    FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS g (id, account_id, kind)
  JOIN push_subscriptions p ON p.account_id = g.account_id
  LEFT JOIN notification_settings s ON s.account_id = g.account_id
  WHERE s.push_off IS NULL OR g.kind <> ALL (s.push_off)`;

/** Checks the account again, because the browser may belong to another player by now. */
const SELECT_MESSAGE = `
  SELECT n.kind, n.count, a.language, p.endpoint, p.p256dh, p.auth FROM notifications n
  JOIN push_subscriptions p ON p.id = $2 AND p.account_id = n.account_id JOIN accounts a ON a.id = n.account_id
  WHERE n.id = $1 AND n.read_at IS NULL`;

/** Checks the endpoint, because the browser may have a new one by now. */
const DELETE_SUBSCRIPTION = 'DELETE FROM push_subscriptions WHERE id = $1 AND endpoint = $2';

const messageCounter = new Counter({
  name: 'push_messages_total',
  help: 'Push messages, by outcome',
  labelNames: ['outcome'],
});

/** Sends new notifications to the browsers of players. */
@Injectable()
export class PushMessages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: PushSender,
    private readonly jobs: Jobs,
  ) {
    jobs.handle(sendPush, ({ notificationId, subscriptionId }, { isLast }) =>
      this.send(notificationId, subscriptionId, isLast),
    );
  }

  /** Schedules push messages after the commit, for the browsers of players who chose push for the kind. */
  async schedule(tx: EntityManager, added: readonly NewNotification[]): Promise<void> {
    if (added.length === 0 || this.sender.publicKey === null) return;
    const browsers = await namedQuery<{ notificationId: string; subscriptionId: string }>(
      tx,
      'browsers-to-push',
      SELECT_BROWSERS,
      [added.map(({ id }) => id), added.map(({ accountId }) => accountId), added.map(({ kind }) => kind)],
    );
    await this.jobs.addMany(tx, sendPush, browsers);
  }

  /** Sends nothing if the notification was read or deleted meanwhile, or the browser's subscription has ended. */
  async send(notificationId: string, subscriptionId: string, isLast: boolean): Promise<void> {
    const [row] = await this.dataSource.query<
      (PushTarget & { kind: NotificationKind; count: number; language: Language })[]
    >(SELECT_MESSAGE, [notificationId, subscriptionId]);
    if (!row) return;
    const { kind, count, language, ...target } = row;
    const payload: PushPayload = {
      title: PRODUCT_NAME,
      body: newsLines(language, { [kind]: count })[0]!,
      tag: notificationId,
      path: '/notifications',
    };
    const result = await this.attempt(target, payload, isLast);
    messageCounter.inc({ outcome: result });
    if (result === 'gone') await this.dataSource.query(DELETE_SUBSCRIPTION, [subscriptionId, target.endpoint]);
    else if (result !== 'sent') log.warn({ notificationId, subscriptionId, result }, 'A push message was dropped');
  }

  /** A final failure leaves no dead job, because the player finds the notification in their list. */
  private async attempt(target: PushTarget, payload: PushPayload, isLast: boolean): Promise<PushResult | 'failed'> {
    try {
      return await this.sender.send(target, JSON.stringify(payload));
    } catch (error) {
      if (!isLast) throw error;
      log.warn({ err: error }, 'A push service could not be used');
      return 'failed';
    }
  }
}

import { Injectable } from '@nestjs/common';
import { invalid, namedQuery, Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { contactHint } from '../identity/contact.js';
import type { Digest, NotificationKind } from './notification.entity.js';
import { Notifications } from './notifications.js';

/** Local hour at which digests are sent. */
const DIGEST_HOUR = 8;

/**
 * SQL of the time when the next digest of a row of `notification_settings` is due: the next 8 o'clock in its time zone,
 * on a Monday for weekly digests, but at least half a period after the last one, so that a player who travels gets no
 * digest twice. Null if digests are off. Postgres decides about local times that a clock change skips or repeats.
 * @param now SQL of the present moment
 */
export const nextDigest = (now: string): string => `
  CASE WHEN digest <> 'off' THEN (
    SELECT min(moment) FROM (
      SELECT (date_trunc(CASE digest WHEN 'daily' THEN 'day'
        ELSE 'week' END, ${now}::timestamptz AT TIME ZONE time_zone) + turn * period + interval '${DIGEST_HOUR} hours')
          AT TIME ZONE time_zone AS moment, period
      FROM generate_series(0, 2) AS turn, (VALUES (CASE digest WHEN 'daily' THEN interval '1 day'
        ELSE interval '7 days' END)) AS p (period)
    ) AS turns
    WHERE moment > ${now} AND (digested_at IS NULL OR moment >= digested_at + period / 2)
  ) END`;

const MARK_READ_BY_ID = `UPDATE notifications SET read_at = now() WHERE account_id = $1 AND read_at IS NULL
  AND id = ANY ($2::uuid[]) RETURNING 1`;
const MARK_READ_BEFORE = `UPDATE notifications SET read_at = now() WHERE account_id = $1 AND read_at IS NULL
  AND happened_at <= $2 RETURNING 1`;
/** Null fields are not changed. */
const UPSERT_SETTINGS = `
  INSERT INTO notification_settings AS s (account_id, off, email_off, push_off, digest, time_zone, digest_at)
  SELECT id, coalesce($2::text[], '{}'), coalesce($3::text[], '{}'), coalesce($6::text[], '{}'),
    coalesce($4::text, 'off'), coalesce($5::text, 'UTC'), CASE WHEN $4 <> 'off' THEN now() END FROM accounts
      WHERE id = $1
  ON CONFLICT (account_id) DO UPDATE SET off = coalesce($2, s.off), email_off = coalesce($3, s.email_off),
    push_off = coalesce($6, s.push_off), digest = coalesce($4, s.digest), time_zone = coalesce($5, s.time_zone),
    digest_at = CASE WHEN coalesce($4, s.digest) <> 'off' THEN coalesce(s.digest_at, now()) END
  RETURNING 1`;
const UPDATE_NEXT_DIGEST = `UPDATE notification_settings SET digest_at = ${nextDigest('now()')} WHERE account_id = $1`;
const VALIDATE_ZONE = `SELECT now() AT TIME ZONE $1`;
const STOP_DIGEST = `UPDATE notification_settings SET digest = 'off', digest_at = NULL
  WHERE account_id = (SELECT id FROM accounts WHERE public_id(id) = $1)`;
const SELECT_EMAIL = `SELECT value FROM contacts WHERE account_id = $1 AND kind = 'email' AND verified_at IS NOT NULL`;
const SELECT_SETTINGS = `
  SELECT coalesce(s.off, '{}') AS off, coalesce(s.email_off, '{}') AS "emailOff",
    coalesce(s.push_off, '{}') AS "pushOff", coalesce(s.digest, 'off') AS digest,
      coalesce(s.time_zone, 'UTC') AS "timeZone", c.value AS email
  FROM (VALUES ($1::uuid)) AS own (id) LEFT JOIN notification_settings s ON s.account_id = own.id
  LEFT JOIN contacts c ON c.account_id = own.id AND c.kind = 'email' AND c.verified_at IS NOT NULL`;

/** The settings of a player. */
interface NotificationOptions {
  /** Kinds that are turned off. */
  off: NotificationKind[];
  /** Kinds that are not sent by e-mail. */
  emailOff: NotificationKind[];
  /** Kinds that are not sent to browsers. */
  pushOff: NotificationKind[];
  digest: Digest;
  /** IANA. */
  timeZone: string;
}

/** Marks notifications as read, and stores a player's notification settings. */
@Injectable()
export class NotificationChoices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Marks the player's notifications as read, by ids or up to the time `before`; other ids are ignored. The player's
   * open pages are updated.
   */
  async markRead(accountId: string, selection: { ids: string[] } | { before: Date }): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const [statement, value] =
        'ids' in selection ? [MARK_READ_BY_ID, selection.ids] : [MARK_READ_BEFORE, selection.before];
      const [, marked] = await tx.query<[unknown, number]>(statement, [accountId, value]);
      if (marked > 0) await this.notifications.publishCounts(tx, new Map([[accountId, null]]));
    });
  }

  /** `emailHint` is the confirmed e-mail address, masked; null where there is none. */
  async of(accountId: string): Promise<NotificationOptions & { emailHint: string | null }> {
    const [{ email, ...settings }] = await this.dataSource.query<[NotificationOptions & { email: string | null }]>(
      SELECT_SETTINGS,
      [accountId],
    );
    return { ...settings, emailHint: email && contactHint('email', email) };
  }

  /**
   * Updates the given settings and keeps the others.
   * @throws Problem `UNAUTHENTICATED` if the account no longer exists, `VALIDATION_FAILED` for a digest without a
   *   confirmed e-mail address and for an unknown time zone
   */
  async update(
    accountId: string,
    {
      off,
      emailOff,
      pushOff,
      digest,
      timeZone,
    }: { [Name in keyof NotificationOptions]?: NotificationOptions[Name] | null },
  ): Promise<void> {
    if (timeZone != null) await this.rejectUnknownZone(timeZone);
    await this.dataSource.transaction(async (tx) => {
      if (digest && digest !== 'off') await requireEmail(tx, accountId);
      const set = await namedQuery(tx, 'set-notification-settings', UPSERT_SETTINGS, [
        accountId,
        unique(off),
        unique(emailOff),
        digest ?? null,
        timeZone ?? null,
        unique(pushOff),
      ]);
      if (set.length === 0) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
      if (digest || timeZone) await tx.query(UPDATE_NEXT_DIGEST, [accountId]);
    });
  }

  /** Ends the digests of the player with this public id; does nothing for an unknown one. */
  async stopDigest(publicId: string): Promise<void> {
    await this.dataSource.query(STOP_DIGEST, [publicId]);
  }

  private async rejectUnknownZone(timeZone: string): Promise<void> {
    if (!ZONE_PATTERN.test(timeZone)) throw unknownZone();
    await this.dataSource.query(VALIDATE_ZONE, [timeZone]).catch((error: unknown) => {
      const isUnknown =
        error instanceof QueryFailedError && (error.driverError as { code?: string }).code === INVALID_PARAMETER;
      throw isUnknown ? unknownZone() : error;
    });
  }
}

/** SQLSTATE of an unknown time zone. */
const INVALID_PARAMETER = '22023';
/** Postgres would also accept offsets and POSIX rules. */
const ZONE_PATTERN = /^[A-Za-z]\w*(\/\w[\w+-]*)*$/;

const unknownZone = () => invalid([{ field: 'timeZone', code: 'INVALID', detail: 'This is not a known time zone.' }]);

const unique = (kinds: readonly NotificationKind[] | null | undefined) => (kinds ? [...new Set(kinds)] : null);

async function requireEmail(tx: EntityManager, accountId: string): Promise<void> {
  const found = await tx.query<unknown[]>(SELECT_EMAIL, [accountId]);
  if (found.length === 0)
    throw invalid([
      {
        field: 'digest',
        code: 'INVALID',
        detail: 'A digest needs a confirmed e-mail address. Please confirm one in your profile first.',
      },
    ]);
}

import { Injectable } from '@nestjs/common';
import { invalid, namedQuery, Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { contactHint } from '../identity/contact.js';
import type { Digest, NotificationKind } from './notification.entity.js';
import { Notifications } from './notifications.js';

/** Local hour at which digests are sent. */
const HOUR = 8;

/**
 * SQL for when the next digest of a row of `notification_settings` is due: the next 8 o'clock of its time zone, for
 * weekly ones of a Monday, but at least half a period after the last one, so that a player who travels gets none twice.
 * Null where digests are off. A local time that a change of clocks leaves out or repeats is taken as Postgres does.
 * @param now SQL of the present moment
 */
export const nextDigest = (now: string): string => `
  CASE WHEN digest <> 'off' THEN (
    SELECT min(moment) FROM (
      SELECT (date_trunc(CASE digest WHEN 'daily' THEN 'day' ELSE 'week' END, ${now}::timestamptz AT TIME ZONE time_zone) + turn * period + interval '${HOUR} hours') AT TIME ZONE time_zone AS moment, period
      FROM generate_series(0, 2) AS turn, (VALUES (CASE digest WHEN 'daily' THEN interval '1 day' ELSE interval '7 days' END)) AS p (period)
    ) AS turns
    WHERE moment > ${now} AND (digested_at IS NULL OR moment >= digested_at + period / 2)
  ) END`;

const READ_IDS = `UPDATE notifications SET read_at = now() WHERE account_id = $1 AND read_at IS NULL AND id = ANY ($2::uuid[]) RETURNING 1`;
const READ_BEFORE = `UPDATE notifications SET read_at = now() WHERE account_id = $1 AND read_at IS NULL AND happened_at <= $2 RETURNING 1`;
/** Null fields are not changed. */
const SET = `
  INSERT INTO notification_settings AS s (account_id, off, email_off, push_off, digest, time_zone, digest_at)
  SELECT id, coalesce($2::text[], '{}'), coalesce($3::text[], '{}'), coalesce($6::text[], '{}'), coalesce($4::text, 'off'), coalesce($5::text, 'UTC'), CASE WHEN $4 <> 'off' THEN now() END FROM accounts WHERE id = $1
  ON CONFLICT (account_id) DO UPDATE SET off = coalesce($2, s.off), email_off = coalesce($3, s.email_off), push_off = coalesce($6, s.push_off), digest = coalesce($4, s.digest), time_zone = coalesce($5, s.time_zone),
    digest_at = CASE WHEN coalesce($4, s.digest) <> 'off' THEN coalesce(s.digest_at, now()) END
  RETURNING 1`;
const SET_TURN = `UPDATE notification_settings SET digest_at = ${nextDigest('now()')} WHERE account_id = $1`;
const KNOW_ZONE = `SELECT now() AT TIME ZONE $1`;
const STOP = `UPDATE notification_settings SET digest = 'off', digest_at = NULL WHERE account_id = (SELECT id FROM accounts WHERE public_id(id) = $1)`;
const EMAIL = `SELECT value FROM contacts WHERE account_id = $1 AND kind = 'email' AND verified_at IS NOT NULL`;
const READ = `
  SELECT coalesce(s.off, '{}') AS off, coalesce(s.email_off, '{}') AS "emailOff", coalesce(s.push_off, '{}') AS "pushOff", coalesce(s.digest, 'off') AS digest, coalesce(s.time_zone, 'UTC') AS "timeZone", c.value AS email
  FROM (VALUES ($1::uuid)) AS own (id) LEFT JOIN notification_settings s ON s.account_id = own.id
  LEFT JOIN contacts c ON c.account_id = own.id AND c.kind = 'email' AND c.verified_at IS NOT NULL`;

/** The settings of a player. */
interface Choices {
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

/** Marks notifications as read, and stores which kinds a player wants. */
@Injectable()
export class NotificationChoices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Marks own notifications as read, those of the ids or those that happened at `before` or earlier; others are
   * left as they are. The player's open pages are updated.
   */
  async markRead(accountId: string, which: { ids: string[] } | { before: Date }): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const [statement, value] = 'ids' in which ? [READ_IDS, which.ids] : [READ_BEFORE, which.before];
      const [, marked] = await tx.query<[unknown, number]>(statement, [accountId, value]);
      if (marked > 0) await this.notifications.announce(tx, new Map([[accountId, null]]));
    });
  }

  /** `emailHint` is the confirmed e-mail address, masked; null where there is none. */
  async of(accountId: string): Promise<Choices & { emailHint: string | null }> {
    const [{ email, ...chosen }] = await this.dataSource.query<[Choices & { email: string | null }]>(READ, [accountId]);
    return { ...chosen, emailHint: email && contactHint('email', email) };
  }

  /**
   * Sets what is given, and leaves the rest.
   * @throws Problem `UNAUTHENTICATED` if the account no longer exists, `VALIDATION_FAILED` for a digest without a
   *   confirmed e-mail address and for an unknown time zone
   */
  async choose(
    accountId: string,
    { off, emailOff, pushOff, digest, timeZone }: { [Name in keyof Choices]?: Choices[Name] | null },
  ): Promise<void> {
    if (timeZone != null) await this.refuseUnknownZone(timeZone);
    await this.dataSource.transaction(async (tx) => {
      if (digest && digest !== 'off') await refuseWithoutEmail(tx, accountId);
      const set = await namedQuery(tx, 'set-notification-settings', SET, [
        accountId,
        unique(off),
        unique(emailOff),
        digest ?? null,
        timeZone ?? null,
        unique(pushOff),
      ]);
      if (set.length === 0) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
      if (digest || timeZone) await tx.query(SET_TURN, [accountId]);
    });
  }

  /** Ends the digests of the player with this public id; does nothing for an unknown one. */
  async stopDigest(publicId: string): Promise<void> {
    await this.dataSource.query(STOP, [publicId]);
  }

  private async refuseUnknownZone(timeZone: string): Promise<void> {
    if (!ZONE.test(timeZone)) throw unknownZone();
    await this.dataSource.query(KNOW_ZONE, [timeZone]).catch((error: unknown) => {
      const isUnknown =
        error instanceof QueryFailedError && (error.driverError as { code?: string }).code === INVALID_PARAMETER;
      throw isUnknown ? unknownZone() : error;
    });
  }
}

/** SQLSTATE of Postgres for a time zone that it does not know. */
const INVALID_PARAMETER = '22023';
/** Postgres would also take offsets and rules of POSIX. */
const ZONE = /^[A-Za-z]\w*(\/\w[\w+-]*)*$/;

const unknownZone = () => invalid([{ field: 'timeZone', code: 'INVALID', detail: 'This is not a known time zone.' }]);

const unique = (kinds: readonly NotificationKind[] | null | undefined) => (kinds ? [...new Set(kinds)] : null);

async function refuseWithoutEmail(tx: EntityManager, accountId: string): Promise<void> {
  const found = await tx.query<unknown[]>(EMAIL, [accountId]);
  if (found.length === 0)
    throw invalid([
      {
        field: 'digest',
        code: 'INVALID',
        detail: 'A digest needs a confirmed e-mail address. Please confirm one in your profile first.',
      },
    ]);
}

import { Injectable } from '@nestjs/common';
import { Problem } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { type NotificationKind, NotificationSettings } from './notification.entity.js';
import { Notifications } from './notifications.js';

const READ_IDS = `UPDATE notifications SET read_at = now() WHERE account_id = $1 AND read_at IS NULL AND id = ANY ($2::uuid[]) RETURNING 1`;
const READ_BEFORE = `UPDATE notifications SET read_at = now() WHERE account_id = $1 AND read_at IS NULL AND happened_at <= $2 RETURNING 1`;
const SET_OFF = `
  INSERT INTO notification_settings (account_id, off) SELECT id, $2 FROM accounts WHERE id = $1
  ON CONFLICT (account_id) DO UPDATE SET off = excluded.off RETURNING 1`;

/** What a player chooses: which notifications are read, and which are wanted. */
@Injectable()
export class NotificationChoices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Marks own notifications as read, those of the ids or those that happened at `before` or earlier; others are
   * left as they are. The player's open pages are told.
   */
  async markRead(accountId: string, which: { ids: string[] } | { before: Date }): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const [statement, value] = 'ids' in which ? [READ_IDS, which.ids] : [READ_BEFORE, which.before];
      const [, marked] = await tx.query<[unknown, number]>(statement, [accountId, value]);
      if (marked > 0) await this.notifications.announce(tx, new Map([[accountId, null]]));
    });
  }

  /** The kinds that the player has turned off. */
  async off(accountId: string): Promise<NotificationKind[]> {
    const settings = await this.dataSource.manager.findOneBy(NotificationSettings, { accountId });
    return settings?.off ?? [];
  }

  /** @throws Problem `UNAUTHENTICATED` if the account no longer exists */
  async turnOff(accountId: string, off: readonly NotificationKind[]): Promise<void> {
    const set = await this.dataSource.query<unknown[]>(SET_OFF, [accountId, [...new Set(off)]]);
    if (set.length === 0) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
  }
}

import { pageSize } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { NOTIFICATION_KINDS } from './notification.entity.js';

/** Notifications that one call marks as read by their ids. */
const MOST_IDS = 500;

export const notificationList = z.object({ first: pageSize, after: z.string().nullish() });

/** Either `ids` or `before`. */
export const readInput = z
  .object({
    ids: z.array(z.uuid('This is no id of a notification.')).max(MOST_IDS, `At most ${MOST_IDS} notifications are marked at once.`).nullish(),
    before: z.date().nullish(),
  })
  .refine(({ ids, before }) => (ids == null) !== (before == null), { path: ['ids'], error: 'Give either `ids` or `before`.' });

export const settingsInput = z.object({ off: z.array(z.enum(NOTIFICATION_KINDS)).max(MOST_IDS, `At most ${MOST_IDS} kinds are named.`) });

import { pageSize } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { DIGESTS, NOTIFICATION_KINDS } from './notification.entity.js';

/** Notifications that one call marks as read by their ids. */
const MAX_IDS = 500;

export const notificationList = z.object({ first: pageSize, after: z.string().nullish() });

/** Either `ids` or `before`. */
export const readInput = z
  .object({
    ids: z
      .array(z.uuid('This is not the id of a notification.'))
      .max(MAX_IDS, `At most ${MAX_IDS} notifications are marked at once.`)
      .nullish(),
    before: z.date().nullish(),
  })
  .refine(({ ids, before }) => (ids == null) !== (before == null), {
    path: ['ids'],
    error: 'Give either `ids` or `before`.',
  });

/** Longer than any name of IANA. */
const ZONE_LENGTH = 64;

const kinds = z.array(z.enum(NOTIFICATION_KINDS)).max(MAX_IDS, `At most ${MAX_IDS} kinds are named.`).nullish();

/** Missing fields are not changed. Postgres validates the time zone. */
export const settingsInput = z.object({
  off: kinds,
  emailOff: kinds,
  pushOff: kinds,
  digest: z.enum(DIGESTS).nullish(),
  timeZone: z.string().max(ZONE_LENGTH, `A time zone has at most ${ZONE_LENGTH} characters.`).nullish(),
});

/** Longer than any token of ours. */
const TOKEN_LENGTH = 200;

export const stopInput = z.object({
  token: z.string().max(TOKEN_LENGTH, `A token has at most ${TOKEN_LENGTH} characters.`),
});

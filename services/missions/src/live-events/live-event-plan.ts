import { fault, latitude, longitude, requiredText, text } from '@sprayhunt/service-kit';
import { z } from 'zod';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Limits of the duration, and of the time until the start. */
const MAX_DURATION_DAYS = 31;
const MAX_DAYS_AHEAD = 366;
/** Spray Coins. */
const MAX_TOKENS = 10_000;

/** `Area/Place` or UTC; offsets and abbreviations are rejected, because they have no summer time. */
const ZONE = /^(?:[A-Za-z_]+\/[A-Za-z0-9_+\-/]+|UTC)$/;

const timeZone = requiredText({
  name: 'The time zone',
  missing: 'Name the time zone of the place.',
  max: 60,
}).transform((zone, context): string =>
  isTimeZone(zone)
    ? zone
    : fault(context, 'INVALID', `"${zone}" is not a time zone; use for example Australia/Melbourne.`),
);

const instant = (name: string) =>
  z
    .union(
      [z.date(), z.iso.datetime({ offset: true }).transform((value) => new Date(value))],
      `${name} is a date with a time.`,
    )
    .refine((value) => !Number.isNaN(value.getTime()), `${name} is a date with a time.`);

const fields = {
  title: requiredText({ name: 'The title', missing: 'Give the event a title.', max: 120 }),
  description: requiredText({ name: 'The description', missing: 'Describe the event.', max: 2_000, lines: true }),
  placeName: requiredText({ name: 'The place', missing: 'Name the place.', max: 120 }),
  latitude,
  longitude,
  timeZone,
  startsAt: instant('The start'),
  endsAt: instant('The end'),
  rewardTokens: z
    .int('The reward is a whole number of coins.')
    .min(0, 'The reward is at least 0 coins.')
    .max(MAX_TOKENS, 'The reward is at most 10,000 coins.'),
  rewardName: text({ name: "The reward's name", max: 80 }),
};

/** An event as operators plan it. */
export const liveEventPlan = z.object(fields).superRefine(({ startsAt, endsAt }, context) => {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message, params: { code: 'INVALID' } });
  if (endsAt <= startsAt) refuse('endsAt', 'The end must be after the start.');
  else if (endsAt.getTime() - startsAt.getTime() > MAX_DURATION_DAYS * DAY_MS)
    refuse('endsAt', `An event can last at most ${MAX_DURATION_DAYS} days.`);
  else if (endsAt.getTime() <= Date.now()) refuse('endsAt', 'The end must be in the future.');
  if (startsAt.getTime() > Date.now() + MAX_DAYS_AHEAD * DAY_MS)
    refuse('startsAt', 'An event must start within a year.');
});
export type LiveEventPlan = z.infer<typeof liveEventPlan>;

export const liveEventKey = z.object({ key: z.uuid('The key is a UUID.') });

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return ZONE.test(name);
  } catch {
    return false;
  }
}

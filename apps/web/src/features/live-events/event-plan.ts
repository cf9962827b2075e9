import { m } from '#messages';
import { z } from 'zod';
import type { LiveEventInput } from '../../api/graph/graphql';
import type { LiveEvent } from '../../api/types';
import { LIMITS } from '../../api/limits';
import { requiredText, textUpTo } from '../../lib/form';
import { isTimeZone, localTime, momentOf, ownTimeZone } from './zone-time';

const HOUR = 3_600_000;
/** Of the server: Spray Coins, characters and days. */
const MAX_TOKENS = 10_000;
const NAME_LENGTH = 80;
const LONGEST = 31 * 24 * HOUR;
const FARTHEST_AHEAD = 366 * 24 * HOUR;

const number = (problem: () => string, least: number, most: number) =>
  z
    .string()
    .trim()
    .refine((text) => text !== '' && Number(text) >= least && Number(text) <= most, { error: problem });

/** The form's values as typed. Times are local times of the place. */
export const eventPlan = z
  .object({
    title: requiredText(m.live_events_title_missing, LIMITS.title),
    description: requiredText(m.live_events_description_missing, LIMITS.text),
    placeName: requiredText(m.live_events_place_missing, LIMITS.title),
    latitude: number(m.live_events_latitude_invalid, -90, 90),
    longitude: number(m.live_events_longitude_invalid, -180, 180),
    timeZone: z
      .string()
      .trim()
      .refine(isTimeZone, { error: () => m.live_events_zone_invalid() }),
    startsAt: z.string().min(1, { error: () => m.live_events_time_missing() }),
    endsAt: z.string().min(1, { error: () => m.live_events_time_missing() }),
    rewardTokens: number(m.live_events_tokens_invalid, 0, MAX_TOKENS).refine((text) => Number.isInteger(Number(text)), {
      error: () => m.live_events_tokens_invalid(),
    }),
    rewardName: textUpTo(NAME_LENGTH),
  })
  .superRefine((plan, context) => {
    const { startsAt, endsAt } = inputOf(plan);
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (!startsAt) refuse('startsAt', m.api_field_time_skipped());
    if (!endsAt) refuse('endsAt', m.api_field_time_skipped());
    if (end <= start) refuse('endsAt', m.live_events_end_before_start());
    else if (end - start > LONGEST) refuse('endsAt', m.live_events_too_long());
    else if (end <= Date.now()) refuse('endsAt', m.live_events_end_past());
    if (start > Date.now() + FARTHEST_AHEAD) refuse('startsAt', m.live_events_too_far());
  });

export type EventPlan = z.infer<typeof eventPlan>;

export const ownPlan = (): EventPlan => ({
  ...{
    title: '',
    description: '',
    placeName: '',
    latitude: '',
    longitude: '',
    timeZone: ownTimeZone(),
    startsAt: '',
    endsAt: '',
    rewardTokens: '0',
    rewardName: '',
  },
});

export const planOf = ({
  startDate,
  endDate,
  rewardNft,
  latitude,
  longitude,
  rewardTokens,
  title,
  description,
  placeName,
  timeZone,
}: LiveEvent): EventPlan => ({
  ...{
    title,
    description,
    placeName,
    timeZone,
    latitude: `${latitude}`,
    longitude: `${longitude}`,
    rewardTokens: `${rewardTokens}`,
    rewardName: rewardNft ?? '',
  },
  startsAt: localTime(startDate, timeZone),
  endsAt: localTime(endDate, timeZone),
});

/** Of a plan whose time zone exists. */
export function inputOf(plan: EventPlan): LiveEventInput {
  const { title, description, placeName, timeZone, latitude, longitude, startsAt, endsAt, rewardTokens, rewardName } =
    plan;
  return {
    ...{
      title,
      description,
      placeName,
      timeZone,
      latitude: Number(latitude),
      longitude: Number(longitude),
      rewardTokens: Number(rewardTokens),
      rewardName: rewardName.trim() || null,
    },
    startsAt: momentOf(startsAt, timeZone) ?? '',
    endsAt: momentOf(endsAt, timeZone) ?? '',
  };
}

/** The changed fields. The form has no seconds, so it does not change those of the event. */
export function changesOf(before: EventPlan, plan: EventPlan): Partial<LiveEventInput> {
  const [was, is] = [inputOf(before), inputOf(plan)];
  return Object.fromEntries(
    Object.entries(is).filter(([field, value]) => value !== was[field as keyof LiveEventInput]),
  );
}

/** As it would be shown; null while place or times are not understood. */
export function previewOf(plan: EventPlan): LiveEvent | null {
  if (!isTimeZone(plan.timeZone.trim())) return null;
  const {
    startsAt: startDate,
    endsAt: endDate,
    rewardName: rewardNft,
    ...given
  } = inputOf({ ...plan, timeZone: plan.timeZone.trim() });
  if (!startDate || !endDate || endDate <= startDate || Number.isNaN(given.rewardTokens)) return null;
  return {
    ...given,
    id: 'preview',
    startDate,
    endDate,
    rewardNft: rewardNft ?? null,
    status: 'upcoming',
    participants: 0,
    cancelledAt: null,
    participation: null,
  };
}

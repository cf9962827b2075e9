import { parseArgs } from 'node:util';
import { invalid, operatorCommand, poolOf, type CommandContext, type CommandRun } from '@sprayhunt/service-kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { isTimeZone } from './live-event-plan.js';
import { LiveEventPlans } from './live-event-plans.js';
import { LiveEventReads, type ListedLiveEvent } from './live-event-reads.js';
import { momentOf } from './zone-time.js';

const USAGE = `Manages the live events in the database of missions, which DATABASE_URL names.
  create OPTIONS      a new event
  change ID OPTIONS   changes the given fields of an event that has not ended
  cancel ID           cancels it: there are no rewards, and participants are notified
  list                live and upcoming events, by their start
Options:
  --title TEXT  --description TEXT
  --place NAME  --at LATITUDE,LONGITUDE  --zone ZONE    for example Australia/Melbourne
  --start TIME  --end TIME                              in local time, for example "2026-12-05 18:00"
  --tokens COUNT  --reward NAME                         for everyone who takes part when it ends`;

const text = { type: 'string' } as const;
const OPTIONS = {
  title: text,
  description: text,
  place: text,
  at: text,
  zone: text,
  start: text,
  end: text,
  tokens: text,
  reward: text,
};

type Values = Partial<Record<keyof typeof OPTIONS, string>>;

/** @returns the exit code: 0 success, 1 refused, 2 wrong usage */
export const eventCommand = (args: string[], open: () => Promise<CommandContext>): Promise<number> =>
  operatorCommand({ usage: USAGE, run: parseCommand(args), open, failureMessage: 'The event could not be saved' });

function parseCommand(args: string[]): CommandRun | null {
  try {
    const { values, positionals } = parseArgs({ args: withPlace(args), allowPositionals: true, options: OPTIONS });
    const [command = '', id, ...extra] = positionals;
    const isPlain = Object.keys(values).length === 0;
    if (extra.length > 0) return null;
    if (command === 'create' && !id) return (on) => create(on, values);
    if (command === 'change' && id && !isPlain) return (on) => change(on, id, values);
    if (command === 'cancel' && id && isPlain) return (on) => cancel(on, id);
    if (command === 'list' && !id && isPlain) return list;
    return null;
  } catch {
    return null;
  }
}

/** Keeps the minus of a southern latitude from being parsed as an option. */
function withPlace(args: string[]): string[] {
  const at = args.indexOf('--at');
  return at < 0 ? args : args.toSpliced(at, 2, `--at=${args[at + 1] ?? ''}`);
}

async function create({ dataSource, jobs }: CommandContext, values: Values) {
  const id = await new LiveEventPlans(dataSource, jobs).create(planOf(values, values.zone));
  return eventView(dataSource, id);
}

async function change({ dataSource, jobs }: CommandContext, id: string, values: Values) {
  const [event] = z.uuid().safeParse(id).success ? await new LiveEventReads(poolOf(dataSource)).byIds([id]) : [];
  const zone = values.zone ?? event?.timeZone;
  await new LiveEventPlans(dataSource, jobs).change(id, planOf(values, zone));
  return eventView(dataSource, id);
}

async function cancel({ dataSource, jobs }: CommandContext, id: string) {
  await new LiveEventPlans(dataSource, jobs).cancel(id);
  return eventView(dataSource, id);
}

async function list({ dataSource }: CommandContext) {
  const { items } = await new LiveEventReads(poolOf(dataSource)).open(500);
  return items.map(withLocalTimes);
}

async function eventView(dataSource: DataSource, id: string) {
  const [event] = await new LiveEventReads(poolOf(dataSource)).byIds([id]);
  return withLocalTimes(event!);
}

/** Adds the local times, so that the operator can check them. */
function withLocalTimes(event: ListedLiveEvent) {
  const local = new Intl.DateTimeFormat('en-GB', { timeZone: event.timeZone, dateStyle: 'full', timeStyle: 'long' });
  return { ...event, startsThere: local.format(event.startsAt), endsThere: local.format(event.endsAt) };
}

/** The options as input of {@link LiveEventPlans}; missing options are undefined. */
function planOf(
  { title, description, place, at, zone, start, end, tokens, reward }: Values,
  placeZone: string | undefined,
) {
  const [latitude, longitude] =
    at === undefined ? [] : at.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  return {
    title,
    description,
    placeName: place,
    latitude,
    longitude,
    timeZone: zone,
    rewardName: reward,
    startsAt: instantOf('startsAt', start, placeZone),
    endsAt: instantOf('endsAt', end, placeZone),
    rewardTokens: tokens === undefined ? undefined : Number(tokens),
  };
}

/** Converts a local time to an instant; undefined without a valid zone, which is reported elsewhere. */
function instantOf(field: string, time: string | undefined, zone: string | undefined): Date | undefined {
  if (time === undefined || !zone || !isTimeZone(zone)) return undefined;
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(time))
    throw invalid([
      { field, code: 'INVALID', detail: `"${time}" is not a valid time; use for example "2026-12-05 18:00".` },
    ]);
  const moment = momentOf(time.replace(' ', 'T'), zone);
  if (!moment)
    throw invalid([{ field, code: 'TIME_SKIPPED', detail: `${time} does not exist in ${zone}. Choose another time.` }]);
  return moment;
}

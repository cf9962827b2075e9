import { parseArgs } from 'node:util';
import { operatorCommand, Problem, type CommandContext, type CommandRun } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { reconcileNow } from '../reconciliation/reconcile-now.js';
import { type EventFilter, StoredEvents } from './stored-events.js';

const USAGE = `Inspects and replays payments in the database of commerce, which DATABASE_URL names.
  events [--failed] [--unsettled] [--object ID] [--event ID] [--since TIME]   lists the newest 100 stored events of Stripe, with their state
  replay [--failed] [--unsettled] [--object ID] [--event ID] [--since TIME]   checks the objects of such events again; needs at least one option
  reconcile                                                                   compares with Stripe now, and prints what was repaired or needs attention
TIME is in UTC, for example 2026-11-23 or 2026-11-23T18:30:00Z. A state is settled (the object was checked), waiting
(a job will check it) or failed (no job is left). Events are kept for 30 days. The running service does the checks.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = { failed: flag, unsettled: flag, object: text, event: text, since: text };
const MAX_LISTED_EVENTS = 100;

type Values = { [name in keyof typeof OPTIONS]?: (typeof OPTIONS)[name]['type'] extends 'string' ? string : boolean };

const COMMANDS: Readonly<Record<string, { options: 'none' | 'any' | 'some'; run: (values: Values) => CommandRun }>> = {
  events: {
    options: 'any',
    run:
      (values) =>
      ({ dataSource, jobs }) =>
        new StoredEvents(dataSource, jobs).list(parseFilter(values), MAX_LISTED_EVENTS),
  },
  reconcile: {
    options: 'none',
    run:
      () =>
      ({ dataSource, jobs }) =>
        reconcileNow(dataSource, jobs),
  },
  replay: { options: 'some', run: (values) => (on) => replay(parseFilter(values), on) },
};

/** @returns the exit code: 0 success, 1 refused, 2 wrong usage */
export const paymentsCommand = (args: string[], open: () => Promise<CommandContext>): Promise<number> =>
  operatorCommand({ usage: USAGE, run: parseCommand(args), open, failureMessage: 'Payment maintenance failed' });

function parseCommand(args: string[]): CommandRun | null {
  try {
    const {
      values,
      positionals: [verb = '', ...extra],
    } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const command = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined;
    const optionCount = Object.keys(values).length;
    if (
      !command ||
      extra.length > 0 ||
      (command.options === 'some' && optionCount === 0) ||
      (command.options === 'none' && optionCount > 0)
    )
      return null;
    return command.run(values);
  } catch {
    return null;
  }
}

async function replay(filter: EventFilter, { dataSource, jobs }: CommandContext) {
  const replayed = await new StoredEvents(dataSource, jobs).replay(filter);
  if (replayed.events === 0 && (filter.event ?? filter.object))
    throw new Problem('NOT_FOUND', `No stored event matches ${filter.event ?? filter.object}.`);
  return replayed;
}

const time = z.union([z.iso.date(), z.iso.datetime()]);

/** @throws Problem `VALIDATION_FAILED` for an invalid time */
function parseFilter({ since, ...filter }: Values): EventFilter {
  if (since === undefined) return filter;
  if (!time.safeParse(since).success)
    throw new Problem(
      'VALIDATION_FAILED',
      `"${since}" is not a valid time; use for example 2026-11-23 or 2026-11-23T18:30:00Z.`,
    );
  return { ...filter, since: new Date(since) };
}

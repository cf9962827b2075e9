import { parseArgs } from 'node:util';
import { operatorCommand, Problem, type CommandContext, type CommandRun } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { reconcileNow } from '../reconciliation/reconcile-now.js';
import { type EventChoice, StoredEvents } from './stored-events.js';

const USAGE = `Looks after payments in the database of commerce, which DATABASE_URL names.
  events [--failed] [--unsettled] [--object ID] [--event ID] [--since TIME]   the newest 100 stored events of Stripe's, with their state
  replay [--failed] [--unsettled] [--object ID] [--event ID] [--since TIME]   has the objects of such events looked at again; at least one option
  reconcile                                                                   compares with Stripe now, and prints what was repaired or has to be looked at
TIME is as 2026-11-23 or 2026-11-23T18:30:00Z, in UTC. A state is settled (its object was looked at), waiting (a job will
look) or failed (no job will any more). Events are kept for 30 days. The running service does the looking.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = { failed: flag, unsettled: flag, object: text, event: text, since: text };
const LISTED = 100;

type Values = { [name in keyof typeof OPTIONS]?: (typeof OPTIONS)[name]['type'] extends 'string' ? string : boolean };

const VERBS: Readonly<Record<string, { options: 'none' | 'any' | 'some'; run: (values: Values) => CommandRun }>> = {
  events: {
    options: 'any',
    run:
      (values) =>
      ({ dataSource, jobs }) =>
        new StoredEvents(dataSource, jobs).list(choiceOf(values), LISTED),
  },
  reconcile: {
    options: 'none',
    run:
      () =>
      ({ dataSource, jobs }) =>
        reconcileNow(dataSource, jobs),
  },
  replay: { options: 'some', run: (values) => (on) => replay(choiceOf(values), on) },
};

/** @returns the exit code: 0 success, 1 refused, 2 wrong usage */
export const paymentsCommand = (args: string[], open: () => Promise<CommandContext>): Promise<number> =>
  operatorCommand({ usage: USAGE, run: understood(args), open, failed: 'The payments could not be looked after' });

function understood(args: string[]): CommandRun | null {
  try {
    const {
      values,
      positionals: [verb = '', ...rest],
    } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const known = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    const given = Object.keys(values).length;
    if (
      !known ||
      rest.length > 0 ||
      (known.options === 'some' && given === 0) ||
      (known.options === 'none' && given > 0)
    )
      return null;
    return known.run(values);
  } catch {
    return null;
  }
}

async function replay(choice: EventChoice, { dataSource, jobs }: CommandContext) {
  const replayed = await new StoredEvents(dataSource, jobs).replay(choice);
  if (replayed.events === 0 && (choice.event ?? choice.object))
    throw new Problem('NOT_FOUND', `No stored event matches ${choice.event ?? choice.object}.`);
  return replayed;
}

const time = z.union([z.iso.date(), z.iso.datetime()]);

/** @throws Problem `VALIDATION_FAILED` for an invalid time */
function choiceOf({ since, ...choice }: Values): EventChoice {
  if (since === undefined) return choice;
  if (!time.safeParse(since).success)
    throw new Problem('VALIDATION_FAILED', `"${since}" is no time; for example 2026-11-23 or 2026-11-23T18:30:00Z.`);
  return { ...choice, since: new Date(since) };
}

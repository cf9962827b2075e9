import { m } from '#messages';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format';
import { DAY_MS, nothing, PLAN, REMINDER_DAYS } from './plan';

interface TrialDatesProps {
  price?: { amount: number; currency: string };
  trialDays?: number;
}

/** When what is charged in a trial that begins today. */
export function TrialDates({ price = PLAN.price, trialDays = PLAN.trialDays }: TrialDatesProps) {
  const [today] = useState(() => Date.now());
  const end = today + trialDays * DAY_MS;
  const steps = [
    { at: today, name: m.membership_trial_today(), text: m.membership_trial_today_text({ nothing: nothing() }) },
    { at: end - REMINDER_DAYS * DAY_MS, name: day(end - REMINDER_DAYS * DAY_MS), text: m.membership_trial_reminder() },
    { at: end, name: day(end), text: m.membership_trial_end({ price: formatMoney(price) }) },
  ];
  return (
    <ol aria-label={m.membership_trial_dates()} className="ms-2 flex flex-col">
      {steps.map(({ at, name, text }) => (
        <li key={at} className="relative border-s-2 border-line pb-5 ps-6 last:border-transparent last:pb-0">
          <span
            aria-hidden="true"
            className="absolute -start-[9px] top-1 size-4 rounded-full border-2 border-action-ink bg-ground"
          />
          <time dateTime={new Date(at).toISOString()} className="block font-semibold">
            {name}
          </time>
          <span className="block text-muted">{text}</span>
        </li>
      ))}
    </ol>
  );
}

const day = (moment: number) => formatDate(moment, { month: 'long', day: 'numeric' });

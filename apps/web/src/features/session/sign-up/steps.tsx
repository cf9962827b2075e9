import { m } from '#messages';
import { useEffect, useRef } from 'react';
import { useMedia } from '../../../lib/use-media';
import type { SignUpValues } from './sign-up-rules';

interface Step {
  title: () => string;
  fields: readonly (keyof SignUpValues)[];
}

/** The form's steps on a phone. Elsewhere they stand on one page. */
export const STEPS: readonly Step[] = [
  { title: m.session_step_name, fields: ['avatarUrl', 'username', 'firstName', 'lastName', 'dateOfBirth', 'bio'] },
  { title: m.session_step_contact, fields: ['phone', 'email', 'city', 'country'] },
  { title: m.session_step_pins, fields: ['pinPreferences', 'experience', 'referralSource', 'interests'] },
];

/** The step of the first of these fields, in the order of the form. */
export const stepOf = (fields: readonly string[]): number =>
  Math.max(
    0,
    STEPS.findIndex((step) => step.fields.some((field) => fields.includes(field))),
  );

/** Below Tailwind's `sm`. */
export const useInSteps = () => useMedia('(max-width: 39.99rem)');

/** How far the form is; it has the focus when another step is shown, so that its name is read out. */
export function StepProgress({ step }: { step: number }) {
  const text = useRef<HTMLParagraphElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    text.current?.focus();
    window.scrollTo({ top: 0 });
  }, [step]);
  return (
    <div>
      <p ref={text} tabIndex={-1} className="font-semibold outline-none">
        {m.session_step_of({ step: step + 1, count: STEPS.length, title: STEPS[step]!.title() })}
      </p>
      <div aria-hidden className="mt-2 flex gap-1.5">
        {STEPS.map(({ fields: [first] }, index) => (
          <span key={first} className={`h-1.5 flex-1 rounded-full ${index <= step ? 'bg-action-ink' : 'bg-line'}`} />
        ))}
      </div>
    </div>
  );
}

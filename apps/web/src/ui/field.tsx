import { m } from '#messages';
import clsx from 'clsx';
import { useEffect, useId, type ComponentProps, type ReactNode } from 'react';
import { announce } from './announcer';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The sentence under the field; it is announced and marks the field invalid. */
  error?: string;
  required?: boolean;
  /** The control is a group of choices, which no label element can name. */
  group?: boolean;
  className?: string;
  /** The control; gets the ids and aria attributes that tie it to label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** Announces the sentence at a field when it comes: several of one moment as one. */
export function useAnnouncedError(error: string | undefined): void {
  useEffect(() => {
    if (error) announce(error, m.ui_more_problems);
  }, [error]);
}

/** Label, control, hint and error in their order. */
export function Field({ label, hint, error, required, group, className, children }: FieldProps) {
  const id = useId();
  useAnnouncedError(error);
  const Label = group ? 'span' : 'label';
  const labelId = `${id}-label`;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <Label id={labelId} {...(!group && { htmlFor: id })} className="text-sm font-semibold">
        {label}
        {required && (
          <span aria-hidden="true" className="ms-1 text-action-ink">
            *
          </span>
        )}
      </Label>
      {children({
        id,
        ...(group && { 'aria-labelledby': labelId }),
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}

/** Classes of every control that takes text or a choice. */
export const controlStyle = clsx(
  'w-full rounded-sm border-[1.5px] border-edge bg-lifted px-3.5 py-2.5 text-base text-ink placeholder:text-muted',
  'transition-colors hover:border-ink focus-visible:border-place-ink focus-visible:outline-offset-1 ' +
    'aria-invalid:border-danger disabled:opacity-60',
);

/**
 * Of a button in a row with a field: it stands beside the control, below the label's height, whatever sentences follow
 * the control.
 */
export const besideControl = 'sm:mt-[1.625rem]';

type Own = Omit<FieldProps, 'children'>;

export function TextField({ label, hint, error, required, className, ...input }: Own & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, error, required, className }}>
      {(control) => <input type="text" {...input} {...control} className={clsx(controlStyle, 'min-h-11')} />}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, required, className, ...area }: Own & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, required, className }}>
      {(control) => <textarea rows={3} {...area} {...control} className={clsx(controlStyle, 'resize-y')} />}
    </Field>
  );
}

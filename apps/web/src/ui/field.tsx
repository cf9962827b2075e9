import clsx from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The sentence under the field; it is announced and marks the field invalid. */
  error?: string;
  required?: boolean;
  className?: string;
  /** The control; gets the ids and aria attributes that tie it to label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** Label, control, hint and error in their order. */
export function Field({ label, hint, error, required, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {required && <span aria-hidden="true" className="ml-1 text-acid-ink">*</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined, 'aria-required': required ? true : undefined })}
      {hint && <p id={`${id}-hint`} className="text-sm text-dim">{hint}</p>}
      {error && <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger-ink">{error}</p>}
    </div>
  );
}

/** The looks of anything that is typed or picked into. */
export const controlLooks = clsx(
  'w-full rounded-[3px_9px_4px_8px] border-[1.5px] border-edge bg-lifted px-3.5 py-2.5 text-base text-chalk placeholder:text-dim',
  'transition-colors hover:border-chalk focus-visible:border-cyan-ink focus-visible:outline-offset-1 aria-invalid:border-danger disabled:opacity-60',
);

type Own = Omit<FieldProps, 'children'>;

export function TextField({ label, hint, error, required, className, ...input }: Own & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, error, required, className }}>
      {(control) => <input type="text" {...input} {...control} className={clsx(controlLooks, 'min-h-11')} />}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, required, className, ...area }: Own & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, required, className }}>
      {(control) => <textarea rows={3} {...area} {...control} className={clsx(controlLooks, 'resize-y')} />}
    </Field>
  );
}

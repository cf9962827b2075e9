import { useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off and takes effect at once. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <span className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer font-semibold">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <span className="relative inline-flex h-11 w-14 shrink-0 items-center">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none h-7 w-full rounded-md border-2 border-edge bg-lifted transition-colors peer-checked:border-action-ink peer-checked:bg-action"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-1.5 size-4 rounded-full bg-muted transition-transform peer-checked:translate-x-7 peer-checked:bg-on-action motion-reduce:transition-none"
        />
      </span>
    </div>
  );
}

import clsx from 'clsx';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { SprayCap } from './spray-cap';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is for the main action of a screen; `quiet` draws less attention; `live` is a like that is given. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'live';
  size?: 'sm' | 'md' | 'lg';
  /** A request is running: disabled, with the loading cap. */
  pending?: boolean;
  /** Renders the only child (a link) styled as a button. */
  asChild?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  pending = false,
  asChild = false,
  className,
  disabled,
  children,
  type,
  ...rest
}: ButtonProps) {
  const looks = clsx(
    'plate inline-flex select-none items-center justify-center gap-2 text-center font-semibold no-underline',
    'transition-transform duration-150 ease-spray active:translate-y-px disabled:cursor-not-allowed ' +
      'disabled:opacity-55 aria-disabled:opacity-55',
    sizes[size],
    variants[variant],
    className,
  );
  if (asChild)
    return (
      <Slot.Root className={looks} {...rest}>
        {children}
      </Slot.Root>
    );
  return (
    <button
      type={type ?? 'button'}
      className={looks}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {pending && <SprayCap busy size={size === 'sm' ? 18 : 22} />}
      {children}
    </button>
  );
}

const sizes = {
  sm: 'min-h-9 px-3.5 py-1.5 text-sm [--cut-a:9px] [--cut-b:6px]',
  md: 'min-h-11 px-5 py-2.5',
  lg: 'min-h-14 px-5 py-3.5 text-lg sm:px-7 [--cut-a:18px] [--cut-b:12px]',
};

const variants = {
  primary:
    'text-on-action [--cut-fill:var(--action)] [--cut-line:var(--action)] overspray ' +
    'not-disabled:hover:[--cut-fill:color-mix(in_srgb,var(--action),white_22%)]',
  secondary: 'text-ink [--cut-fill:var(--raised)] [--cut-line:var(--edge)] not-disabled:hover:[--cut-line:var(--ink)]',
  quiet: 'text-ink [--cut-fill:transparent] [--cut-line:transparent] not-disabled:hover:[--cut-fill:var(--lifted)]',
  danger: 'text-on-danger [--cut-fill:var(--danger)] [--cut-line:var(--danger)]',
  live: 'text-on-live [--cut-fill:var(--live)] [--cut-line:var(--live)]',
};

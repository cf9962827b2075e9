import clsx from 'clsx';
import type { ComponentProps } from 'react';

const tones = {
  plain: 'border-edge text-ink',
  action: 'border-action-ink text-action-ink',
  live: 'border-live-ink text-live-ink',
  place: 'border-place-ink text-place-ink',
  wall: 'border-wall-ink text-wall-ink',
  work: 'border-work-ink text-work-ink',
};

/** A small label. */
export function Badge({ tone = 'plain', className, ...rest }: ComponentProps<'span'> & { tone?: keyof typeof tones }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-xs border px-1.5 py-0.5 text-xs font-semibold leading-4',
        tones[tone],
        className,
      )}
      {...rest}
    />
  );
}

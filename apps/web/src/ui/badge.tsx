import clsx from 'clsx';
import type { ComponentProps } from 'react';

const tones = {
  plain: 'border-edge text-chalk',
  acid: 'border-acid-ink text-acid-ink',
  magenta: 'border-magenta-ink text-magenta-ink',
  cyan: 'border-cyan-ink text-cyan-ink',
  brick: 'border-brick-ink text-brick-ink',
  palette: 'border-palette-ink text-palette-ink',
};

/** A small label. */
export function Badge({ tone = 'plain', className, ...rest }: ComponentProps<'span'> & { tone?: keyof typeof tones }) {
  return <span className={clsx('inline-flex items-center gap-1 rounded-[2px_6px_2px_5px] border px-1.5 py-0.5 text-xs font-semibold leading-4', tones[tone], className)} {...rest} />;
}

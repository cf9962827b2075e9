import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** A card with unevenly cut corners, behind cards and panels. `tone` colours its edge. */
export function Card({ tone = 'plain', className, ...rest }: ComponentProps<'div'> & { tone?: 'plain' | 'acid' | 'cyan' | 'magenta' | 'brick' | 'palette' | 'danger' }) {
  return <div className={clsx('plate p-4 drop-shadow-[0_10px_24px_rgb(0_0_0/0.28)]', tones[tone], className)} {...rest} />;
}

const tones = {
  plain: '',
  acid: '[--cut-line:var(--acid)]',
  cyan: '[--cut-line:var(--cyan)]',
  magenta: '[--cut-line:var(--magenta)]',
  brick: '[--cut-line:var(--brick)]',
  palette: '[--cut-line:var(--palette)]',
  danger: '[--cut-line:var(--danger)]',
};

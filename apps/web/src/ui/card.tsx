import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** A panel with unevenly cut corners, which shows one thing. `tone` colours its edge. */
export function Card({
  tone = 'plain',
  className,
  ...rest
}: ComponentProps<'div'> & { tone?: 'plain' | 'action' | 'place' | 'live' | 'wall' | 'work' | 'danger' }) {
  return (
    <div className={clsx('plate p-4 drop-shadow-[0_10px_24px_rgb(0_0_0/0.28)]', tones[tone], className)} {...rest} />
  );
}

const tones = {
  plain: '',
  action: '[--cut-line:var(--action)]',
  place: '[--cut-line:var(--place)]',
  live: '[--cut-line:var(--live)]',
  wall: '[--cut-line:var(--wall)]',
  work: '[--cut-line:var(--work)]',
  danger: '[--cut-line:var(--danger)]',
};

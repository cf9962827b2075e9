import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

interface EmptyStateProps {
  icon?: IconName;
  title: string;
  text?: ReactNode;
  /** The button or link for the next step. */
  action?: ReactNode;
  /** `error`: something failed, and the text says what to do. It is announced. */
  kind?: 'empty' | 'error';
  className?: string;
}

/** Shown when a list is empty or failed to load: what happened and what to do about it. */
export function EmptyState({ icon, title, text, action, kind = 'empty', className }: EmptyStateProps) {
  const failed = kind === 'error';
  return (
    <div
      role={failed ? 'alert' : undefined}
      className={clsx('flex flex-col items-center gap-2 px-4 py-8 text-center', className)}
    >
      <Icon
        name={icon ?? (failed ? 'warning' : 'image')}
        size={36}
        className={failed ? 'text-danger-ink' : 'text-place-ink'}
      />
      <p className="text-lg font-semibold">{title}</p>
      {text && <p className="max-w-[38ch] text-muted">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

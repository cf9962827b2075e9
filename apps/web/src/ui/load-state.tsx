import { m } from '#messages';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { problemDetail } from '../api/problems';
import { Button } from './button';
import { EmptyState } from './empty-state';
import { Icon } from './icon';
import { Skeleton } from './skeleton';
import { SprayCap } from './spray-cap';

/**
 * `part`: of a screen. `whole`: a screen or a map, or a part without an outline; the text is visible to all. `line`: in
 * a bar.
 */
type Size = 'part' | 'whole' | 'line';

interface LoadingProps {
  /** While it is read: "Loading your devices..." For screen readers, beside an outline. */
  loading: string;
  size?: Size;
  className?: string;
  /** The outline of what will be there; rows by default. */
  children?: ReactNode;
}

interface LoadStateProps extends LoadingProps {
  /** Where it could not be read: "Your devices could not be loaded" */
  failed: string;
  /** What to do then, where `error` does not say it; to check the connection by default. */
  text?: string;
  isPending: boolean;
  /** Why it could not be read. */
  error: unknown;
  /** Missing where another try would not help. */
  onRetry?: () => void;
}

/** While something is read: its outline. When that failed: why, and a button to try again. Nothing once it is there. */
export function LoadState({ failed, text, isPending, error, onRetry, ...shown }: LoadStateProps) {
  if (isPending) return <Loading {...shown} />;
  return error ? <Failed title={failed} text={text} error={error} size={shown.size} onRetry={onRetry} /> : null;
}

/** While something is read: the outline of what will be there, or the cap that is shaken. */
export function Loading({ loading, size, className, children }: LoadingProps) {
  if (size === 'whole') {
    return (
      <div
        role="status"
        className={clsx('flex flex-col items-center justify-center gap-3 p-6 text-center text-muted', className)}
      >
        <SprayCap busy size={56} />
        <p>{loading}</p>
      </div>
    );
  }
  return (
    <div role="status" className={clsx('flex flex-col gap-3', className)}>
      <span className="sr-only">{loading}</span>
      {children ?? Array.from({ length: 2 }, (_, row) => <Skeleton key={row} className="h-14" />)}
    </div>
  );
}

interface FailedProps {
  title: string;
  text?: string;
  error?: unknown;
  size?: Size;
  onRetry?: () => void;
}

/** In place of what could not be read: why, and a button to try again. */
export function Failed({ title, text = m.ui_check_connection(), error, size, onRetry }: FailedProps) {
  const isLine = size === 'line';
  const again = onRetry && (
    <Button size={isLine ? 'sm' : undefined} onClick={onRetry}>
      <Icon name="retry" size={isLine ? 16 : 18} />
      {m.ui_try_again()}
    </Button>
  );
  if (!isLine) return <EmptyState kind="error" title={title} text={problemDetail(error, text)} action={again} />;
  return (
    <div role="alert" className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="font-medium text-danger-ink">{title}</p>
      {again}
    </div>
  );
}

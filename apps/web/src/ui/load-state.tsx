import { m } from '#messages';
import type { ReactNode } from 'react';
import { problemDetail } from '../lib/problems';
import { Button } from './button';
import { EmptyState } from './empty-state';
import { Icon } from './icon';
import { Skeleton } from './skeleton';

interface LoadStateProps {
  /** For screen readers, while it is read: "Loading your devices..." */
  loading: string;
  /** Where it could not be read: "Your devices could not be loaded" */
  failed: string;
  isPending: boolean;
  /** Why it could not be read. */
  error: unknown;
  onRetry: () => void;
  /** The outline of what will be there; rows by default. */
  children?: ReactNode;
}

/** While something is read: its outline. When that failed: why, and a button to try again. Nothing once it is there. */
export function LoadState({ loading, failed, isPending, error, onRetry, children }: LoadStateProps) {
  if (isPending) return <Outline loading={loading}>{children}</Outline>;
  return error ? <Failed title={failed} error={error} onRetry={onRetry} /> : null;
}

/** While something is read: what will be there; two rows by default. */
export function Outline({ loading, children }: Pick<LoadStateProps, 'loading' | 'children'>) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{loading}</span>
      {children ?? Array.from({ length: 2 }, (_, row) => <Skeleton key={row} className="h-14" />)}
    </div>
  );
}

interface FailedProps {
  title: string;
  /** What to do where `error` does not say it; to check the connection by default. */
  text?: string;
  error?: unknown;
  onRetry: () => void;
}

/** In place of what could not be read: why, and a button to try again. */
export function Failed({ title, text = m.ui_check_connection(), error, onRetry }: FailedProps) {
  return (
    <EmptyState
      kind="error" title={title} text={problemDetail(error, text)}
      action={<Button onClick={onRetry}><Icon name="retry" size={18} />{m.ui_try_again()}</Button>}
    />
  );
}

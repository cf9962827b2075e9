import type { ReactNode } from 'react';
import { problemDetail } from '../lib/http';
import { Button } from './button';
import { EmptyState } from './empty-state';
import { Icon } from './icon';
import { Skeleton } from './skeleton';

interface LoadStateProps {
  /** What is read, as it stands within a sentence: "your devices". */
  name: string;
  isPending: boolean;
  /** Why it could not be read. */
  error: unknown;
  onRetry: () => void;
  /** The outline of what will be there; rows by default. */
  children?: ReactNode;
}

/** While something is read: its outline. When that failed: why, and a button to try again. Nothing once it is there. */
export function LoadState({ name, isPending, error, onRetry, children }: LoadStateProps) {
  if (isPending) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Loading {name}...</span>
        {children ?? Array.from({ length: 2 }, (_, row) => <Skeleton key={row} className="h-14" />)}
      </div>
    );
  }
  if (!error) return null;
  return (
    <EmptyState
      kind="error" title={`${name.charAt(0).toUpperCase()}${name.slice(1)} could not be loaded`} text={problemDetail(error, 'Check your connection and try again.')}
      action={<Button onClick={onRetry}><Icon name="retry" size={18} />Try again</Button>}
    />
  );
}

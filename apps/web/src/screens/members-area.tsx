import type { ReactNode } from 'react';
import type { User } from '../api/types';
import { Page } from '../app/page';
import { useMembersOnly } from '../features/auth/members-only';
import { useRefreshUser } from '../features/auth/use-user';
import { problemDetail } from '../lib/http';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Loading } from '../ui/spray-cap';
import { OpensSoon } from './opens-soon';

/** Profile and community: for players only; guests are led to the sign-in screen. */
export default function MembersArea({ title, children }: { title: string; children?: (user: User) => ReactNode }) {
  const { user, error } = useMembersOnly();
  const refreshUser = useRefreshUser();
  if (error) {
    return (
      <Page title={title}>
        <EmptyState
          kind="error" title="We could not look up who you are" text={problemDetail(error, 'Check your connection and try again.')}
          action={<Button variant="primary" onClick={() => void refreshUser()}>Try again</Button>}
        />
      </Page>
    );
  }
  if (!user) return <Loading text={user === null ? 'Logging in again...' : 'Loading...'} className="min-h-dvh" />;
  return children ? children(user) : <OpensSoon title={title} />;
}

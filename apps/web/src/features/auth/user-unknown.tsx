import { problemDetail } from '../../lib/http';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { useRefreshUser } from './use-user';

/** Shown in place of what depends on who is signed in when the server could not be asked. */
export function UserUnknown({ error }: { error: Error }) {
  const refreshUser = useRefreshUser();
  return (
    <EmptyState
      kind="error" title="We could not check who is signed in" text={problemDetail(error, 'Check your connection and try again.')}
      action={<Button variant="primary" onClick={() => void refreshUser()}>Try again</Button>}
    />
  );
}

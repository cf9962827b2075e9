import { problemDetail } from '../../lib/http';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { useRefreshUser } from './use-user';

/** In the place of what depends on who is signed in, where the server did not say. */
export function UserUnknown({ error }: { error: Error }) {
  const refreshUser = useRefreshUser();
  return (
    <EmptyState
      kind="error" title="We could not look up who you are" text={problemDetail(error, 'Check your connection and try again.')}
      action={<Button variant="primary" onClick={() => void refreshUser()}>Try again</Button>}
    />
  );
}

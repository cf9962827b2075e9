import { m } from '#messages';
import { problemDetail } from '../../lib/problems';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { useRefreshUser } from './use-user';

/** Shown in place of what depends on who is signed in when the server could not be asked. */
export function UserUnknown({ error }: { error: Error }) {
  const refreshUser = useRefreshUser();
  return (
    <EmptyState
      kind="error" title={m.auth_unknown_title()} text={problemDetail(error, m.auth_unknown_text())}
      action={<Button variant="primary" onClick={() => void refreshUser()}>{m.auth_try_again()}</Button>}
    />
  );
}

import { m } from '#messages';
import { Failed } from '../../ui/load-state';
import { useRefreshUser } from './use-user';

/** Shown in place of what depends on who is signed in when the server could not be asked. */
export function UserUnknown({ error }: { error: Error }) {
  const refreshUser = useRefreshUser();
  return <Failed title={m.auth_unknown_title()} text={m.auth_unknown_text()} error={error} onRetry={() => void refreshUser()} />;
}

import { m } from '#messages';
import { Failed } from '../../ui/load-state';
import { useRefreshUser } from './use-user';

/** Shown in place of parts that depend on the signed-in player if the request failed. */
export function UserUnknown({ error }: { error: Error }) {
  const refreshUser = useRefreshUser();
  return (
    <Failed
      title={m.session_unknown_title()}
      text={m.session_unknown_text()}
      error={error}
      onRetry={() => void refreshUser()}
    />
  );
}

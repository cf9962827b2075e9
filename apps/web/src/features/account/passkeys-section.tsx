import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasskeysDocument } from '../../api/graph/account/passkeys';
import { passkeyAdded } from '../../api/shared-facts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { addPasskey, passkeyProblem, supportsPasskeys, useUser } from '../session';
import { AccountSection } from './account-section';
import { PasskeyItem } from './passkey-item';
import { useChange } from './use-change';
import { useFocusAfterRemoval } from './use-focus-after-removal';

export function PasskeysSection() {
  return (
    <AccountSection icon="key" title={m.account_passkeys_title()} summary={m.account_passkeys_summary()}>
      {() => <Passkeys />}
    </AccountSection>
  );
}

/** The player's passkeys, and a button to add one. */
function Passkeys() {
  const { isUnverified } = useUser();
  const { data, error, refetch } = useQuery(PasskeysDocument);
  const passkeys = data?.myPasskeys;
  const [announcement, setAnnouncement] = useState('');
  const container = useFocusAfterRemoval(passkeys?.length ?? 0);

  return (
    <div ref={container} tabIndex={-1} className="flex max-w-[64ch] flex-col items-stretch gap-5 outline-none">
      <LoadState
        loading={m.account_passkeys_loading()}
        failed={m.account_passkeys_failed()}
        isPending={!data && !error}
        error={error}
        onRetry={() => void refetch()}
      />
      {passkeys?.length === 0 && <p className="text-muted">{m.account_passkeys_none()}</p>}
      {passkeys && passkeys.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              id={passkey.id}
              passkey={passkey}
              isFixed={isUnverified}
              onRenamed={(name) => setAnnouncement(m.account_passkey_renamed({ name }))}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isUnverified ? <p>{m.account_passkeys_fixed()}</p> : passkeys && <AddPasskey isFirst={passkeys.length === 0} />}
    </div>
  );
}

function AddPasskey({ isFirst }: { isFirst: boolean }) {
  const client = useQueryClient();
  const add = useChange({
    change: async () => passkeyAdded(client, await addPasskey()),
    onDone: () => toast({ title: m.account_passkey_added_title(), description: m.account_passkey_added_text() }),
    otherwise: m.account_passkey_not_added(),
  });
  if (!supportsPasskeys()) return <p>{m.account_passkeys_unsupported()}</p>;
  const refusal = add.problem && passkeyProblem(add.error, m.account_passkey_not_added());
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant={isFirst ? 'primary' : 'secondary'} pending={add.isPending} onClick={() => add.mutate()}>
        {!add.isPending && <Icon name="plus" size={18} />}
        {add.isPending ? m.account_passkey_waiting() : m.account_passkey_add()}
      </Button>
      {refusal && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {refusal}
        </p>
      )}
    </div>
  );
}

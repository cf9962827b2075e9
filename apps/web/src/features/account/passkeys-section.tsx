import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '../../api/types';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { addPasskey, passkeyProblem, supportsPasskeys, useUser } from '../auth';
import { AccountSection } from './account-section';
import { PasskeyItem } from './passkey-item';
import { useChange } from './use-change';
import { useFocusAfterRemoval } from './use-focus-after-removal';

export function PasskeysSection() {
  return (
    <AccountSection icon="key" title="Passkeys" summary="Sign in with your fingerprint, face or PIN, without a code.">
      {() => <Passkeys />}
    </AccountSection>
  );
}

const passkeysKey = ['/api/profile/passkeys'] as const;

/** The player's passkeys, and a button to add one. */
function Passkeys() {
  const { isUnverified } = useUser();
  const client = useQueryClient();
  const { data: passkeys, error, isPending, refetch } = useQuery<Passkey[]>({ queryKey: passkeysKey });
  const [announcement, setAnnouncement] = useState('');
  const place = useFocusAfterRemoval(passkeys?.length ?? 0);
  const refresh = () => client.invalidateQueries({ queryKey: passkeysKey });

  return (
    <div ref={place} tabIndex={-1} className="flex max-w-[64ch] flex-col items-stretch gap-5 outline-none">
      <LoadState loading="Loading your passkeys..." failed="Your passkeys could not be loaded" isPending={isPending} error={error} onRetry={() => void refetch()} />
      {passkeys?.length === 0 && <p className="text-muted">You have no passkey yet. Your phone, computer or password manager stores it, and it signs you in without a code. It cannot be guessed or phished.</p>}
      {passkeys && passkeys.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id} passkey={passkey} isFixed={isUnverified}
              onRenamed={(name) => {
                client.setQueryData<Passkey[]>(passkeysKey, (all) => all?.map((each) => (each.id === passkey.id ? { ...each, name } : each)));
                setAnnouncement(`The passkey is now called ${name}.`);
              }}
              onRemoved={async () => {
                await refresh();
                toast({ title: 'Passkey Removed', description: `${passkey.name} can no longer be used to sign in to your account.` });
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">{announcement}</p>
      {isUnverified ? <p>Confirm your phone or e-mail with the code first; then you can add a passkey.</p> : passkeys && <AddPasskey isFirst={passkeys.length === 0} onAdded={refresh} />}
    </div>
  );
}

const NOT_ADDED = 'The passkey could not be added. Please try again.';

function AddPasskey({ isFirst, onAdded }: { isFirst: boolean; onAdded: () => Promise<void> }) {
  const add = useChange({
    change: addPasskey,
    onDone: async () => {
      await onAdded();
      toast({ title: 'Passkey Added', description: 'You can sign in with it from now on.' });
    },
    otherwise: NOT_ADDED,
  });
  if (!supportsPasskeys()) return <p>This browser does not support passkeys. Open your profile in another browser to add one.</p>;
  const refusal = add.problem && passkeyProblem(add.error, NOT_ADDED);
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant={isFirst ? 'primary' : 'secondary'} pending={add.isPending} onClick={() => add.mutate()}>
        {!add.isPending && <Icon name="plus" size={18} />}{add.isPending ? 'Waiting for your device...' : 'Add a passkey'}
      </Button>
      {refusal && <p role="alert" className="text-sm font-medium text-danger-ink">{refusal}</p>}
    </div>
  );
}

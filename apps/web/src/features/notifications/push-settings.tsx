import { m } from '#messages';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { PRODUCT_NAME } from '../../product';
import { Switch } from '../../ui/switch';
import { useUser } from '../session';
import { type PushState, pushState, turnPushOff, turnPushOn } from './push';
import { KINDS, type SettingsProps, toggled } from './use-notification-settings';
import { showFailure } from './use-notifications';

/**
 * Whether this browser shows push messages, and of which kinds. Renders nothing if the deployment has no push messages.
 */
export function PushSettings({ settings: { pushKey, off, pushOff }, choose }: SettingsProps) {
  const { user } = useUser();
  if (!pushKey || !user) return null;
  const kinds = KINDS.filter((kind) => !off.includes(kind));
  return (
    <div className="flex flex-col gap-4">
      <h2 className="marker text-2xl">{m.notifications_push_title()}</h2>
      <PushSwitch key={user.id} player={user.id} pushKey={pushKey}>
        <fieldset className="max-w-2xl">
          <legend className="mb-2 font-semibold">{m.notifications_push_kinds()}</legend>
          <div className="grid gap-x-10 gap-y-2 sm:grid-cols-2">
            {kinds.map((kind) => (
              <Switch
                key={kind}
                label={m.notifications_kind({ kind })}
                checked={!pushOff.includes(kind)}
                onChange={(on) => choose({ pushOff: toggled(pushOff, kind, !on) })}
              />
            ))}
          </div>
        </fieldset>
      </PushSwitch>
    </div>
  );
}

interface PushSwitchProps {
  player: string;
  pushKey: string;
  /** Shown where it is on. */
  children: React.ReactNode;
}

function PushSwitch({ player, pushKey, children }: PushSwitchProps) {
  const client = useApolloClient();
  const [state, setState] = useState<PushState>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void pushState(player).then(setState, () => setState('unsupported'));
  }, [player]);

  const change = async (on: boolean) => {
    setBusy(true);
    try {
      setState(on ? await turnPushOn(client, player, pushKey) : await turnPushOff(client));
    } catch (error) {
      showFailure(error);
    }
    setBusy(false);
  };

  if (!state) return null;
  if (state === 'unsupported')
    return <p className="max-w-2xl text-muted">{m.notifications_push_unsupported({ product: PRODUCT_NAME })}</p>;
  if (state === 'denied')
    return (
      <p role="status" className="max-w-2xl text-muted">
        {m.notifications_push_denied({ product: PRODUCT_NAME })}
      </p>
    );
  return (
    <>
      <div className="max-w-2xl">
        <Switch
          label={m.notifications_push_here()}
          hint={m.notifications_push_text()}
          checked={(state === 'on') !== isBusy}
          onChange={(on) => void (isBusy || change(on))}
        />
      </div>
      {state === 'on' && children}
    </>
  );
}

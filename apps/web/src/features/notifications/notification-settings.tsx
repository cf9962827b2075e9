import { m } from '#messages';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { LoadState } from '../../ui/load-state';
import { Switch } from '../../ui/switch';
import { DigestSettings } from './digest-settings';
import { PushSettings } from './push-settings';
import { KINDS, type SettingsProps, toggled, useNotificationSettings } from './use-notification-settings';

/** The part of the address that e-mails lead to. */
const ANCHOR = 'settings';

/** Which notifications the player gets, and by which channel. */
export function NotificationSettings() {
  const { settings, error, again, choose } = useNotificationSettings();
  const section = useRef<HTMLElement>(null);
  const isMeant = useLocation().hash === `#${ANCHOR}`;
  useEffect(() => {
    if (isMeant && settings) section.current?.scrollIntoView();
  }, [isMeant, settings !== undefined]); // eslint-disable-line react-hooks/exhaustive-deps -- once they are there, not with each change
  return (
    <section ref={section} id={ANCHOR} className="mt-6 flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <h2 className="marker text-2xl">{m.notifications_settings_title()}</h2>
        <p className="text-muted">{m.notifications_settings_text()}</p>
        <LoadState
          loading={m.notifications_loading()}
          failed={m.notifications_failed()}
          isPending={!settings && !error}
          error={settings ? null : error}
          onRetry={again}
        />
        {settings && <KindSwitches {...{ settings, choose }} />}
      </div>
      {settings && <PushSettings {...{ settings, choose }} />}
      {settings && <DigestSettings {...{ settings, choose }} />}
    </section>
  );
}

function KindSwitches({ settings: { off }, choose }: SettingsProps) {
  return (
    <div className="grid max-w-2xl gap-x-10 gap-y-2 sm:grid-cols-2">
      {KINDS.map((kind) => (
        <Switch
          key={kind}
          label={m.notifications_kind({ kind })}
          checked={!off.includes(kind)}
          onChange={(on) => choose({ off: toggled(off, kind, !on) })}
        />
      ))}
    </div>
  );
}

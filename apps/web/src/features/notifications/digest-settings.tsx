import { m } from '#messages';
import clsx from 'clsx';
import { Link } from 'react-router-dom';
import type { Digest } from '../../api/graph/graphql';
import { paths } from '../../lib/paths';
import { controlStyle, Field } from '../../ui/field';
import { SelectField } from '../../ui/select';
import { Switch } from '../../ui/switch';
import { KINDS, type SettingsProps, toggled } from './use-notification-settings';

const DIGESTS: readonly Digest[] = ['off', 'daily', 'weekly'];

/** That the service begins with; then the browser's is meant. */
const UNSET = 'UTC';

/** Frequency, time zone and kinds of the player's e-mail digests. */
export function DigestSettings({ settings: { off, emailOff, digest, timeZone, emailHint }, choose }: SettingsProps) {
  const kinds = KINDS.filter((kind) => !off.includes(kind));
  return (
    <div className="flex flex-col gap-4">
      <h2 className="marker text-2xl">{m.notifications_digest_title()}</h2>
      <p className="text-muted">
        {emailHint ? m.notifications_digest_text({ email: emailHint }) : m.notifications_digest_no_email()}
        {!emailHint && (
          <>
            {' '}
            <Link to={paths.profile} className="text-ink underline">
              {m.notifications_digest_to_profile()}
            </Link>
          </>
        )}
      </p>
      <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
        <SelectField
          label={m.notifications_digest_often()}
          value={digest}
          disabled={!emailHint && digest === 'off'}
          options={DIGESTS.map((value) => ({ value, label: m.notifications_digest({ digest: value }) }))}
          onValueChange={(next) =>
            choose({ digest: next, ...(next !== 'off' && timeZone === UNSET && { timeZone: browserZone() }) })
          }
        />
        {digest !== 'off' && <TimeZoneField value={timeZone} onChange={(next) => choose({ timeZone: next })} />}
      </div>
      {digest !== 'off' && (
        <fieldset className="max-w-2xl">
          <legend className="mb-2 font-semibold">{m.notifications_digest_kinds()}</legend>
          <div className="grid gap-x-10 gap-y-2 sm:grid-cols-2">
            {kinds.map((kind) => (
              <Switch
                key={kind}
                label={m.notifications_kind({ kind })}
                checked={!emailOff.includes(kind)}
                onChange={(on) => choose({ emailOff: toggled(emailOff, kind, !on) })}
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser's own list: hundreds, of which one is found by typing. */
function TimeZoneField({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), browserZone(), UNSET, value])].sort();
  return (
    <Field label={m.notifications_digest_zone()}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={clsx(controlStyle, 'min-h-11 cursor-pointer')}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

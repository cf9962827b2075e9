import { m } from '#messages';
import clsx from 'clsx';
import { useId } from 'react';
import { Icon, type IconName } from './icon';
import { setTheme, useTheme, type Theme } from './theme';

const themes: readonly { theme: Theme; label: () => string; icon: IconName }[] = [
  { theme: 'night', label: m.ui_theme_night, icon: 'moon' },
  { theme: 'daylight', label: m.ui_theme_daylight, icon: 'sun' },
  { theme: 'system', label: m.ui_theme_auto, icon: 'device' },
];

/** Dark, light, or what the device is set to. */
export function ThemeSwitch({ className }: { className?: string }) {
  const current = useTheme();
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className="mb-2 text-sm font-semibold text-muted">{m.ui_theme()}</legend>
      <div className="grid grid-cols-3 gap-1.5">
        {themes.map(({ theme, label, icon }) => (
          <label
            key={theme}
            className={clsx(
              'relative flex min-h-11 cursor-pointer items-center justify-center gap-1.5 rounded-sm ' +
                'border-[1.5px] text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
                'has-focus-visible:outline-place-ink',
              current === theme ? 'border-action-ink bg-lifted' : 'border-line text-muted hover:border-edge',
            )}
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              checked={current === theme}
              onChange={() => setTheme(theme)}
            />
            <Icon name={icon} size={16} />
            {label()}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

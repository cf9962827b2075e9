import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** The button's name for screen readers; wrap it in a Tooltip to show it to the others. */
  label: string;
  filled?: boolean;
  /** `plate` floats over pictures and maps, `bare` stands on a panel. */
  look?: 'plate' | 'bare';
  tone?: 'ink' | 'action' | 'live' | 'place';
}

/** A round button of 44 pixels with one icon. */
export function IconButton({
  icon,
  label,
  filled,
  look = 'bare',
  tone = 'ink',
  className,
  type,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      aria-label={label}
      className={clsx(
        'inline-grid size-11 shrink-0 place-items-center transition-transform duration-150 ease-spray ' +
          'active:scale-95 disabled:cursor-not-allowed disabled:opacity-50',
        look === 'plate'
          ? 'plate shadow-none [--cut-a:9px] [--cut-b:7px] [--cut-line:var(--edge)] hover:[--cut-line:var(--ink)]'
          : 'rounded-lg hover:bg-lifted',
        tones[tone],
        className,
      )}
      {...rest}
    >
      <Icon name={icon} size={22} filled={filled} />
    </button>
  );
}

const tones = { ink: 'text-ink', action: 'text-action-ink', live: 'text-live-ink', place: 'text-place-ink' };

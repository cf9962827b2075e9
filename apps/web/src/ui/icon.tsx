import type { SVGProps } from 'react';
import shapes from './icons.svg';

/** Our own small set: each a path of icons.svg, drawn on a 24-unit grid with a marker's round stroke. */
export type IconName =
  | 'menu'
  | 'close'
  | 'back'
  | 'chevronDown'
  | 'check'
  | 'plus'
  | 'minus'
  | 'location'
  | 'locate'
  | 'camera'
  | 'heart'
  | 'share'
  | 'layers'
  | 'fullscreen'
  | 'list'
  | 'search'
  | 'upload'
  | 'download'
  | 'trash'
  | 'retry'
  | 'pause'
  | 'play'
  | 'wallet'
  | 'coin'
  | 'user'
  | 'users'
  | 'home'
  | 'flag'
  | 'palette'
  | 'star'
  | 'gem'
  | 'calendar'
  | 'image'
  | 'door'
  | 'sun'
  | 'moon'
  | 'device'
  | 'warning'
  | 'info'
  | 'external'
  | 'street'
  | 'clock'
  | 'shop'
  | 'key'
  | 'pencil'
  | 'mail'
  | 'eye'
  | 'crown'
  | 'more'
  | 'bell';

/** Always decorative: the control around it has the name. `filled` for something that is on, such as a like. */
export function Icon({
  name,
  size = 20,
  filled = false,
  ...rest
}: { name: IconName; size?: number; filled?: boolean } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      <use href={`${shapes}#${name}`} />
    </svg>
  );
}

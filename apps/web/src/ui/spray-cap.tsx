import { useId } from 'react';

interface SprayCapProps {
  /** 0 to 1: how full of paint the cap is, for example the way to the next level. */
  fill?: number;
  /** Pixels, the height. */
  size?: number;
  /** The loading state: the can is shaken and filled again and again. */
  busy?: boolean;
  /** A short text on the cap, such as the level's number. */
  text?: string | number;
  /** Read by screen readers; without it the cap is decorative. */
  label?: string;
  className?: string;
}

/** The signature of the product: a spray can's cap, seen from the front. Logo, loading state and level badge. */
export function SprayCap({ fill = 1, size = 32, busy = false, text, label, className }: SprayCapProps) {
  const clip = useId();
  const level = Math.min(1, Math.max(0, fill));
  return (
    <span
      className={`inline-flex shrink-0 ${busy ? 'animate-shake-can' : ''} ${className ?? ''}`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <svg width={size} height={size} viewBox="0 0 48 48" focusable="false">
        <clipPath id={clip}>
          <path d="M9 23.5c0-2.2 1.2-3.6 3.3-3.9l23.6-.4c2.2.2 3.3 1.6 3.3 3.7l-.6 18.5c-.1 2-1.2 3-3.2 3.1l-22.8.3c-2-.1-3-1.1-3.1-3.1Z" />
        </clipPath>
        <path
          d="M18.7 18.6c-.2-3.8 0-6.9.6-9.7.4-1.5 1.2-2.2 2.7-2.3 1.6-.1 3.2-.1 4.7.1 1.3.2 2 .9 2.3 2.2.5 2.9.6 5.9.4 9.6"
          fill="var(--raised)"
          stroke="var(--ink)"
          strokeWidth="2.2"
        />
        <circle cx="24" cy="12" r="1.9" fill="var(--ink)" />
        <g clipPath={`url(#${clip})`}>
          <rect x="8" y="18" width="32" height="28" fill="var(--raised)" />
          <g className={busy ? 'origin-bottom animate-fill-cap' : undefined} style={{ transformBox: 'fill-box' }}>
            {level > 0 && (
              <path
                d={`M6 ${45 - level * 26}c5-1.7 8 1.3 12 .3s7-1.8 11-.2 7 .700 13-.6V48H6Z`}
                fill="var(--action)"
                style={{ transition: 'd 0.6s' }}
              />
            )}
          </g>
        </g>
        <path
          d="M9 23.5c0-2.2 1.2-3.6 3.3-3.9l23.6-.4c2.2.2 3.3 1.6 3.3 3.7l-.6 18.5c-.1 2-1.2 3-3.2 3.1l-22.8.3c-2-.1-3-1.1-3.1-3.1Z"
          fill="none"
          stroke="var(--ink)"
          strokeWidth="2.2"
        />
        {/* overspray: three drops that left the nozzle */}
        <g fill="var(--action)" opacity={busy ? 0.5 : 1}>
          <circle cx="35.5" cy="9.5" r="1.5" />
          <circle cx="40.2" cy="7.2" r="1" />
          <circle cx="39.6" cy="12.6" r="1.2" />
        </g>
        {text !== undefined && (
          <text
            x="24"
            y="38"
            textAnchor="middle"
            fontSize="15"
            fontWeight="800"
            fill="var(--ink)"
            stroke="var(--ground)"
            strokeWidth="3.5"
            paintOrder="stroke"
            style={{ fontFamily: 'var(--font-sans)' }}
          >
            {text}
          </text>
        )}
      </svg>
    </span>
  );
}

import { m } from '#messages';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../lib/format';
import { TOKENS_NAME } from '../../product';
import { Icon } from '../../ui/icon';

/** Milliseconds in which the count runs to a new balance. */
const RUN = 700;

/** The balance in Spray Coins; it counts up when coins were booked. */
export function CoinCount({ value }: { value: number }) {
  const shown = useTicking(value);
  const gained = useGain(value);
  return (
    <span
      className="relative inline-flex items-center gap-1.5 text-lg font-bold tabular-nums text-action-ink"
      data-testid="coins"
    >
      <Icon
        name="coin"
        size={22}
        key={value}
        className={gained ? 'animate-shake-can [animation-iteration-count:2]' : ''}
      />
      <span aria-hidden="true">{formatNumber(shown)}</span>
      <span className="sr-only" role="status">
        {m.layout_coins({ amount: formatNumber(value), tokens: TOKENS_NAME })}
      </span>
      {gained > 0 && (
        <span
          key={`gain-${value}`}
          aria-hidden="true"
          className="coin-gain absolute end-0 top-full rounded-xs bg-action px-1.5 text-sm font-extrabold text-on-action"
        >
          +{formatNumber(gained)}
        </span>
      )}
    </span>
  );
}

/** Counts from the previous number to `value`; at once when reduced motion is preferred. */
function useTicking(value: number): number {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current;
    from.current = value;
    if (start === value || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(value);
      return;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - began) / RUN));
      setShown(Math.round(start + (value - start) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}

/** By how much the balance rose just now; 0 otherwise. */
function useGain(value: number): number {
  const before = useRef(value);
  const [gained, setGained] = useState(0);
  useEffect(() => {
    const change = value - before.current;
    before.current = value;
    if (change <= 0) return;
    setGained(change);
    const timer = setTimeout(() => setGained(0), 2_400);
    return () => clearTimeout(timer);
  }, [value]);
  return gained;
}

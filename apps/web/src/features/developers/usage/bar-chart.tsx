import { m } from '#messages';
import { formatNumber } from '../../../lib/format';

interface Bar {
  /** When it was. */
  label: string;
  value: number;
}

/** Units of the drawing; it is stretched to the width there is. */
const STEP = 10;
const BAR = 7;
const HEIGHT = 100;
/** So that a single call beside thousands is still seen. */
const LEAST = 2;

/** Bars of one measure through time. Screen readers get a sentence with the same data. */
export function BarChart({ title, color, bars }: { title: string; color: string; bars: readonly Bar[] }) {
  const most = bars.reduce((peak, bar) => (bar.value > peak.value ? bar : peak));
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(LEAST, (value / most.value) * HEIGHT));
  return (
    <figure className="plate flex min-w-0 flex-col gap-2 p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm font-semibold">{title}</span>
        <span className="text-2xl font-semibold">{formatNumber(sum)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={m.developers_usage_sentence({
          title,
          sum: formatNumber(sum),
          most: formatNumber(most.value),
          at: most.label,
        })}
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`h-24 w-full border-b border-edge ${color}`}
      >
        {bars.map(({ label, value }, index) => (
          <rect
            key={index}
            x={index * STEP + (STEP - BAR) / 2}
            y={HEIGHT - heightOf(value)}
            width={BAR}
            height={heightOf(value)}
            fill="currentColor"
          >
            <title>{`${label}: ${formatNumber(value)}`}</title>
          </rect>
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between gap-2 text-xs text-muted">
        <span>{bars[0]!.label}</span>
        <span>{m.developers_usage_most({ most: formatNumber(most.value) })}</span>
        <span>{bars.at(-1)!.label}</span>
      </p>
    </figure>
  );
}

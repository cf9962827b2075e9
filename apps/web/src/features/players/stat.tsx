import { formatNumber } from '../../lib/format';

/** A number with its label; rendered in a `dl`. */
export function Stat({ name, value, paint = '' }: { name: string; value: number; paint?: string }) {
  return (
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="truncate text-xs text-muted sm:text-sm">{name}</dt>
      <dd className={`text-xl font-extrabold tabular-nums leading-tight sm:text-3xl ${paint}`}>
        {formatNumber(value)}
      </dd>
    </div>
  );
}

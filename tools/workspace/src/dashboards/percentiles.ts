import type { Panel } from './dashboard.js';

/** Curves of the 50th, 95th and 99th percentile of a histogram. */
export const percentiles = (title: string, histogram: string, filter: string, more: Partial<Panel> = {}): Panel => ({
  title,
  unit: 's',
  queries: Object.fromEntries(
    ['0.5', '0.95', '0.99'].map((share) => [
      `${Number(share) * 100} %`,
      `histogram_quantile(${share}, sum by (le) (rate(${histogram}_bucket${filter}[$__rate_interval])))`,
    ]),
  ),
  ...more,
});

import type { Dashboard } from './dashboard.js';

/** The time that three quarters of the page's loads keep, as the vitals are judged: web.dev/articles/vitals. */
const quarter = (vital: string) =>
  `histogram_quantile(0.75, sum by (screen, device, le) (rate(page_vital_seconds_bucket{vital="${vital}` +
  `"}[$__rate_interval])))`;

export const page: Dashboard = {
  uid: 'sprayhunt-page',
  title: 'page',
  panels: [
    {
      title: 'Largest part shown, 75 %',
      description: 'LCP; good up to 2.5 s, poor from 4 s.',
      unit: 's',
      red: 4,
      queries: { '{{screen}} {{device}}': quarter('LCP') },
    },
    {
      title: 'First part shown, 75 %',
      description: 'FCP; good up to 1.8 s.',
      unit: 's',
      red: 3,
      queries: { '{{screen}} {{device}}': quarter('FCP') },
    },
    {
      title: 'From an input to what it shows, 75 %',
      description: 'INP; good up to 200 ms.',
      unit: 's',
      red: 0.5,
      queries: { '{{screen}} {{device}}': quarter('INP') },
    },
    {
      title: 'First byte, 75 %',
      description: 'TTFB; good up to 0.8 s.',
      unit: 's',
      red: 1.8,
      queries: { '{{screen}} {{device}}': quarter('TTFB') },
    },
    {
      title: 'Layout shift, 75 %',
      description: 'CLS; good up to 0.1.',
      red: 0.25,
      queries: {
        '{{screen}} {{device}}':
          'histogram_quantile(0.75, sum by (screen, device, le) (rate(page_layout_shift_bucket[$__rate_interval])))',
      },
    },
    {
      title: 'Errors of the page',
      unit: 'ops',
      red: 1,
      queries: { '{{screen}}': 'sum by (screen) (rate(page_errors_total[$__rate_interval]))' },
    },
    {
      title: 'Reports',
      description: 'Of a sample of loads (PAGE_REPORTS), and of loads with an error.',
      unit: 'ops',
      queries: { '{{screen}} {{device}}': 'sum by (screen, device) (rate(page_reports_total[$__rate_interval]))' },
    },
  ],
};

/** One file each, in `observability/grafana/dashboards`. */

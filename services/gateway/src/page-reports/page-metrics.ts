import { Counter, Histogram } from 'prom-client';

/** The values of the label `screen`: there is one series for each metric, screen and device. */
export const SCREENS = ['landing', 'home', 'community', 'missions', 'profile', 'merch', 'other'] as const;
export const DEVICES = ['phone', 'desk'] as const;

/** Errors of one load of the page. */
export const MAX_ERRORS = 5;
/** Characters of the name of an error's class. */
export const MAX_NAME = 40;
/** Of a vital: milliseconds, and CLS without a unit. */
export const MAX_VALUE = 600_000;

const labelNames = ['vital', 'screen', 'device'];
/** Bounds of "good" and "poor" are among them: web.dev/articles/vitals. */
const seconds = new Histogram({
  name: 'page_vital_seconds',
  help: 'Times of page loads by players, of a sample of them: TTFB, FCP, LCP and INP',
  labelNames,
  buckets: [0.05, 0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 4, 8, 20],
});
const shift = new Histogram({
  name: 'page_layout_shift',
  help: 'CLS of page loads by players, of a sample of them',
  labelNames,
  buckets: [0.01, 0.05, 0.1, 0.25, 1],
});

/** Where each vital is counted, and how many of the page's units make one of the metric's. */
export const VITALS = {
  TTFB: metric(seconds, 1_000),
  FCP: metric(seconds, 1_000),
  LCP: metric(seconds, 1_000),
  INP: metric(seconds, 1_000),
  CLS: metric(shift, 1),
};
export type Vital = keyof typeof VITALS;

export const pageLoads = new Counter({
  name: 'page_reports_total',
  help: 'Reports by the page: a sample of its loads, and each load with an error',
  labelNames: ['screen', 'device'],
});
export const pageErrors = new Counter({
  name: 'page_errors_total',
  help: 'Errors of the page in the browsers of players, by screen',
  labelNames: ['screen'],
});

function metric(histogram: Histogram, unit: number) {
  return {
    unit,
    observe: (labels: Record<'vital' | 'screen' | 'device', string>, value: number) => histogram.observe(labels, value),
  };
}

import { register } from 'prom-client';
import { log } from '@sprayhunt/service-kit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Browser } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway({ RATE_PAGE_REPORTS: '12/60', PAGE_REPORTS: '0.25' });
});
afterAll(() => gateway.stop());

const REPORT = {
  screen: 'merch',
  device: 'phone',
  vitals: [
    { name: 'LCP', value: 1_750 },
    { name: 'CLS', value: 0.02 },
  ],
  errors: [],
};
const FAULT = { name: 'TypeError', place: 'product-1a2b.js:1:345' };
const send = (report: object) => new Browser(gateway.url).post('/api/page-reports', report);

interface Value {
  value: number;
  labels: Record<string, unknown>;
  metricName?: string;
}
/** The value of a series of this process. */
async function metric(name: string, labels: Record<string, string>): Promise<number> {
  const family = register.getSingleMetric(name.replace(/_(sum|count)$/, ''))!;
  const { values } = (await family.get()) as { values: Value[] };
  return (
    values.find(
      (one) =>
        (one.metricName ?? name) === name &&
        Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    )?.value ?? 0
  );
}

describe('a report of the page', () => {
  it('is counted by vital, screen and device, and sets no cookie', async () => {
    const { status, headers } = await send(REPORT);
    expect([status, headers.get('set-cookie')]).toEqual([204, null]);
    const labels = { screen: 'merch', device: 'phone' };
    expect(await metric('page_vital_seconds_sum', { vital: 'LCP', ...labels })).toBe(1.75);
    expect(await metric('page_layout_shift_sum', { vital: 'CLS', ...labels })).toBe(0.02);
    expect(await metric('page_reports_total', labels)).toBe(1);
  });

  it('counts each error, and logs each position in a script once', async () => {
    const warn = jest.spyOn(log, 'warn').mockReturnValue();
    for (let load = 0; load < 3; load++) expect((await send({ ...REPORT, errors: [FAULT] })).status).toBe(204);
    expect(await metric('page_errors_total', { screen: 'merch' })).toBe(3);
    expect(warn.mock.calls).toEqual([[{ screen: 'merch', ...FAULT }, 'The page failed']]);
    warn.mockRestore();
  });

  it.each([
    ['another screen', { ...REPORT, screen: '/profile/someone' }, 'screen'],
    [
      'a text in place of where it happened',
      { ...REPORT, errors: [{ name: 'TypeError', place: 'someone@example.com' }] },
      'errors.0.place',
    ],
    ['a message', { ...REPORT, errors: [{ ...FAULT, message: 'x' }] }, 'errors.0'],
    ['six errors', { ...REPORT, errors: Array(6).fill(FAULT) }, 'errors'],
    ['a vital that is none', { ...REPORT, vitals: [{ name: 'LCP', value: -1 }] }, 'vitals.0.value'],
    ['nothing', {}, 'screen'],
  ])('with %s is refused, and the field named', async (_, report, field) => {
    const { status, json } = await send(report);
    expect({ status, code: json.code, field: json.errors[0].field }).toEqual({
      status: 422,
      code: 'VALIDATION_FAILED',
      field,
    });
  });

  it('is refused where one address sends too many', async () => {
    const statuses: number[] = [];
    for (let load = 0; load < 13; load++) statuses.push((await send(REPORT)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

it('the page is told how many of its loads report', async () => {
  expect((await new Browser(gateway.url).get('/config.json')).json.pageReports).toBe(0.25);
});

import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { clearPageConfig } from '../../api/page-config';
import { recordPageError, takePageErrors } from '../../lib/page-errors';
import { reportPage } from './report-page';

const sent: { address: string; init: RequestInit }[] = [];
let pageReports: number;
let stop: () => void;

beforeEach(() => {
  clearPageConfig();
  takePageErrors();
  sent.length = 0;
  globalThis.fetch = jest.fn(async (input: unknown, init?: RequestInit) => {
    if (input === '/config.json') return Response.json({ pageReports });
    sent.push({ address: input as string, init: init! });
    return new Response(null, { status: 204 });
  });
});
afterEach(() => stop());

async function open(path: string, random: number) {
  stop = await reportPage(path, random);
}

async function leave() {
  window.dispatchEvent(new Event('pagehide'));
  await Promise.resolve();
}
const bodies = () => sent.map(({ init }) => JSON.parse(init.body as string) as unknown);
function failure(name: string, stack: string): Error {
  return Object.assign(new Error('about someone@example.com'), { name, stack });
}

it('reports an error by its class and its position in a script, without its message and without a cookie, once', async () => {
  pageReports = 0.1;
  await open('/merch/cap-12', 0.5);
  const error = failure(
    'TypeError',
    'TypeError: about someone@example.com\n    at f (https://game.example/assets/product-1a2b.js:1:345)',
  );
  recordPageError(error);
  recordPageError(error);
  await leave();
  await leave();
  expect(bodies()).toEqual([
    {
      screen: 'merch',
      device: expect.stringMatching(/^(phone|desk)$/),
      vitals: [],
      errors: [{ name: 'TypeError', place: 'product-1a2b.js:1:345' }],
    },
  ]);
  expect(sent[0]).toMatchObject({
    address: '/api/page-reports',
    init: { method: 'POST', credentials: 'omit', keepalive: true },
  });
});

it('reports nothing of a load outside the sample that had no error', async () => {
  pageReports = 0.1;
  await open('/home', 0.5);
  await leave();
  expect(bodies()).toEqual([]);
});

it('reports nothing where the operator turned it off', async () => {
  pageReports = 0;
  await open('/', 0);
  recordPageError(new Error('x'));
  await leave();
  expect(bodies()).toEqual([]);
});

it('leaves out what a missing connection causes', async () => {
  pageReports = 1;
  await open('/players/someone', 1);
  recordPageError(failure('NoConnection', ''));
  recordPageError('text');
  await leave();
  expect(bodies()).toEqual([
    expect.objectContaining({ screen: 'other', errors: [{ name: 'Error', place: 'unknown' }] }),
  ]);
});

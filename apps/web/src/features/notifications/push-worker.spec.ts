import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { showPushMessages } from './push-worker';

const ORIGIN = 'https://sprayhunt.example';
const handlers = new Map<string, (event: object) => void>();
const showNotification = jest.fn(async () => undefined);
const openWindow = jest.fn(async () => null);
let tabs: { url: string; focus: () => Promise<void> }[];

beforeEach(() => {
  jest.clearAllMocks();
  tabs = [];
  showPushMessages({
    addEventListener: (type: string, handle: (event: object) => void) => handlers.set(type, handle),
    registration: { showNotification },
    clients: { matchAll: async () => tabs, openWindow },
    location: { origin: ORIGIN },
  } as never);
});

/** Dispatches an event to the service worker, and returns when it is handled. */
async function send(type: string, facts: object): Promise<void> {
  let done: unknown;
  handlers.get(type)!({ ...facts, waitUntil: (work: unknown) => (done = work) });
  await done;
}
const push = (json: () => unknown) => send('push', { data: { json } });
const click = async (data: unknown) => {
  const close = jest.fn();
  await send('notificationclick', { notification: { data, close } });
  expect(close).toHaveBeenCalled();
};

describe('a push message', () => {
  it('is shown; one of the same group takes the place of the last', async () => {
    await push(() => ({ title: 'Sprayhunt', body: '2 new likes', tag: 'n1', path: '/notifications' }));
    expect(showNotification.mock.calls).toEqual([
      ['Sprayhunt', expect.objectContaining({ body: '2 new likes', tag: 'n1', data: { path: '/notifications' } })],
    ]);
  });

  it.each<[string, () => unknown]>([
    ['is no JSON', () => JSON.parse('{')],
    ['is null', () => null],
    ['has other types', () => ({ title: 1, body: {}, tag: [], path: 2 })],
  ])('that %s is shown by the name of the product', async (_, json) => {
    await push(json);
    expect(showNotification.mock.calls).toEqual([
      ['Sprayhunt', expect.objectContaining({ body: undefined, tag: undefined })],
    ]);
  });
});

describe('a click on it', () => {
  it('shows the tab that has its screen, and otherwise opens one, so that nothing half written is lost', async () => {
    const focus = jest.fn(async () => undefined);
    tabs = [{ url: `${ORIGIN}/create`, focus: async () => expect(true).toBe(false) }];
    await click({ path: '/notifications' });
    expect(openWindow.mock.calls).toEqual([[`${ORIGIN}/notifications`]]);
    tabs.push({ url: `${ORIGIN}/notifications#settings`, focus });
    await click({ path: '/notifications' });
    expect([focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([1, 1]);
  });

  it.each([
    [{ path: 'https://evil.example/x' }],
    [{ path: '//evil.example' }],
    [{ path: 'javascript:alert(1)' }],
    [{ path: 5 }],
    [null],
  ])('leads to our own site only: %j', async (data) => {
    await click(data);
    expect(openWindow.mock.calls).toEqual([[`${ORIGIN}/notifications`]]);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { GraphProvider } from '../../api/graph-client';
import { player } from '../../test/home';
import { renderAt } from '../../test/render';
import { problem, serve } from '../../test/server';
import { stubGlobal } from '../../test/stub-global';
import { NotificationSettings } from './notification-settings';
import { UnreadCount } from './unread-count';

const KEY = 'BEl6';
const settings = (facts: object = {}) => ({
  off: ['award'],
  emailOff: [],
  pushOff: ['like'],
  pushKey: KEY,
  digest: 'off',
  timeZone: 'UTC',
  emailHint: null,
  ...facts,
});
const server = (more: Parameters<typeof serve>[0] = {}) =>
  serve({
    'GET /api/auth/user': player,
    'query notificationSettings': settings(),
    'mutation addPushSubscription': true,
    'mutation removePushSubscription': true,
    ...more,
  });

/** A browser with push messages; `permission` is what it says when it is asked. */
function browser({ permission = 'default', asked = 'granted' }: { permission?: string; asked?: string } = {}) {
  let subscription: object | null = null;
  const made: unknown[] = [];
  const push = {
    getSubscription: async () => subscription,
    subscribe: async (options: { applicationServerKey: string }) => {
      made.push(options);
      const name = `https://push.example/${made.length}`;
      return (subscription = {
        endpoint: name,
        options: {
          applicationServerKey: Uint8Array.from(atob(options.applicationServerKey), (letter) => letter.charCodeAt(0))
            .buffer,
        },
        toJSON: () => ({ endpoint: name, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      });
    },
  };
  const requestPermission = jest.fn(async () => ((Notification as { permission: string }).permission = asked));
  stubGlobal('PushManager', class {});
  stubGlobal('Notification', { permission, requestPermission });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager: push }) },
  });
  return { made, requestPermission };
}

beforeEach(() => {
  stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  );
  delete (navigator as { serviceWorker?: unknown }).serviceWorker;
});

const open = () =>
  renderAt(
    '/notifications',
    <GraphProvider>
      <NotificationSettings />
    </GraphProvider>,
  );
const here = () => screen.findByRole('switch', { name: 'Push messages' });
const input = { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' };

it('the player is asked by their click alone, and the browser is subscribed; what is pushed is chosen by kind; a second click ends it', async () => {
  const { made, requestPermission } = browser();
  const calls = server({
    'mutation setNotificationSettings': ({ body }: { body: unknown }) => settings((body as { input: object }).input),
  });
  const mutations = () =>
    calls.filter(({ operation }) => operation?.startsWith('mutation')).map(({ operation, body }) => [operation, body]);
  const { user } = open();
  expect(await here()).not.toBeChecked();
  expect(requestPermission).not.toHaveBeenCalled();
  expect(screen.queryByRole('group', { name: 'What is pushed' })).toBeNull();
  await user.click(await here());
  const kinds = within(await screen.findByRole('group', { name: 'What is pushed' }));
  expect(await here()).toBeChecked();
  expect(made).toEqual([{ userVisibleOnly: true, applicationServerKey: KEY }]);
  expect(kinds.queryByRole('switch', { name: 'Rewards' })).toBeNull();
  await user.click(kinds.getByRole('switch', { name: 'Likes' }));
  await waitFor(() =>
    expect(mutations()).toEqual([
      ['mutation addPushSubscription', { input }],
      ['mutation setNotificationSettings', { input: { pushOff: [] } }],
    ]),
  );
  await user.click(await here());
  await waitFor(() =>
    expect(mutations().at(-1)).toEqual(['mutation removePushSubscription', { endpoint: input.endpoint }]),
  );
  await waitFor(async () => expect(await here()).not.toBeChecked());
});

it('a call that fails leaves it off and says so; a refusal says where it is undone', async () => {
  browser();
  server({ 'mutation addPushSubscription': problem(503, 'UNAVAILABLE', 'Unavailable.') });
  const { user } = open();
  await user.click(await here());
  expect(await screen.findByText('That did not work')).toBeVisible();
  expect(await here()).not.toBeChecked();
  browser({ asked: 'denied' });
  await user.click(await here());
  expect(await screen.findByText(/blocks notifications of Sprayhunt/)).toBeVisible();
  expect(screen.queryByRole('switch', { name: 'Push messages' })).toBeNull();
});

it.each<[string, () => unknown, object, string | null]>([
  ['without push messages says so', () => undefined, {}, 'This browser can’t show push messages here'],
  [
    'that blocks them says where that is undone',
    () => browser({ permission: 'denied' }),
    {},
    'Allow them in its settings',
  ],
  ['of a deployment that sends none shows nothing of them', () => browser(), { pushKey: null }, null],
])('a browser %s', async (_, setUp, facts, said) => {
  setUp();
  server({ 'query notificationSettings': settings(facts) });
  open();
  await screen.findByRole('switch', { name: 'Likes' });
  if (said) expect(await screen.findByText(new RegExp(said))).toBeVisible();
  else expect(screen.queryByText('In this browser')).toBeNull();
  expect(screen.queryByRole('switch', { name: 'Push messages' })).toBeNull();
});

it('a later visit renews it for the player who turned it on, with the key that the deployment has now, and for no other', async () => {
  const { made } = browser();
  const first = server();
  const { user, unmount } = open();
  await user.click(await here());
  await waitFor(() => expect(first.some(({ operation }) => operation === 'mutation addPushSubscription')).toBe(true));
  unmount();
  const visit = async (id: string) => {
    const calls = server({
      'query notifications': { unread: 0 } as never,
      'query notificationSettings': settings({ pushKey: 'BEl7' }),
    });
    const view = renderAt('/home', <UnreadCount session={`${id}:verified`} player={id} />);
    await waitFor(() => expect(calls.some(({ operation }) => operation === 'query notifications')).toBe(true));
    return {
      view,
      added: () =>
        calls.filter(({ operation }) => operation === 'mutation addPushSubscription').map(({ body }) => body),
    };
  };
  const own = await visit((player as { id: string }).id);
  await waitFor(() => expect(own.added()).toEqual([{ input: { ...input, endpoint: 'https://push.example/2' } }]));
  expect(made).toHaveLength(2);
  own.view.unmount();
  const other = await visit('other');
  expect(other.added()).toEqual([]);
});

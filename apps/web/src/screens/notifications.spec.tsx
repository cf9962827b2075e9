import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths';
import { FakeEventSource } from '../test/fake-map';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { stubGlobal } from '../test/stub-global';
import { TooltipProvider } from '../ui/tooltip';
import NotificationsScreen from './notifications';
import Unsubscribe from './unsubscribe';

const NOW = '2026-11-22T10:00:00.000Z';
const by = (...names: string[]) => names.map((username) => ({ id: username, username }));
const about = (facts: object = {}) => ({ type: null, id: null, title: null, tokens: null, outcome: null, ...facts });
const note = (id: string, kind: string, subject: object = {}, facts: object = {}) => ({
  id,
  kind,
  count: 1,
  actors: [],
  subject: about(subject),
  happenedAt: NOW,
  isRead: false,
  ...facts,
});
const connection = (nodes: object[], unread = 0, endCursor: string | null = null) => ({
  nodes,
  edges: [],
  unread,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});
const like = note('n1', 'like', { type: 'discovery', id: 'd1', title: 'Fox' }, { count: 2, actors: by('bob', 'eve') });

const settings = (facts: object = {}) => ({
  off: ['award'],
  emailOff: [],
  pushOff: [],
  pushKey: null,
  digest: 'off',
  timeZone: 'UTC',
  emailHint: '••••••@example.com',
  ...facts,
});
const server = (more: Parameters<typeof serve>[0] = {}) =>
  serve({
    'GET /api/auth/user': player,
    'query notifications': connection([]),
    'query notificationSettings': settings(),
    ...more,
  });
const open = () =>
  renderAt(
    '/notifications',
    <TooltipProvider>
      <Routes>
        <Route path={paths.notifications} element={<NotificationsScreen />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </TooltipProvider>,
  );

beforeEach(() => {
  FakeEventSource.open = [];
  stubGlobal('EventSource', FakeEventSource);
});

it('each kind is a sentence that leads to its screen', async () => {
  const thread = { type: 'thread', id: 't1', title: 'Caps' };
  server({
    'query notifications': connection([
      like,
      note('n2', 'like', thread, { actors: by('bob') }),
      note('n3', 'reply', thread, { actors: by('bob') }),
      note('n4', 'mention', { ...thread, title: null }),
      note('n5', 'mission', { type: 'mission', id: 'm1', title: 'Heron', tokens: 100 }),
      note('n6', 'event', { type: 'event', id: 'e1', title: 'Jam', tokens: 1500 }),
      note('n6a', 'event', { type: 'event', id: 'e2', title: 'Jam', outcome: 'changed' }),
      note('n6b', 'event', { type: 'event', id: 'e3', title: 'Jam', outcome: 'cancelled' }),
      note('n7', 'award', { tokens: 15 }),
      note('n8', 'achievement', { type: 'achievement', id: 'pin-dropper', title: 'As the service calls it' }),
      note('n10', 'achievement', { type: 'achievement', id: 'newer', title: 'Newer' }),
      note('n11', 'moderation', { type: 'moderation', id: 'c1', outcome: 'hide' }),
      note('n9', 'moderation', { outcome: 'report_acted' }),
    ]),
  });
  open();
  await screen.findByText('bob and eve');
  const links = screen
    .getAllByRole('link')
    .flatMap((link) => (link.closest('li') ? [[link.textContent, link.getAttribute('href')]] : []));
  expect(links).toEqual([
    ['2 players like your work “Fox”', '/d/d1'],
    ['bob likes your post in “Caps”', '/community/discussions/t1'],
    ['bob replied in “Caps”', '/community/discussions/t1'],
    ['A player mentioned you in “Untitled”', '/community/discussions/t1'],
    ['Mission “Heron” completed: 100 Spray Coins for you', '/missions/m1'],
    ['The event “Jam” has ended: 1,500 Spray Coins for you', '/community/events/e1'],
    ['Time, place or reward of the event “Jam” changed', '/community/events/e2'],
    ['The event “Jam” was cancelled', '/community/events/e3'],
    ['A tutorial step earned you 15 Spray Coins', '/profile'],
    ['You earned the achievement “Pin Dropper”', '/profile'],
    ['You earned the achievement “Newer”', '/profile'],
    ['A moderator has hidden something of yours', '/notices/c1'],
  ]);
  expect(screen.getByText('Thank you for your report: a moderator has acted on it')).toBeVisible();
});

it('they are read page by page, and marked as read one by one or all at once; the bell counts along', async () => {
  const older = note('n2', 'award', { tokens: 15 }, { happenedAt: '2026-11-21T10:00:00.000Z' });
  const calls = server({
    'query notifications': ({ body }: { body: unknown }) =>
      (body as { after?: string }).after ? connection([older], 2) : connection([like], 2, 'next'),
    'mutation markNotificationsRead': ({ body }: { body: unknown }) =>
      ((body as { ids?: string[] }).ids ? 1 : 0) as never,
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  const [first, second] = [
    (await screen.findByText(/like your work/)).closest('li')!,
    (await screen.findByText(/tutorial step/)).closest('li')!,
  ];
  expect(await screen.findByRole('link', { name: /^Notifications .*2 unread$/ })).toHaveAttribute(
    'href',
    '/notifications',
  );
  await user.click(within(first).getByRole('button', { name: 'Mark as read' }));
  await waitFor(() => expect(within(first).queryByText('New')).toBeNull());
  expect(within(second).getByText('New')).toBeVisible();
  expect(screen.getByRole('link', { name: /1 unread$/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByText('New')).toBeNull());
  expect(screen.queryByText(/unread/)).toBeNull();
  expect(
    calls.filter(({ operation }) => operation === 'mutation markNotificationsRead').map(({ body }) => body),
  ).toEqual([{ ids: ['n1'] }, { before: NOW }]);
});

it('what happens while they are shown appears, over the one connection of the page; a failed call has a way out', async () => {
  server({ 'query notifications': problem(503, 'UNAVAILABLE', 'Unavailable.') });
  const { user } = open();
  expect(await screen.findByText('The notifications could not be loaded')).toBeVisible();
  server();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing new')).toBeVisible();
  expect(FakeEventSource.open.map(({ url }) => url)).toEqual(['/api/live']);
  server({ 'query notifications': connection([like], 1) });
  act(() => FakeEventSource.emit('notification', { unread: 1, kind: 'like' }));
  expect(await screen.findByRole('link', { name: '2 players like your work “Fox”' })).toBeVisible();
  expect(screen.getByRole('link', { name: /1 unread$/ })).toBeVisible();
});

it('a response that was computed before an event does not undo it, neither at the bell nor in the list', async () => {
  const reads: ((result: object) => void)[] = [];
  server({ 'query notifications': () => new Promise<object>((respond) => reads.push(respond)) });
  open();
  await waitFor(() => expect(reads).toHaveLength(2));
  act(() => FakeEventSource.emit('notification', { unread: 1, kind: 'like' }));
  await waitFor(() => expect(reads).toHaveLength(4));
  for (const [index, respond] of reads.entries()) respond(index < 2 ? connection([]) : connection([like], 1));
  expect(await screen.findByRole('link', { name: '2 players like your work “Fox”' })).toBeVisible();
  expect(await screen.findByRole('link', { name: /1 unread$/ })).toBeVisible();
});

it('kinds are turned off and on, and back where that is refused', async () => {
  const calls = server({ 'mutation setNotificationSettings': settings({ off: ['award', 'like'] }) });
  const { user } = open();
  expect(await screen.findByRole('switch', { name: 'Rewards' })).not.toBeChecked();
  await user.click(screen.getByRole('switch', { name: 'Likes' }));
  await waitFor(() =>
    expect(calls.at(-1)).toMatchObject({
      operation: 'mutation setNotificationSettings',
      body: { input: { off: ['award', 'like'] } },
    }),
  );
  expect(screen.getByRole('switch', { name: 'Likes' })).not.toBeChecked();
  server({ 'mutation setNotificationSettings': problem(503, 'UNAVAILABLE', 'Unavailable.') });
  await user.click(screen.getByRole('switch', { name: 'Rewards' }));
  expect(await screen.findByText('That did not work')).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Rewards' })).not.toBeChecked();
});

it('a digest takes the clock of the browser, then that of the player, and the kinds that they want', async () => {
  const calls = server({
    'mutation setNotificationSettings': ({ body }: { body: unknown }) =>
      settings({ digest: 'daily', timeZone: 'Europe/Paris', ...(body as { input: object }).input }),
  });
  const { user } = open();
  const sent = () =>
    calls
      .filter(({ operation }) => operation === 'mutation setNotificationSettings')
      .map(({ body }) => (body as { input: object }).input);
  expect(await screen.findByText(/in one e-mail to ••••••@example\.com/)).toBeVisible();
  expect(screen.queryByLabelText('Your time zone')).toBeNull();
  screen.getByRole('combobox', { name: 'How often' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: 'Every day at 8 a.m.' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ digest: 'daily', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }]),
  );
  await user.selectOptions(screen.getByLabelText('Your time zone'), 'Asia/Tokyo');
  const kinds = within(screen.getByRole('group', { name: 'What goes into the e-mail' }));
  expect(kinds.queryByRole('switch', { name: 'Rewards' })).toBeNull();
  await user.click(kinds.getByRole('switch', { name: 'Replies' }));
  await waitFor(() => expect(sent().slice(1)).toEqual([{ timeZone: 'Asia/Tokyo' }, { emailOff: ['reply'] }]));
});

it('without a confirmed e-mail address no digest can be chosen, and the page says why', async () => {
  server({ 'query notificationSettings': settings({ emailHint: null }) });
  open();
  expect(await screen.findByText(/you need a confirmed e-mail address/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Confirm one in your profile' })).toHaveAttribute('href', '/profile');
  expect(screen.getByRole('combobox', { name: 'How often' })).toBeDisabled();
});

it('the link of an e-mail ends it after a click, without a session; a link that is not whole says so', async () => {
  const at = () =>
    renderAt(
      '/unsubscribe/abc.def',
      <TooltipProvider>
        <Routes>
          <Route path={paths.unsubscribe} element={<Unsubscribe />} />
        </Routes>
      </TooltipProvider>,
    );
  const calls = serve({
    'GET /api/auth/user': problem(401, 'UNAUTHENTICATED', 'Unauthorized'),
    'mutation stopDigest': problem(404, 'NOT_FOUND', 'No.'),
  });
  const { user } = at();
  const stop = await screen.findByRole('button', { name: 'Stop these e-mails' });
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(stop);
  expect(await screen.findByText('That did not work')).toBeVisible();
  serve({ 'GET /api/auth/user': problem(401, 'UNAUTHENTICATED', 'Unauthorized'), 'mutation stopDigest': true });
  await user.click(stop);
  expect(await screen.findByText('These e-mails have stopped')).toBeVisible();
});

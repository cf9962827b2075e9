import '../test/without-map';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import { localTime, momentOf } from '../features/live-events/zone-time';
import { loadMap } from '../features/map/load-map';
import { paths } from '../lib/paths';
import { builtMaps, fakeLoadMap } from '../test/fake-map';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import LiveEventScreen from './live-event';
import LiveEventsScreen from './live-events';
import PlanEventScreen from './plan-event';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const facts = {
  id: 'e1',
  title: 'Jam',
  description: 'Bring a cap.',
  status: 'upcoming',
  placeName: 'Hosier Lane',
  latitude: -37.8,
  longitude: 144.9,
  timeZone: 'Australia/Melbourne',
  rewardTokens: 300,
  participants: 4,
  cancelledAt: null,
  participation: null,
};
const node = (changes: object = {}) => ({
  ...facts,
  startsAt: at(24),
  endsAt: at(27),
  rewardName: 'Golden cap',
  ...changes,
});

type Responses = Parameters<typeof serve>[0];
function open(path: string, responses: Responses = {}, roles = ['organiser']) {
  const calls = serve({
    'GET /api/auth/user': { ...player, roles },
    'GET /config.json': {},
    'query liveEvent': node(),
    ...responses,
  });
  const view = renderAt(
    path,
    <TooltipProvider>
      <Routes>
        <Route path={paths.liveEvents} element={<LiveEventsScreen />} />
        <Route path={paths.newLiveEvent} element={<PlanEventScreen />} />
        <Route path={paths.changeLiveEvent} element={<PlanEventScreen />} />
        <Route path={paths.liveEvent} element={<LiveEventScreen />} />
      </Routes>
    </TooltipProvider>,
  );
  return { ...view, calls, call: (operation: string) => calls.filter((one) => one.operation === operation) };
}

beforeEach(() => {
  builtMaps.length = 0;
  jest.mocked(loadMap).mockImplementation(fakeLoadMap());
});

describe('the form of an event', () => {
  it('opens on plain http, where browsers have no randomUUID', async () => {
    jest.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new TypeError('crypto.randomUUID is not a function');
    });
    open('/community/events/new');
    expect(await screen.findByRole('button', { name: 'Announce an event' })).toBeVisible();
  });

  it('names what is missing, takes the place from the map, shows a preview, and announces it by the clocks of the place', async () => {
    const { user, call, path } = open('/community/events/new', { 'mutation createLiveEvent': node() });
    await user.click(await screen.findByRole('button', { name: 'Announce an event' }));
    for (const sentence of [
      'Give the event a title.',
      'Describe the event.',
      'Name the place.',
      'A number from -90 to 90.',
      'A number from -180 to 180.',
    ])
      expect(await screen.findByText(sentence)).toBeVisible();
    expect(call('mutation createLiveEvent')).toEqual([]);
    const type = async (label: RegExp, value: string) =>
      act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
    await type(/^Title/, 'Paint jam');
    await type(/^What happens there/, 'Bring a cap.');
    await type(/^Name of the place/, 'Pier');
    await type(/^Time zone/, 'Pacific/Honolulu');
    await waitFor(() => expect(builtMaps).not.toHaveLength(0));
    act(() => builtMaps.at(-1)!.click({ lat: 21.3, lng: -157.85 }));
    expect(screen.getByLabelText(/^Latitude/)).toHaveValue('21.30000');
    const day = at(72).slice(0, 10);
    await type(/^Start/, `${day}T18:00`);
    await type(/^End/, `${day}T17:00`);
    await type(/^Reward in/, '300');
    await user.click(screen.getByRole('button', { name: 'Announce an event' }));
    expect(await screen.findByText('The end must be after the start.')).toBeVisible();
    await type(/^End/, `${day}T21:30`);
    const preview = within(screen.getByRole('complementary', { name: 'What players see' }));
    expect(preview.getByText('Paint jam')).toBeVisible();
    expect(preview.getByText('300 Spray Coins')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Announce an event' }));
    await waitFor(() => expect(path()).toMatch(/^\/community\/events\/[0-9a-f-]{36}$/));
    const next = new Date(Date.parse(day) + 24 * HOUR).toISOString().slice(0, 10);
    expect(call('mutation createLiveEvent')[0]!.body).toMatchObject({
      key: path().split('/').at(-1),
      input: {
        title: 'Paint jam',
        placeName: 'Pier',
        latitude: 21.3,
        longitude: -157.85,
        timeZone: 'Pacific/Honolulu',
        startsAt: `${next}T04:00:00.000Z`,
        endsAt: `${next}T07:30:00.000Z`,
        rewardTokens: 300,
        rewardName: null,
      },
    });
  });

  it('sends only what was changed, keeps the start of one that has begun, and shows a refusal at its field', async () => {
    const refused = problem(422, 'VALIDATION_FAILED', 'Some fields are wrong.', [
      { field: 'rewardTokens', code: 'BEGUN', detail: 'The event has begun, so its reward does not get less.' },
    ]);
    const { user, call } = open('/community/events/e1/change', {
      'query liveEvent': node({ startsAt: at(-1) }),
      'mutation changeLiveEvent': refused,
    });
    expect(await screen.findByLabelText(/^Start/)).toHaveAttribute('readonly');
    fireEvent.change(screen.getByLabelText(/^Reward in/), { target: { value: '200' } });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(call('mutation changeLiveEvent')[0]!.body).toEqual({ id: 'e1', input: { rewardTokens: 200 } }),
    );
    expect(await screen.findByText('The event has begun, so its reward does not get less.')).toBeVisible();
  });

  it('is for organisers, and for events that are not over', async () => {
    const { unmount } = open('/community/events/new', {}, []);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('Announce an event'));
    unmount();
    open('/community/events/e1/change', { 'query liveEvent': node({ cancelledAt: at(-1) }) });
    expect(await screen.findByText('This event is over')).toBeVisible();
  });
});

it('organisers cancel an event on its page after a question; others see no such button', async () => {
  const { user, call, unmount } = open('/community/events/e1', {
    'mutation cancelLiveEvent': node({ cancelledAt: at(0) }),
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel the event' }));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Cancel “Jam”?' })).getByRole('button', { name: 'Cancel the event' }),
  );
  await waitFor(() => expect(call('mutation cancelLiveEvent')).toHaveLength(1));
  unmount();
  open('/community/events/e1', {}, []);
  expect(await screen.findByRole('heading', { name: 'Jam' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Organise' })).toBeNull();
});

describe('own and past events', () => {
  const page = (nodes: object[], hasNextPage = false) => ({
    nodes,
    edges: [],
    pageInfo: { hasNextPage, endCursor: hasNextPage ? 'next' : null, hasPreviousPage: false, startCursor: null },
  });
  const joined = { joinedAt: at(-9), rewardedAt: null };

  it('say what the player takes part in and what came of it, page by page', async () => {
    const over = { startsAt: at(-5), endsAt: at(-2), status: 'ended' };
    const { user, call } = open(
      '/community/events',
      {
        'query myLiveEvents': page([
          node({ participation: joined }),
          node({ id: 'e2', title: 'Old jam', ...over, participation: { ...joined, rewardedAt: at(-2) } }),
          node({ id: 'e3', title: 'Rained off', cancelledAt: at(-1), participation: joined }),
        ]),
        'query pastLiveEvents': ({ body }: { body: unknown }) =>
          (body as { after?: string }).after
            ? page([node({ id: 'e5', title: 'Older', ...over })])
            : page([node({ id: 'e4', title: 'Walk', ...over })], true),
      },
      [],
    );
    const own = within(await screen.findByRole('region', { name: 'You’re going' }));
    const row = async (title: string) => within((await own.findByRole('link', { name: title })).closest('li')!);
    expect((await row('Jam')).getByText('You’re going')).toBeVisible();
    for (const text of ['Ended', 'You took part: 300 Spray Coins', 'Golden cap'])
      expect((await row('Old jam')).getByText(text)).toBeVisible();
    expect((await row('Rained off')).getByText('Cancelled')).toBeVisible();
    const past = within(screen.getByRole('region', { name: 'Past events' }));
    await user.click(await past.findByRole('button', { name: 'Show more' }));
    expect(await past.findByRole('link', { name: 'Older' })).toBeVisible();
    expect(past.getByRole('link', { name: 'Walk' })).toHaveAttribute('href', '/community/events/e4');
    expect(call('query pastLiveEvents').at(-1)!.body).toMatchObject({ after: 'next' });
  });

  it('say that there are none, and that they could not be loaded', async () => {
    open(
      '/community/events',
      {
        'query myLiveEvents': page([]),
        'query pastLiveEvents': problem(503, 'UNAVAILABLE', 'Missions are unavailable.'),
      },
      [],
    );
    expect(await screen.findByText('You have not joined an event yet')).toBeVisible();
    expect(await screen.findByText('The events could not be loaded')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Announce an event' })).toBeNull();
  });
});

it('times of a zone are moments: across its clock changes, and in zones of half hours', () => {
  for (const [local, zone, moment] of [
    ['2026-12-05T18:00', 'Australia/Melbourne', '2026-12-05T07:00:00.000Z'],
    ['2026-07-05T18:00', 'Australia/Melbourne', '2026-07-05T08:00:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', null],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-02-30T10:00', 'UTC', null],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
    ['2026-01-01T00:15', 'Asia/Kathmandu', '2025-12-31T18:30:00.000Z'],
  ] as const)
    expect([local, momentOf(local, zone)]).toEqual([local, moment]);
  expect([momentOf('', 'UTC'), localTime('2026-12-05T07:00:00.000Z', 'Australia/Melbourne')]).toEqual([
    null,
    '2026-12-05T18:00',
  ]);
});

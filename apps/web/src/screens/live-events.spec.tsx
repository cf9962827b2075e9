import '../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import type { LiveEvent } from '../api/types';
import { inWords, statusAt, whenOf } from '../features/live-events/event-time';
import { LiveEventsSection } from '../features/live-events/live-events-section';
import { loadMap } from '../features/map/load-map';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { builtMaps, fakeLoadMap, FakeEventSource } from '../test/fake-map';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { stubGlobal } from '../test/stub-global';
import { TooltipProvider } from '../ui/tooltip';
import LiveEventScreen from './live-event';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const event = (id: string, facts: Partial<LiveEvent> = {}): LiveEvent => ({
  id,
  title: `Jam ${id}`,
  description: 'Bring a cap.',
  status: 'upcoming',
  startDate: at(50.01),
  endDate: at(53),
  placeName: 'Hosier Lane',
  latitude: -37.8,
  longitude: 144.9,
  timeZone: 'Australia/Melbourne',
  rewardTokens: 300,
  rewardNft: 'Golden cap',
  participants: 4,
  cancelledAt: null,
  participation: null,
  ...facts,
});
const joined = { joinedAt: at(-1), rewardedAt: null };
/** An event as GraphQL returns it. */
const node = (...[id, facts]: Parameters<typeof event>) => {
  const { startDate, endDate, rewardNft, ...same } = event(id, facts);
  return { ...same, startsAt: startDate, endsAt: endDate, rewardName: rewardNft };
};

type Responses = Parameters<typeof serve>[0];
const server = (events: LiveEvent[], more: Responses = {}) =>
  serve({ 'GET /api/auth/user': player, 'GET /config.json': {}, 'GET /api/community/events': events, ...more });
const open = (path = '/community') =>
  renderAt(
    path,
    <TooltipProvider>
      <Routes>
        <Route
          path={paths.community}
          element={
            <GraphProvider>
              <LiveEventsSection user={player} />
            </GraphProvider>
          }
        />
        <Route path={paths.liveEvent} element={<LiveEventScreen />} />
      </Routes>
    </TooltipProvider>,
  );
const card = async (title: string) => within((await screen.findByRole('link', { name: title })).closest('li')!);

beforeEach(() => {
  builtMaps.length = 0;
  FakeEventSource.open = [];
  stubGlobal('EventSource', FakeEventSource);
  jest.mocked(loadMap).mockImplementation(fakeLoadMap());
});

describe('the events of the community', () => {
  it('shows upcoming and live ones with time, place and rewards, not ended ones [COMM-02 COMM-15]', async () => {
    server([
      event('a', { startDate: at(-1), endDate: at(1.01), status: 'live', rewardNft: null }),
      event('b'),
      event('over', { startDate: at(-3), endDate: at(-1), status: 'live' }),
    ]);
    open();
    expect(await screen.findByRole('heading', { name: 'Live Events & Missions' })).toBeVisible();
    const [live, upcoming] = [await card('Jam a'), await card('Jam b')];
    expect(live.getByText('Live')).toBeVisible();
    expect(live.getByRole('timer')).toHaveTextContent('Ends in 1 hr');
    expect(upcoming.getByText('Upcoming')).toBeVisible();
    expect(upcoming.getByRole('timer')).toHaveTextContent('Starts in 2 days and 2 hr');
    for (const text of ['Hosier Lane', '300 Spray Coins', 'And: Golden cap', '4 players take part'])
      expect(upcoming.getByText(text)).toBeVisible();
    expect(screen.queryByText('Jam over')).toBeNull();
    expect(screen.getByRole('link', { name: 'All missions' })).toHaveAttribute('href', '/missions');
  });

  it('says that they load, that they failed, and that there are none [COMM-05 COMM-08]', async () => {
    let respond = (_: Response) => undefined as void;
    server([], {
      'GET /api/community/events': () =>
        new Promise<Response>((resolve) => {
          respond = resolve;
        }),
    });
    const { user } = open();
    expect(await screen.findByText('Loading events...')).toBeInTheDocument();
    await act(async () => respond(problem(503, 'UNAVAILABLE', 'Missions are unavailable.')));
    expect(await screen.findByText('The events could not be loaded')).toBeVisible();
    server([]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No active events')).toBeVisible();
  });

  it('one is joined and left at once on the screen; a refusal takes that back', async () => {
    let respond = (_: object) => undefined as void;
    const joins = () =>
      new Promise<object>((resolve) => {
        respond = resolve;
      });
    const calls = server([event('a')], { 'mutation joinLiveEvent': joins, 'mutation leaveLiveEvent': true });
    const { user } = open();
    const jam = await card('Jam a');
    await user.click(jam.getByRole('button', { name: 'Join Jam a' }));
    expect(jam.getByText('5 players take part')).toBeVisible();
    await act(async () => respond(node('a', { participants: 9, participation: joined })));
    expect(await jam.findByText('9 players take part')).toBeVisible();
    await user.click(jam.getByRole('button', { name: 'Leave Jam a' }));
    expect(await jam.findByText('8 players take part')).toBeVisible();
    await waitFor(() => expect(calls.some(({ operation }) => operation === 'mutation leaveLiveEvent')).toBe(true));
    await user.click(await jam.findByRole('button', { name: 'Join Jam a' }));
    await act(async () => respond(problem(409, 'EVENT_OVER', 'This event is over or was cancelled.')));
    expect(await screen.findByText('This event is over or was cancelled.')).toBeVisible();
    expect(jam.getByText('8 players take part')).toBeVisible();
  });

  it('an event that starts and ends while it is shown says so [COMM-14]', async () => {
    jest.useFakeTimers();
    try {
      server([event('a', { startDate: at(0.01), endDate: at(0.02) })]);
      open();
      await act(async () => jest.advanceTimersByTimeAsync(100));
      expect(screen.getByText('Upcoming')).toBeVisible();
      expect(screen.getByRole('timer')).toHaveTextContent('Starts in 36 sec');
      await act(async () => jest.advanceTimersByTimeAsync(0.011 * HOUR));
      expect(screen.getByText('Live')).toBeVisible();
      await act(async () => jest.advanceTimersByTimeAsync(0.01 * HOUR));
      expect(screen.getByText('No active events')).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('an event’s page', () => {
  it('shows its place on a map; the reward arrives live', async () => {
    server([], { 'query liveEvent': node('a', { startDate: at(-1), endDate: at(1), participation: joined }) });
    open('/community/events/a');
    expect(await screen.findByRole('heading', { level: 1, name: 'Jam a' })).toBeVisible();
    expect(screen.getByText('You’re going')).toBeVisible();
    await waitFor(() =>
      expect(within(builtMaps.at(-1)!.container).getByRole('img')).toHaveAccessibleName('Event: Hosier Lane'),
    );
    server([], {
      'query liveEvent': node('a', {
        startDate: at(-2),
        endDate: at(-1),
        participation: { ...joined, rewardedAt: at(0) },
      }),
    });
    act(() => FakeEventSource.emit('tokens', { balance: 650, change: 300, reason: 'event' }));
    expect(await screen.findByText('You earned 300 Spray Coins.')).toBeVisible();
    expect(await screen.findByText('You took part: 300 Spray Coins')).toBeVisible();
    expect(screen.getByText('Ended')).toBeVisible();
  });

  it('says when it was cancelled, and that there is none', async () => {
    server([], { 'query liveEvent': node('a', { cancelledAt: at(-1), participation: joined }) });
    const { unmount } = open('/community/events/a');
    expect(await screen.findByText('Cancelled')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Join|Leave)/ })).toBeNull();
    unmount();
    server([], { 'query liveEvent': null });
    open('/community/events/none');
    expect(await screen.findByText('There is no such event')).toBeVisible();
  });
});

describe('the list, which REST reads, and the page of one, which GraphQL reads', () => {
  /** The list, the page of its event having been read before; it cannot be read again. */
  async function openBoth(more: Responses = {}) {
    let isRead = false;
    const calls = server([event('a')], {
      'query liveEvent': () => (isRead ? problem(503, 'UNAVAILABLE', 'Missions are unavailable.') : node('a')),
      ...more,
    });
    const { user } = open();
    const toPage = async () => {
      await user.click(await screen.findByRole('link', { name: 'Jam a' }));
      await screen.findByRole('heading', { level: 1, name: 'Jam a' });
    };
    const toList = async () => {
      await user.click(screen.getByRole('link', { name: 'All events' }));
      return card('Jam a');
    };
    await toPage();
    isRead = true;
    await toList();
    return {
      user,
      toPage,
      toList,
      listReads: () => calls.filter(({ path }) => path === '/api/community/events').length,
    };
  }

  it('who joins on the list takes part on the page, and who leaves there does no more on the list', async () => {
    const { user, toPage, toList, listReads } = await openBoth({
      'mutation joinLiveEvent': node('a', { participants: 9, participation: joined }),
      'mutation leaveLiveEvent': true,
    });
    await user.click((await card('Jam a')).getByRole('button', { name: 'Join Jam a' }));
    expect(await screen.findByText('9 players take part')).toBeVisible();
    await toPage();
    expect(screen.getByText('9 players take part')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Leave Jam a' }));
    expect(await screen.findByText('8 players take part')).toBeVisible();
    const listed = await toList();
    expect(listed.getByText('8 players take part')).toBeVisible();
    expect(listed.getByRole('button', { name: 'Join Jam a' })).toBeVisible();
    expect(listReads()).toBe(1);
  });

  it('a refusal is taken back on both', async () => {
    const { user, toPage, toList } = await openBoth({
      'mutation joinLiveEvent': () => problem(409, 'EVENT_OVER', 'This event is over or was cancelled.'),
    });
    await toPage();
    await user.click(screen.getByRole('button', { name: 'Join Jam a' }));
    expect(await screen.findByText('This event is over or was cancelled.')).toBeVisible();
    expect(screen.getByText('4 players take part')).toBeVisible();
    const listed = await toList();
    expect(listed.getByText('4 players take part')).toBeVisible();
    expect(listed.getByRole('button', { name: 'Join Jam a' })).toBeVisible();
  });
});

describe('times', () => {
  const winter = { startDate: '2026-12-05T07:00:00.000Z', endDate: '2026-12-05T10:30:00.000Z', cancelledAt: null };

  it('the status follows from start and end [COMM-14]', () => {
    const [start, end] = [Date.parse(winter.startDate), Date.parse(winter.endDate)];
    expect([start - 1, start, end - 1, end].map((now) => statusAt(winter, now))).toEqual([
      'upcoming',
      'live',
      'live',
      'ended',
    ]);
    expect(statusAt({ ...winter, cancelledAt: winter.startDate }, start)).toBe('ended');
  });

  it('are those of the place, and of the browser where its clocks show another time', () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const elsewhere = own === 'Pacific/Kiritimati' ? 'Pacific/Honolulu' : 'Pacific/Kiritimati';
    expect(whenOf({ ...winter, timeZone: own }).here).toBeNull();
    expect(whenOf({ ...winter, timeZone: elsewhere }).here).not.toBeNull();
    expect(whenOf({ ...winter, timeZone: 'Australia/Melbourne' }).there.replace(/\s/gu, ' ')).toBe(
      'Sat, Dec 5, 6:00 – 9:30 PM GMT+11',
    );
    const days = { ...winter, timeZone: 'Australia/Melbourne' };
    const until = (endDate: string) => whenOf({ ...days, endDate }).there.replace(/\s/gu, ' ');
    expect(until('2026-12-06T10:30:00Z')).toBe('Sat, Dec 5, 6:00 PM – Sun, Dec 6, 9:30 PM GMT+11');
    // The clocks of Melbourne go back on April 4.
    expect(until('2027-04-05T10:30:00Z')).toBe('Sat, Dec 5, 2026, 6:00 PM GMT+11 – Mon, Apr 5, 2027, 8:30 PM GMT+10');
  });

  it('left are said in two units, and in seconds at last', () => {
    const MINUTE = 60_000;
    expect([49 * HOUR, 24 * HOUR, 90 * MINUTE, 60 * MINUTE, 59 * MINUTE + 59_000, 59_000, 1].map(inWords)).toEqual([
      '2 days and 1 hr',
      '1 day',
      '1 hr and 30 min',
      '1 hr',
      '59 min',
      '59 sec',
      '1 sec',
    ]);
  });
});

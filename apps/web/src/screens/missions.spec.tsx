import '../test/without-map';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import type { Mission, NearbyMission } from '../api/types';
import { loadMap } from '../features/map/load-map';
import { browser } from '../lib/browser';
import { paths } from '../lib/paths';
import { builtMaps, fakeLoadMap, FakeEventSource, stubGeolocation } from '../test/fake-map';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve, signedOut } from '../test/server';
import { stubGlobal } from '../test/stub-global';
import { TooltipProvider } from '../ui/tooltip';
import MissionScreen from './mission';
import MissionsScreen from './missions';

const base: Mission = {
  id: 'm1',
  title: 'Laneway',
  description: 'Find the cats.',
  city: 'Melbourne',
  country: 'Australia',
  mission_type: 'Photo Hunt',
  difficulty_level: 'Easy',
  safety_rating: 'Safe',
  latitude: -37.8,
  longitude: 144.9,
  radius: 2000,
  is_active: true,
  ends_at: null,
  rewards_tokens: 100,
  is_featured: false,
  historical_context: 'Old.',
  artist_info: 'Many.',
  best_photo_time: 'Morning',
  source: 'A book',
  sourceUrl: 'https://missions.example.org/1',
  participants: 4,
};
const mission = (id: string, facts: Partial<Mission> = {}): Mission => ({
  ...base,
  id,
  title: `Mission ${id}`,
  ...facts,
});
const near = (id: string): NearbyMission => ({ ...mission(id), distance: 1.2 });

type Responses = Parameters<typeof serve>[0];
const part = (missionId: string, status: string) => ({
  id: `part-${missionId}`,
  missionId,
  status,
  startedAt: '2026-11-20T12:00:00.000Z',
  endedAt: null,
  discoveryId: null,
});
const guestServer = (missions: Mission[], more: Responses = {}) =>
  serve({
    'GET /api/auth/user': () => signedOut(),
    'GET /config.json': {},
    'GET /api/graffiti-missions': missions,
    ...more,
  });
const playerServer = (missions: Mission[], more: Responses = {}) =>
  guestServer(missions, {
    'GET /api/auth/user': player,
    'GET /api/graffiti-missions/nearby': [],
    'query myParticipations': { nodes: [], edges: [], pageInfo: { hasNextPage: false, endCursor: null } },
    ...more,
  });
const mine = (...parts: object[]) => ({ nodes: parts, edges: [], pageInfo: { hasNextPage: false, endCursor: null } });

const open = (at = '/missions') =>
  renderAt(
    at,
    <TooltipProvider>
      <Routes>
        <Route path={paths.missions} element={<MissionsScreen />} />
        <Route path={paths.mission} element={<MissionScreen />} />
      </Routes>
    </TooltipProvider>,
  );
const section = (name: string) => within(screen.getByRole('region', { name }));
const titles = (name: string) =>
  section(name)
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

beforeEach(() => {
  builtMaps.length = 0;
  FakeEventSource.open = [];
  stubGlobal('EventSource', FakeEventSource);
  jest.mocked(loadMap).mockImplementation(fakeLoadMap());
  stubGeolocation({ lat: -37.8, lng: 144.9 });
});

describe('the missions page', () => {
  async function openThree() {
    guestServer([mission('a'), mission('b', { country: 'Chile' }), mission('c', { country: 'Chile' })]);
    const { path } = open();
    await screen.findByRole('heading', { name: 'All Missions' });
    return path;
  }

  it('is headed Global Graffiti Missions, and leads to the store and the map [MISS-01 MISS-02 MISS-03]', async () => {
    const path = await openThree();
    expect(path()).toBe('/missions');
    expect(screen.getByRole('heading', { level: 1, name: 'Global Graffiti Missions' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Merch' })).toHaveAttribute('href', '/merch');
    expect(screen.getByRole('link', { name: 'Back to the map' })).toHaveAttribute('href', '/home');
  });

  it('counts the missions, their countries and those nearby [MISS-04 MISS-05 MISS-07]', async () => {
    await openThree();
    expect(screen.getByText('Active missions').parentElement).toHaveTextContent('3');
    expect(screen.getByText('2 Countries')).toBeVisible();
    expect(screen.getByText('Near you').parentElement).toHaveTextContent('0');
  });

  it('lists all missions [MISS-12]', async () => {
    await openThree();
    expect(titles('All Missions')).toEqual(['Mission a', 'Mission b', 'Mission c']);
  });

  it('the first 6 featured missions have a section of their own [MISS-10]', async () => {
    guestServer([...'abcdefg'].map((id) => mission(id, { is_featured: true })).concat(mission('plain')));
    open();
    await screen.findByRole('heading', { name: 'Featured Missions' });
    expect(titles('Featured Missions')).toEqual([...'abcdef'].map((id) => `Mission ${id}`));
  });

  it('the first 6 near a player are shown, within 100 km of where the browser is [MISS-08 REST-52 CONST-09]', async () => {
    const calls = playerServer([mission('a')], { 'GET /api/graffiti-missions/nearby': [...'tuvwxyz'].map(near) });
    open();
    await screen.findByRole('heading', { name: 'Missions Near You' });
    expect(titles('Missions Near You')).toEqual([...'tuvwxy'].map((id) => `Mission ${id}`));
    expect(screen.getByText('Near you').parentElement).toHaveTextContent('7');
    expect(calls.find(({ path }) => path === '/api/graffiti-missions/nearby')!.query).toEqual({
      latitude: '-37.8',
      longitude: '144.9',
      radius: '100',
    });
  });

  it('nothing is asked for a guest, nor where the location is denied [MISS-09 REST-51 REST-52]', async () => {
    const asGuest = guestServer([mission('a')]);
    const { unmount } = open();
    await screen.findByRole('heading', { name: 'All Missions' });
    unmount();
    stubGeolocation(null);
    const denied = playerServer([mission('a')]);
    open();
    await screen.findByRole('heading', { name: 'All Missions' });
    await waitFor(() => expect(denied.some(({ operation }) => operation === 'query myParticipations')).toBe(true));
    expect(screen.queryByRole('heading', { name: 'Missions Near You' })).toBeNull();
    expect([...asGuest, ...denied].filter(({ path }) => path.endsWith('/nearby'))).toEqual([]);
  });

  it('a card shows difficulty, safety and reward in words [MISS-14 MISS-15 MISS-16]', async () => {
    guestServer([
      mission('a'),
      mission('b', { difficulty_level: 'Expert', safety_rating: 'High Risk', rewards_tokens: 1_200 }),
    ]);
    open();
    await screen.findByRole('heading', { name: 'All Missions' });
    const cardOf = (title: string) => within(screen.getByRole('link', { name: title }).closest('li')!);
    const [first, second] = [cardOf('Mission a'), cardOf('Mission b')];
    for (const text of ['Easy', 'Safe', '100 Spray Coins']) expect(first.getByText(text)).toBeVisible();
    for (const text of ['Expert', 'High Risk', '1,200 Spray Coins']) expect(second.getByText(text)).toBeVisible();
  });

  it.each([
    [
      'difficulty_level',
      'MISS-17',
      [
        ['Easy', 'work'],
        ['Medium', 'place'],
        ['Hard', 'action'],
        ['Expert', 'live'],
      ],
    ],
    [
      'safety_rating',
      'MISS-18',
      [
        ['Safe', 'work'],
        ['Caution', 'wall'],
        ['High Risk', 'danger'],
      ],
    ],
  ] as const)('each %s has a color of its own [%s]', async (field, _id, colors) => {
    guestServer(colors.map(([value]) => mission(value, { [field]: value })));
    open();
    await screen.findByRole('heading', { name: 'All Missions' });
    for (const [value, color] of colors)
      expect(
        within(screen.getByRole('link', { name: `Mission ${value}` }).closest('li')!).getByText(value),
      ).toHaveClass(`text-${color}-ink`);
  });

  it('is filtered by type, difficulty, safety and country; the map shows what is left', async () => {
    guestServer([mission('a', { country: 'Chile' }), mission('b', { country: 'Norway', mission_type: 'Banksy Hunt' })]);
    const { user } = open();
    await user.click(await screen.findByRole('combobox', { name: 'Country' }));
    await user.click(screen.getByRole('option', { name: 'Norway' }));
    expect(titles('All Missions')).toEqual(['Mission b']);
    await waitFor(() =>
      expect(
        within(builtMaps.at(-1)!.container)
          .getAllByRole('button')
          .map((marker) => marker.getAttribute('aria-label')),
      ).toEqual(['Mission: Mission b']),
    );
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(screen.getByRole('option', { name: 'Photo Hunt' }));
    expect(screen.getByText('No matching missions')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all missions' }));
    expect(titles('All Missions')).toEqual(['Mission a', 'Mission b']);
  });

  it('begins with those around a wall from whose window it was opened [MAPD-31]', async () => {
    guestServer([mission('far', { latitude: 50 }), mission('near', { latitude: 1 })]);
    open('/missions?latitude=0&longitude=144.9');
    await screen.findByRole('heading', { name: 'All Missions' });
    expect(titles('All Missions')).toEqual(['Mission near', 'Mission far']);
  });

  it('says that it loads, that it failed, and that there are none', async () => {
    let respond = (_: Response) => undefined as void;
    guestServer([], {
      'GET /api/graffiti-missions': () =>
        new Promise<Response>((resolve) => {
          respond = resolve;
        }),
    });
    const { user } = open();
    expect(await screen.findByText('Loading missions...')).toBeInTheDocument();
    await act(async () => respond(problem(503, 'UNAVAILABLE', 'Missions are unavailable.')));
    expect(await screen.findByText('The missions could not be loaded')).toBeVisible();
    guestServer([]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No missions yet')).toBeVisible();
  });
});

describe('taking part', () => {
  it('Start Mission records it, and the card says so [MISS-19 MISS-20]', async () => {
    playerServer([mission('a')]);
    const { user } = open();
    const button = await screen.findByRole('button', { name: /^Start Mission/ });
    const calls = playerServer([mission('a')], {
      'mutation startMission': { ...part('a', 'active'), mission: { id: 'a', participants: 5 } },
      'query myParticipations': mine(part('a', 'active')),
    });
    await user.click(button);
    expect(await screen.findByText('Mission started')).toBeVisible();
    expect(await screen.findByText('Under way')).toBeVisible();
    expect(calls.filter(({ operation }) => operation === 'mutation startMission').map(({ body }) => body)).toEqual([
      expect.objectContaining({ id: 'a' }),
    ]);
  });

  it('a guest signs in first, and the start follows on return', async () => {
    const goTo = jest.spyOn(browser, 'goTo').mockReturnValue();
    guestServer([mission('a')]);
    const { user, unmount } = open();
    await user.click(await screen.findByRole('button', { name: /^Start Mission/ }));
    expect(goTo).toHaveBeenCalledWith(expect.stringContaining('/api/login?returnTo='));
    unmount();
    const calls = playerServer([mission('a')], {
      'mutation startMission': { ...part('a', 'active'), mission: { id: 'a', participants: 5 } },
    });
    open();
    await waitFor(() =>
      expect(calls.filter(({ operation }) => operation === 'mutation startMission').map(({ body }) => body)).toEqual([
        { id: 'a' },
      ]),
    );
  });

  it('what is refused is said, and completing is seen live', async () => {
    playerServer([mission('a'), mission('b')], {
      'mutation startMission': problem(409, 'MISSION_NOT_ACTIVE', 'This mission has ended.'),
      'query myParticipations': mine(part('b', 'active')),
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Start Mission Mission a' }));
    expect(await screen.findByText('This mission has ended.')).toBeVisible();
    playerServer([], { 'query myParticipations': mine(part('b', 'completed')) });
    act(() => FakeEventSource.emit('tokens', { balance: 450, change: 100, reason: 'mission' }));
    expect(await screen.findByText('You earned 100 Spray Coins.')).toBeVisible();
    expect(await screen.findByText('Completed')).toBeVisible();
  });
});

describe('a mission’s page', () => {
  const whole = {
    id: 'a',
    title: 'Laneway',
    description: 'Find the cats.',
    city: 'Melbourne',
    country: 'Australia',
    missionTypeName: 'Banksy Hunt',
    difficultyName: 'Hard',
    safetyName: 'Caution',
    latitude: -37.8,
    longitude: 144.9,
    radius: 2000,
    isActive: true,
    endsAt: null,
    rewardsTokens: 240,
    historicalContext: 'It is old.',
    artistInfo: 'By many.',
    bestPhotoTime: 'Morning',
    source: 'A book',
    sourceUrl: 'https://missions.example.org/1',
    participants: 1,
  };

  it('shows its task, story, artists, source, place and who takes part', async () => {
    const taking = (id: string, username: string | null, completedAt: string | null) => ({
      id,
      completedAt,
      startedAt: '2026-11-20T12:00:00.000Z',
      player: username && { id: username, username, profileImageUrl: null },
    });
    guestServer([], {
      'query mission': whole,
      'query missionPlayers': {
        ...mine(),
        nodes: [taking('1', 'jo', '2026-11-20T12:00:00.000Z'), taking('2', null, null)],
      },
    });
    open('/missions/a');
    expect(await screen.findByRole('heading', { level: 1, name: 'Laneway' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'jo Completed' })).toHaveAttribute('href', '/players/jo');
    for (const text of ['It is old.', 'By many.', '1 player takes part', 'Best photo time: Morning', '240 Spray Coins'])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText(/^Document a work with a photo\. Within 2 km of the pin\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'A book' })).toHaveAttribute('href', 'https://missions.example.org/1');
  });

  it('is left after a question, and says when it ended meanwhile', async () => {
    playerServer([], {
      'query mission': { ...whole, isActive: false },
      'query myParticipations': mine(part('a', 'active')),
      'mutation leaveMission': true as never,
    });
    const { user } = open('/missions/a');
    expect(await screen.findByText('This mission ended while you were on it.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Leave mission' }));
    const calls = playerServer([], {
      'query mission': { ...whole, isActive: false },
      'mutation leaveMission': true as never,
      'query myParticipations': mine(part('a', 'left')),
    });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave mission' }));
    await waitFor(() => expect(calls.some(({ operation }) => operation === 'mutation leaveMission')).toBe(true));
    expect(await screen.findByText('This mission has ended.')).toBeVisible();
  });

  it('says so where there is none', async () => {
    guestServer([], { 'query mission': null });
    open('/missions/a');
    expect(await screen.findByText('There is no such mission')).toBeVisible();
  });
});

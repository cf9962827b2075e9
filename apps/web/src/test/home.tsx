import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, jest } from '@jest/globals';
import type { Discovery, LegalWall, User } from '../api/types';
import { loadMap } from '../features/map/load-map';
import Home from '../screens/home';
import { TooltipProvider } from '../ui/tooltip';
import { builtMaps, fakeLoadMap, FakeEventSource, stubGeolocation } from './fake-map';
import { renderAt } from './render';
import { serve, signedOut } from './server';
import { stubGlobal } from './stub-global';

/* The map home as a whole, on a fake map and a fake gateway. A spec that uses this imports './without-map' before all else. */

export const HERE = { lat: 49.2812, lng: -123.1209 };
export const FALLBACK = { lat: -28.0167, lng: 153.4 };

export const player: User = {
  id: 'p1',
  username: 'marker_jo',
  usernameNotice: null,
  profileImageUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  discoveries: 7,
  level: 2,
  tokens: 350,
  xp: 105,
  levelXp: 50,
  nextLevelXp: 150,
  score: 455,
  status: 'verified',
  profileComplete: true,
  contactHint: '••1234',
  wallet: null,
  visibility: { picture: true, bio: true, statistics: true, joined: true, gallery: true, wallet: false },
  language: 'en',
  roles: [],
  suspension: null,
  firstName: 'Jo',
  lastName: 'Marker',
  dateOfBirth: null,
  bio: null,
  city: null,
  country: null,
  pinPreferences: {
    illegalFinds: '🚫',
    legalFinds: '✅',
    wetPaintFlicks: '💧',
    productions: '🎨',
    stencils: '📏',
    tags: '✏️',
  },
};
export const work: Discovery = {
  id: 'd1',
  title: 'Fox on a shutter',
  name: 'Fox on a shutter',
  address: '49.282200, -123.120900',
  thumbhash: null,
  emojiPin: '📍',
  emojiType: 'Location',
  userRole: 'photographer',
  isFreshArt: false,
  source: null,
  sourceUrl: null,
  licence: null,
  description: 'Orange fox.',
  artist_name: 'Vixen',
  latitude: HERE.lat + 0.001,
  longitude: HERE.lng,
  imageUrl: null,
  likes: 2,
  liked: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  distance: 111,
  status: 'standing',
  year: 2019,
};
/** A work as GraphQL returns it. */
export const nodeOf = ({ artist_name: artistName, ...same }: Discovery) => ({ ...same, artistName });
export const wall: LegalWall = {
  id: 'w1',
  name: 'Leeside',
  city: 'Vancouver',
  country: 'Canada',
  address: 'Cassiar St',
  hours: null,
  description: 'A tunnel.',
  source: null,
  distance: 111,
  latitude: HERE.lat - 0.001,
  longitude: HERE.lng,
};

type Responses = Parameters<typeof serve>[0];

export const guestServer = (more: Responses = {}) =>
  serve({
    'GET /api/auth/user': () => signedOut(),
    'GET /config.json': {},
    'GET /api/discoveries/nearby': [work],
    'GET /api/legal-walls/nearby': [wall],
    ...more,
  });
export const playerServer = (more: Responses = {}) => guestServer({ 'GET /api/auth/user': player, ...more });

export const openHome = (at = '/home') =>
  renderAt(
    at,
    <TooltipProvider>
      <Routes>
        <Route path="/home" element={<Home />} />
        <Route path="/d/:id" element={<Home />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </TooltipProvider>,
  );

/** The sign-in's return address, read from the address that the page navigated to. */
export function backFrom(goTo: { mock: { calls: string[][] } }): string {
  const { search } = new URL(
    new URL(goTo.mock.calls.at(-1)![0]!, 'http://localhost').searchParams.get('returnTo')!,
    'http://localhost',
  );
  return `/home${search}`;
}

/** The map once it is ready with its controls. */
export const theMap = async () => {
  await waitFor(() => expect(builtMaps.length).toBeGreaterThan(0));
  await screen.findAllByLabelText(/^Map type/);
  return builtMaps.at(-1)!;
};

/** Before each test: no map, no live connection, nothing stored, a player in Vancouver. */
export function prepareHome(): void {
  beforeEach(() => {
    builtMaps.length = 0;
    FakeEventSource.open = [];
    sessionStorage.clear();
    stubGlobal('EventSource', FakeEventSource);
    jest.mocked(loadMap).mockImplementation(fakeLoadMap());
    stubGeolocation(HERE);
  });
}

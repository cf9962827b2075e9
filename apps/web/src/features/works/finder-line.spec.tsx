import '../../test/without-map';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from '@jest/globals';
import { renderAt } from '../../test/render';
import { work } from '../../test/home';
import { serve } from '../../test/server';
import { refusal } from '../../test/graph';
import { DiscoveryCard } from './discovery-card';
// The card loads this later, with Apollo: on a busy machine that takes longer than a test waits for a text.
import './finder-line';
import './report-work';

const finder = { id: 'p2', username: 'Vixen 2' };

function open(response: object | (() => object), more: Partial<typeof work> = {}) {
  const calls = serve({ 'query discovery': response });
  renderAt(
    '/home',
    <DiscoveryCard discovery={{ ...work, ...more }} from={null} onLike={() => undefined} onClose={() => undefined} />,
  );
  return () => calls.filter(({ operation }) => operation === 'query discovery');
}

it('names who documented the work and leads to that player', async () => {
  open({ id: work.id, finder, app: null });
  expect(await screen.findByRole('link', { name: 'Vixen 2' })).toHaveAttribute('href', '/players/Vixen%202');
  expect(screen.getByText(/^Documented by/)).toBeVisible();
});

it('shows the app to viewers who may know it', async () => {
  open({ id: work.id, finder: null, app: 'Wall app' });
  expect(await screen.findByText('Documented with the app “Wall app”. Other players do not see this.')).toBeVisible();
  expect(screen.queryByText(/Documented by/)).toBeNull();
});

it('names no one where the player does not show it', async () => {
  const asked = open({ id: work.id, finder: null, app: null });
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(screen.getByText('Orange fox.')).toBeVisible();
  expect(screen.queryByText(/Documented by/)).toBeNull();
});

it('is whole without the service of the players', async () => {
  const asked = open({
    id: work.id,
    finder: () => {
      throw refusal('UNAVAILABLE', 'Back in a minute.');
    },
    app: null,
  });
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(screen.getByRole('heading', { name: work.title! })).toBeVisible();
  expect(screen.queryByText(/Documented by/)).toBeNull();
});

it('sends no request for imported works', async () => {
  const asked = open({ id: work.id, finder, app: null }, { source: 'City of Vancouver' });
  expect(await screen.findByText(/^Source/)).toBeVisible();
  expect(asked()).toEqual([]);
});

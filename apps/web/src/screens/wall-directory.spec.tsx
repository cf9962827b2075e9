import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { wallText } from '../features/walls/export-walls';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { stubGlobal } from '../test/stub-global';
import { TooltipProvider } from '../ui/tooltip';
import WallDirectoryScreen from './wall-directory';

const wall = (id: string, facts: object = {}) => ({
  __typename: 'LegalWall' as const,
  id,
  name: `Wall ${id}`,
  city: 'Ghent',
  country: 'Belgium',
  address: 'Alley 1',
  hours: null,
  description: 'Long and narrow.',
  latitude: 51.05,
  longitude: 3.72,
  source: null,
  isSaved: false,
  ...facts,
});
const listOf = (nodes: object[], endCursor: string | null = null) => ({
  nodes,
  edges: [],
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});
const countries = [
  { country: 'Belgium', walls: 1200 },
  { country: 'France', walls: 3 },
];

type Responses = Parameters<typeof serve>[0];
function open(directory: Responses[string], more: Responses = {}) {
  const calls = serve({
    'GET /api/auth/user': player,
    'query wallDirectory': directory,
    'query wallCountries': countries,
    ...more,
  });
  return {
    calls,
    ...renderAt(
      '/walls',
      <TooltipProvider>
        <WallDirectoryScreen />
      </TooltipProvider>,
    ),
  };
}
const asked = (calls: ReturnType<typeof serve>) =>
  calls.filter(({ operation }) => operation === 'query wallDirectory').map(({ body }) => body);

describe('the directory of walls', () => {
  it('lists walls with place and hours, page by page, narrowed by words, country and what is saved', async () => {
    const { calls, user } = open(({ body }) =>
      (body as { after?: string }).after ? listOf([wall('b', { hours: '9 to 5' })]) : listOf([wall('a')], 'next'),
    );
    const row = within((await screen.findByRole('heading', { name: 'Wall a' })).closest('li')!);
    for (const text of ['Alley 1, Ghent, Belgium', 'Open 24/7', 'Long and narrow.'])
      expect(row.getByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More walls' }));
    expect(await screen.findByText('9 to 5')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search walls' }), 'alley{Enter}');
    await user.click(screen.getByRole('combobox', { name: 'Country' }));
    await user.click(screen.getByRole('option', { name: 'Belgium (1,200)' }));
    await user.click(screen.getByRole('switch', { name: 'Saved only' }));
    await waitFor(() =>
      expect(asked(calls).at(-1)).toEqual({ search: 'alley', country: 'Belgium', saved: true, first: 50 }),
    );
  });

  it('saves a wall at once, and takes that back where it is refused', async () => {
    const { user } = open(listOf([wall('a')]), {
      'mutation saveWall': problem(409, 'LIST_FULL', 'You have saved 1,000 walls.'),
      'mutation unsaveWall': wall('a'),
    });
    await user.click(await screen.findByRole('button', { name: 'Save Wall a' }));
    expect(await screen.findByText('You have saved 1,000 walls.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save Wall a' })).toHaveAttribute('aria-pressed', 'false');
    serve({ 'mutation saveWall': wall('a', { isSaved: true }) });
    await user.click(screen.getByRole('button', { name: 'Save Wall a' }));
    expect(await screen.findByRole('button', { name: 'Saved Wall a', pressed: true })).toBeVisible();
  });

  it('invites who has no Pro, says that nothing was found, and that it failed', async () => {
    const without = open(problem(403, 'PRO_REQUIRED', 'This is part of Pro.'));
    expect(await screen.findByRole('link', { name: 'See what Pro has' })).toHaveAttribute('href', '/subscribe');
    without.unmount();
    const { user } = open(listOf([]));
    expect(await screen.findByText('No walls found')).toBeVisible();
    serve({
      'query wallDirectory': problem(503, 'UNAVAILABLE', 'Discovery is unavailable.'),
      'query wallCountries': countries,
    });
    await user.click(screen.getByRole('switch', { name: 'Saved only' }));
    expect(await screen.findByText('The walls could not be loaded')).toBeVisible();
  });

  it('is saved as a file of all pages', async () => {
    let file: Blob | undefined;
    stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (blob: Blob) => ((file = blob), 'blob:1'),
        revokeObjectURL: () => undefined,
      }),
    );
    const { user } = open(({ body }) =>
      (body as { after?: string }).after ? listOf([wall('b')]) : listOf([wall('a')], 'next'),
    );
    await user.click(await screen.findByRole('button', { name: 'Save as CSV' }));
    await waitFor(() => expect(file?.type).toBe('text/csv;charset=utf-8'));
  });
});

describe('a file of walls', () => {
  const textOf = (facts: object, format: 'csv' | 'geojson') => wallText([wall('a', facts)], format);

  it('of comma-separated values quotes what has to be, and lets no spreadsheet run a formula', () => {
    expect(textOf({ description: 'Say "hi", then\npaint', city: '=1+1' }, 'csv')).toBe(
      "name,city,country,address,hours,description,latitude,longitude,source\r\nWall a,'=1+1,Belgium,Alley " +
        '1,,"Say ""hi"", then\npaint",51.05,3.72,\r\n',
    );
  });

  it('of GeoJSON has points by longitude and latitude', () => {
    expect(JSON.parse(textOf({}, 'geojson'))).toMatchObject({
      type: 'FeatureCollection',
      features: [{ id: 'a', geometry: { type: 'Point', coordinates: [3.72, 51.05] }, properties: { name: 'Wall a' } }],
    });
  });
});

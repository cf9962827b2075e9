import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { nearestColors } from '../features/color-chart/nearest-colors';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, type SeenCall, serve, signedOut } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import ColorChartScreen from './color-chart';

const color = (code: string, name: string, hex: string, lightness: number, hue: number | null) => ({
  code,
  name,
  family: 'Any',
  hex,
  lightness,
  hue,
});
const colors = [
  color('SH-101', 'White', '#ffffff', 1, null),
  color('SH-102', 'Blue', '#0000ff', 0.45, 264),
  color('SH-103', 'Red', '#ff0000', 0.63, 29),
  color('SH-104', 'Lime', '#d7f205', 0.92, 117),
];
const chart = (nodes: object[] = colors) => ({ nodes, edges: [], pageInfo: { hasNextPage: false, endCursor: null } });
const open = (response: object = chart()) => {
  serve({ 'GET /api/auth/user': () => signedOut(), 'query colors': response });
  return renderAt(
    '/color-chart',
    <TooltipProvider>
      <ColorChartScreen />
    </TooltipProvider>,
  );
};
const shown = () =>
  screen.getAllByRole('button', { name: /SH-\d+/ }).map((button) => /SH-\d+/.exec(button.textContent)![0]);

describe('the colour chart', () => {
  it('is read page after page, again from where that failed, and shown as a whole', async () => {
    let isDown = true;
    const more = { ...chart(colors.slice(2)), pageInfo: { hasNextPage: true, endCursor: 'next' } };
    const { user } = open(({ body }: SeenCall) =>
      !(body as { after?: string }).after
        ? more
        : isDown
          ? problem(503, 'UNAVAILABLE', 'Back in a minute.')
          : chart(colors.slice(0, 2)),
    );
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    expect(screen.queryByText(/colors$/)).toBeNull();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('4 colors')).toBeVisible();
  });

  it('has a text, and each colour with name, code and value [COLR-01 COLR-05]', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Color Chart' })).toBeVisible();
    expect(screen.getByText(/^The Sprayhunt range: every can we mix/)).toBeVisible();
    expect(await screen.findByRole('button', { name: /Lime.*SH-104.*#d7f205/ })).toBeVisible();
    expect(screen.getByText('4 colors')).toBeVisible();
  });

  it('is searched and sorted', async () => {
    const { user } = open();
    await waitFor(() => expect(shown()).toEqual(['SH-103', 'SH-104', 'SH-102', 'SH-101']));
    for (const [label, order] of [
      ['Lightness', ['SH-101', 'SH-104', 'SH-103', 'SH-102']],
      ['Name', ['SH-102', 'SH-104', 'SH-103', 'SH-101']],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
      await user.click(screen.getByRole('option', { name: label }));
      expect(shown()).toEqual(order);
    }
    const box = screen.getByRole('searchbox', { name: 'Search colors' });
    await user.type(box, '#FF0000');
    expect(shown()).toEqual(['SH-103']);
    await user.clear(box);
    await user.type(box, 'Ｌíme');
    expect(shown()).toEqual(['SH-104']);
    await user.clear(box);
    await user.type(box, 'none');
    expect(screen.getByText('No matching colors')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all colors' }));
    expect(shown()).toHaveLength(4);
  });

  it('is one stop of the Tab key, whose arrows reach every colour and Enter copies a code [COLR-03]', async () => {
    const { user } = open();
    const first = await screen.findByRole('button', { name: /SH-103/ });
    first.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('button', { name: /SH-102/ })).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('button', { name: /SH-101/ })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Copied SH-101')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('SH-101');
    expect(screen.getAllByRole('button', { name: /SH-\d+/ }).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  });

  it('says that it failed', async () => {
    open(problem(503, 'UNAVAILABLE', 'Discovery is unavailable.'));
    expect(await screen.findByText('The colors could not be loaded')).toBeVisible();
  });
});

describe('the tools of members', () => {
  const palette = {
    __typename: 'Palette',
    id: 'p1',
    name: 'Dusk',
    colors: [colors[1]!, colors[2]!].map((each) => ({ __typename: 'Color', ...each })),
    changedAt: '2026-11-20T12:00:00.000Z',
  };
  const connection = (...nodes: object[]) => ({ nodes, edges: [], pageInfo: { hasNextPage: false, endCursor: null } });
  const openAs = (isPro: boolean, kept: object[], more: Parameters<typeof serve>[0] = {}) => {
    const calls = serve({
      'GET /api/auth/user': player,
      'query colors': chart(),
      'query membership': { isPro },
      'query palettes': () => connection(...kept),
      ...more,
    });
    return {
      calls,
      ...renderAt(
        '/color-chart',
        <TooltipProvider>
          <ColorChartScreen />
        </TooltipProvider>,
      ),
    };
  };

  it('guests and players without Pro are invited; these keep the palettes they have, and can delete them [MEMB-04]', async () => {
    const guest = open();
    expect(await screen.findByRole('link', { name: 'See what Pro has' })).toHaveAttribute('href', '/subscribe');
    guest.unmount();
    const { calls, user } = openAs(false, [palette], { 'mutation deletePalette': true as never });
    expect(await screen.findByRole('link', { name: 'See what Pro has' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Choose a photo' })).toBeNull();
    const card = within((await screen.findByRole('heading', { name: 'Dusk' })).closest('li')!);
    expect(card.getByText('SH-102 Blue')).toBeInTheDocument();
    expect(card.queryByRole('button', { name: /Change/ })).toBeNull();
    await user.click(card.getByRole('button', { name: 'Delete Dusk' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Dusk' })).toBeNull());
    expect(calls.at(-1)).toMatchObject({ operation: 'mutation deletePalette', body: { id: 'p1' } });
  });

  it('a palette is made of colours by code or name, and changed', async () => {
    const kept: object[] = [];
    const { calls, user } = openAs(true, kept, {
      'mutation addPalette': () => {
        kept.push(palette);
        return palette;
      },
      'mutation changePalette': { ...palette, name: 'Dawn', colors: palette.colors.slice(1) },
    });
    const field = await screen.findByLabelText('Color by code or name');
    for (const typed of ['sh-102', 'Red', 'red']) await user.type(field, `${typed}{Enter}`);
    expect(
      within(screen.getByRole('list', { name: 'Colors of the palette' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('SH-102'), expect.stringContaining('SH-103')]);
    await user.type(field, 'Mud{Enter}');
    expect(screen.getByText('The range has no such color.')).toBeVisible();
    await user.type(screen.getByLabelText(/^Name of the palette/), 'Dusk');
    await user.click(screen.getByRole('button', { name: 'Save palette' }));
    expect(await screen.findByText('Saved: Dusk')).toBeVisible();
    expect(calls.find(({ operation }) => operation === 'mutation addPalette')).toMatchObject({
      body: { input: { name: 'Dusk', colors: ['SH-102', 'SH-103'] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Change Dusk' }));
    await user.click(screen.getByRole('button', { name: 'Remove SH-102' }));
    await user.clear(screen.getByLabelText(/^Name of the palette/));
    await user.type(screen.getByLabelText(/^Name of the palette/), 'Dawn');
    await user.click(screen.getByRole('button', { name: 'Save palette' }));
    expect(await screen.findByRole('heading', { name: 'Dawn' })).toBeVisible();
    expect(calls.at(-1)).toMatchObject({
      operation: 'mutation changePalette',
      body: { id: 'p1', input: { name: 'Dawn', colors: ['SH-103'] } },
    });
  });

  it('a palette that is not saved yet comes back in the same tab', async () => {
    const first = openAs(true, []);
    await first.user.type(await screen.findByLabelText('Color by code or name'), 'Red{Enter}');
    await first.user.type(screen.getByLabelText(/^Name of the palette/), 'Dusk');
    first.unmount();
    const again = openAs(true, []);
    expect(await screen.findByLabelText(/^Name of the palette/)).toHaveValue('Dusk');
    expect(within(screen.getByRole('list', { name: 'Colors of the palette' })).getByText('SH-103')).toBeVisible();
    await again.user.click(screen.getByRole('button', { name: 'Discard' }));
    again.unmount();
    openAs(true, []);
    expect(await screen.findByLabelText(/^Name of the palette/)).toHaveValue('');
  });

  it('what a palette lacks, and what the server does not take of it, is said at its field, and the first is focused', async () => {
    const refused = problem(422, 'VALIDATION_FAILED', 'Check your input.', [
      { field: 'input.name', code: 'INVALID', detail: 'The name cannot be used.' },
    ]);
    const { calls, user } = openAs(true, [], { 'mutation addPalette': refused });
    const color = await screen.findByLabelText('Color by code or name');
    const name = screen.getByLabelText(/^Name of the palette/);
    await user.click(screen.getByRole('button', { name: 'Save palette' }));
    await waitFor(() => expect(color).toHaveAccessibleDescription('Choose at least one color.'));
    expect(name).toHaveAccessibleDescription('Name the palette.');
    expect(color).toHaveFocus();
    await user.type(color, 'Red{Enter}');
    await user.type(name, 'Dusk{Enter}');
    await waitFor(() => expect(name).toHaveAccessibleDescription());
    expect(name).toHaveFocus();
    expect(calls.at(-1)).toMatchObject({ operation: 'mutation addPalette' });
  });
});

it('the nearest colours are those of CIEDE2000', () => {
  const matches = nearestColors(colors, '#fa1010', 4);
  expect(matches[0]).toMatchObject({ color: { code: 'SH-103' } });
  const distances = matches.map(({ distance }) => distance);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect(distances[0]).toBeLessThan(3);
  expect(nearestColors(colors, '#ffffff', 1)).toMatchObject([{ color: { code: 'SH-101' }, distance: 0 }]);
});

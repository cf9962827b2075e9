import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { nearestColors } from '../features/color-chart/nearest-colors';
import { renderAt } from '../test/render';
import { problem, serve, signedOut } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import ColorChartScreen from './color-chart';

const color = (code: string, name: string, hex: string, lightness: number, hue: number | null) => ({ code, name, family: 'Any', hex, lightness, hue });
const colors = [color('SH-101', 'White', '#ffffff', 1, null), color('SH-102', 'Blue', '#0000ff', 0.45, 264), color('SH-103', 'Red', '#ff0000', 0.63, 29), color('SH-104', 'Lime', '#d7f205', 0.92, 117)];
const open = (response: object = colors) => {
  serve({ 'GET /api/auth/user': () => signedOut(), 'GET /api/colors': response });
  return renderAt('/color-chart', <TooltipProvider><ColorChartScreen /></TooltipProvider>);
};
const shown = () => screen.getAllByRole('button', { name: /SH-\d+/ }).map((button) => /SH-\d+/.exec(button.textContent)![0]);

describe('the colour chart', () => {
  it('COLR-01 COLR-05 has a text, and each colour with name, code and value', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Color Chart' })).toBeVisible();
    expect(screen.getByText(/^The Sprayhunt range: every can we mix/)).toBeVisible();
    expect(await screen.findByRole('button', { name: /Lime.*SH-104.*#d7f205/ })).toBeVisible();
    expect(screen.getByText('4 colors')).toBeVisible();
  });

  it('is searched and sorted', async () => {
    const { user } = open();
    await waitFor(() => expect(shown()).toEqual(['SH-103', 'SH-104', 'SH-102', 'SH-101']));
    for (const [label, order] of [['Lightness', ['SH-101', 'SH-104', 'SH-103', 'SH-102']], ['Name', ['SH-102', 'SH-104', 'SH-103', 'SH-101']]] as const) {
      await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
      await user.click(screen.getByRole('option', { name: label }));
      expect(shown()).toEqual(order);
    }
    const box = screen.getByRole('searchbox', { name: 'Search colors' });
    await user.type(box, '#FF0000');
    expect(shown()).toEqual(['SH-103']);
    await user.clear(box);
    await user.type(box, 'none');
    expect(screen.getByText('No color fits')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all colors' }));
    expect(shown()).toHaveLength(4);
  });

  it('COLR-03 is one stop of the Tab key, whose arrows reach every colour and Enter copies a code', async () => {
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
    open(problem(503, 'UNAVAILABLE', 'Discovery is away.'));
    expect(await screen.findByText('The colors could not be loaded')).toBeVisible();
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

import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LeaderboardEntry } from '../../api/types';
import Community from '../../screens/community';
import { FakeEventSource } from '../../test/fake-map';
import { player } from '../../test/home';
import { renderAt } from '../../test/render';
import { problem, serve } from '../../test/server';
import { stubGlobal } from '../../test/stub-global';
import { TooltipProvider } from '../../ui/tooltip';

const entry = (rank: number, facts: Partial<LeaderboardEntry> = {}): LeaderboardEntry => ({
  id: `p${rank}`,
  username: `hunter ${rank}`,
  tokens: 150,
  discoveries: 2,
  score: 1_180,
  rank,
  you: false,
  ...facts,
});
const own = (facts: object = {}, area: string | null = null) => ({
  area,
  entries: [],
  me: { rank: 71, score: 65, tokens: 50, discoveries: 1, toNext: 20, ...facts },
});

type Responses = Parameters<typeof serve>[0];
const at = (entries: Responses[string], more: Responses = {}) =>
  serve({
    'GET /api/auth/user': player,
    'GET /config.json': {},
    'GET /api/community/events': [],
    'GET /api/leaderboard': entries,
    'query leaderboard': own(),
    ...more,
  });
const open = () =>
  renderAt(
    '/community',
    <TooltipProvider>
      <Community />
    </TooltipProvider>,
  );
const section = async () => within(await screen.findByRole('region', { name: 'Top Explorers' }));

async function openRanking() {
  at([entry(1), entry(2, { id: 'me', username: 'me', you: true }), entry(2), entry(4)]);
  open();
  return (await section()).findAllByRole('listitem');
}

beforeEach(() => {
  FakeEventSource.open = [];
  stubGlobal('EventSource', FakeEventSource);
});

describe('top explorers', () => {
  it('are listed on the community page by rank, with their XP and discoveries [COMM-01 COMM-04]', async () => {
    const rows = await openRanking();
    expect(screen.getByRole('heading', { level: 1, name: 'Community' })).toBeVisible();
    expect(rows.map((row) => row.querySelector('.sr-only')!.textContent)).toEqual([
      'Rank 1',
      'Rank 2',
      'Rank 2',
      'Rank 4',
    ]);
    const [first] = rows.map((row) => within(row));
    expect(first!.getByText('1,180 XP')).toBeVisible();
    expect(first!.getByText('2 discoveries')).toBeVisible();
    expect(first!.getByRole('link', { name: 'hunter 1' })).toHaveAttribute('href', '/players/hunter%201');
  });

  it('have the player marked with "(You)", and only the first highlighted [COMM-11 COMM-12]', async () => {
    const rows = await openRanking();
    const rowsWith = (label: string) => screen.getAllByText(label).map((each) => each.closest('li'));
    expect(rowsWith('(You)')).toEqual([rows[1]]);
    expect(rowsWith('In the lead')).toEqual([rows[0]]);
    expect(within(rows[0]!).getByText('In the lead')).toBeVisible();
  });

  it("are followed by the player's own rank, and the XP to the next", async () => {
    await openRanking();
    expect(await (await section()).findByText('Your rank: 71, with 65 XP')).toBeVisible();
    expect((await section()).getByText('20 XP to the next rank')).toBeVisible();
  });

  it('are asked for by period and area, and once more after an award of the player', async () => {
    const calls = at([entry(1)], { 'query leaderboard': own({ toNext: null, rank: 1 }, 'Australia') });
    const { user } = open();
    await user.click(await screen.findByRole('combobox', { name: 'Period' }));
    await user.click(screen.getByRole('option', { name: 'This week' }));
    await user.click(screen.getByRole('combobox', { name: 'Area' }));
    await user.click(screen.getByRole('option', { name: 'My country' }));
    expect(await screen.findByText('Nobody is ahead of you.')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/leaderboard').at(-1)!.query).toEqual({
      period: 'week',
      area: 'country',
    });
    at([entry(1, { username: 'newcomer' })], { 'query leaderboard': own() });
    act(() => FakeEventSource.emit('tokens', { balance: 100, change: 50, reason: 'discovery' }));
    expect(await screen.findByRole('link', { name: 'newcomer' }, { timeout: 3_000 })).toBeVisible();
  });

  it('say that they load, that it failed, and that there are none [COMM-07 COMM-10]', async () => {
    let respond = (_: Response) => undefined as void;
    at(
      () =>
        new Promise<Response>((resolve) => {
          respond = resolve;
        }),
    );
    const { user } = open();
    expect(await (await section()).findByText('Loading the ranking...')).toBeInTheDocument();
    await act(async () => respond(problem(503, 'UNAVAILABLE', 'Ranks are unavailable.')));
    expect(await screen.findByText('The ranking could not be loaded')).toBeVisible();
    at([]);
    await user.click((await section()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No rankings yet')).toBeVisible();
    at([], { 'query leaderboard': own({ rank: null }) });
    await user.click(screen.getByRole('combobox', { name: 'Area' }));
    await user.click(screen.getByRole('option', { name: 'My city' }));
    expect(await screen.findByText('Your account does not say which that is.')).toBeVisible();
  });
});

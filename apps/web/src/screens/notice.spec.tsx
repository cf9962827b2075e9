import { screen } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import NoticeScreen from './notice';

const NOW = '2026-11-20T12:00:00.000Z';
const notice = (facts: object = {}) => ({
  id: 'c1',
  subjectKind: 'post',
  reportedText: 'Buy my caps.',
  work: null,
  picture: null,
  outcome: 'suspend',
  reason: 'No advertisements.',
  suspendedUntil: '2026-12-20T12:00:00.000Z',
  decidedAt: NOW,
  canAppeal: true,
  appeal: null,
  ...facts,
});

function open(responses: Parameters<typeof serve>[0]) {
  const calls = serve({ 'GET /api/auth/user': player, 'query myNotice': null, 'query myReport': null, ...responses });
  return {
    calls,
    ...renderAt(
      '/notices/c1',
      <TooltipProvider>
        <Routes>
          <Route path={paths.notice} element={<NoticeScreen />} />
        </Routes>
      </TooltipProvider>,
    ),
  };
}

describe('the notice of a decision', () => {
  it('says what was done, why and until when; the one appeal needs a text, and a refusal is said', async () => {
    let isRefused = true;
    const { calls, user } = open({
      'query myNotice': notice(),
      'mutation appealDecision': () =>
        isRefused
          ? problem(409, 'CONFLICT', 'A decision can be appealed for 30 days.')
          : notice({
              canAppeal: false,
              appeal: { text: 'A gift.', appealedAt: NOW, isOverturned: null, reason: null, decidedAt: null },
            }),
    });
    for (const text of ['Your account is suspended', 'No advertisements.', 'Buy my caps.', /Until Dec 20, 2026/])
      expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    expect(await screen.findByText('Please say why.')).toBeVisible();
    await user.type(screen.getByLabelText(/Why is the decision wrong/), 'A gift.');
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('A decision can be appealed for 30 days.');
    isRefused = false;
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    expect(await screen.findByText('Your appeal is waiting for a decision.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send appeal' })).toBeNull();
    expect(calls.findLast(({ operation }) => operation === 'mutation appealDecision')!.body).toEqual({
      input: { id: 'c1', text: 'A gift.' },
    });
  });

  it('names a suspension without an end, and what came of the appeal', async () => {
    open({
      'query myNotice': notice({
        suspendedUntil: null,
        canAppeal: false,
        appeal: { text: 'A gift.', appealedAt: NOW, isOverturned: false, reason: 'Still no.', decidedAt: NOW },
      }),
    });
    for (const text of ['For good. You can look around.', 'The decision stands.', 'Still no.'])
      expect(await screen.findByText(text)).toBeVisible();
  });

  it.each([
    [{ decided: false, acted: false }, 'Your report is waiting'],
    [{ decided: true, acted: false }, 'Moderators left it as it is'],
    [{ decided: true, acted: true }, 'Thank you: we acted on your report'],
  ])('tells who reported %o: %s', async (facts, title) => {
    open({
      'query myReport': {
        id: 'r1',
        subjectKind: 'work',
        reason: 'private_place',
        createdAt: NOW,
        decidedAt: null,
        ...facts,
      },
    });
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('Your report: Work, Private place, Nov 20, 2026')).toBeVisible();
  });

  it('says where there is none, and where it could not be read', async () => {
    const none = open({});
    expect(await screen.findByText('No such decision')).toBeVisible();
    none.unmount();
    open({ 'query myNotice': problem(503, 'UNAVAILABLE', 'Unavailable.') });
    expect(await screen.findByText('The decision could not be loaded')).toBeVisible();
  });
});

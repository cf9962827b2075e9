import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import ModerationScreen from './moderation';
import ModerationCaseScreen from './moderation-case';

const NOW = new Date().toISOString();
const reported = (facts: object = {}) => ({
  __typename: 'ModerationCase',
  id: 'c1',
  subjectKind: 'post',
  severity: 3,
  reportCount: 2,
  version: 3,
  openedAt: NOW,
  claimedBy: null,
  claimedByMe: false,
  picture: null,
  reports: [
    { reason: 'spam', note: 'An advertisement.', reporter: 'bob', contact: null, createdAt: NOW },
    { reason: 'other', note: 'Odd.', reporter: null, contact: 'artist@example.org', createdAt: NOW },
  ],
  reportedText: 'Caps\n\nBuy my caps.',
  post: { id: 's1', threadId: 't1', title: 'Caps', content: 'Nothing.', createdAt: NOW, editedAt: NOW },
  work: null,
  player: { __typename: 'Player', id: 'p9', username: 'ann' },
  decision: null,
  earlier: [{ id: 'c0', subjectKind: 'post', outcome: 'warn', reason: 'Be kind.', decidedAt: NOW, isOverturned: null }],
  ...facts,
});
const connection = (nodes: object[], endCursor: string | null = null) => ({
  nodes,
  edges: [],
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});
const COUNTS = { 'query moderationCounts': { post: 1, work: 0, picture: 1000, player: 0, appeals: 2 } };

type Responses = Parameters<typeof serve>[0];
function open(responses: Responses, at = '/moderation', roles = ['moderator']) {
  const calls = serve({ 'GET /api/auth/user': { ...player, roles }, ...COUNTS, ...responses });
  return {
    calls,
    ...renderAt(
      at,
      <TooltipProvider>
        <Routes>
          {[paths.moderation, paths.moderationAppeals, paths.moderationLog].map((path) => (
            <Route key={path} path={path} element={<ModerationScreen />} />
          ))}
          <Route path={paths.moderationCase} element={<ModerationCaseScreen />} />
        </Routes>
      </TooltipProvider>,
    ),
  };
}

describe('the lists of moderation', () => {
  it('are for moderators only, and say so where nothing is reported or nothing loads', async () => {
    const other = open({}, '/moderation', []);
    expect(await screen.findByText('This page is for moderators')).toBeVisible();
    expect(other.calls.map(({ path }) => path)).not.toContain('/graphql');
    other.unmount();
    const failed = open({ 'query moderationQueue': problem(503, 'UNAVAILABLE', 'Unavailable.') });
    expect(await screen.findByText('The list could not be loaded')).toBeVisible();
    serve({ ...COUNTS, 'query moderationQueue': connection([]) });
    await failed.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No open reports')).toBeVisible();
  });

  it('show cases with their counts, by kind, page by page', async () => {
    const { calls, user } = open({
      'query moderationQueue': ({ body }) =>
        (body as { after?: string }).after
          ? connection([reported({ id: 'c2', subjectKind: 'player', reportedText: null, severity: 0 })])
          : connection([reported()], 'next'),
    });
    expect(await screen.findByRole('link', { name: 'Post, 2 reports' })).toHaveAttribute(
      'href',
      '/moderation/cases/c1',
    );
    const row = within(screen.getByRole('listitem'));
    for (const text of ['Urgent', 'by ann', 'Spam · Something else']) expect(row.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Reports 1,000+' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'Player, 2 reports' })).toBeVisible();
    await user.click(screen.getByLabelText('Show'));
    await user.click(screen.getByRole('option', { name: 'Picture (1,000+)' }));
    expect(calls.filter(({ operation }) => operation === 'query moderationQueue').map(({ body }) => body)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'picture' })]),
    );
  });

  it('the log names each step', async () => {
    open(
      {
        'query moderationLog': connection([
          { id: 'l1', caseId: 'c1', action: 'decided', outcome: 'hide', at: NOW, actor: null, subjectKind: 'post' },
        ]),
      },
      '/moderation/log',
    );
    expect(await screen.findByRole('link', { name: 'Decided' })).toHaveAttribute('href', '/moderation/cases/c1');
    expect(screen.getByText('A deleted account')).toBeVisible();
  });
});

describe('a case', () => {
  it('shows what was reported, as it was, why, and what was decided before; it is taken and decided with the version that was read', async () => {
    const { calls, user, path } = open(
      {
        'query moderationCase': reported(),
        'query moderationQueue': connection([]),
        'mutation claimCase': reported({ claimedBy: 'marker_jo', claimedByMe: true, version: 4 }),
        'mutation decideCase': reported(),
      },
      '/moderation/cases/c1',
    );
    for (const text of [
      /Buy my caps/,
      'Changed since to:',
      /Nothing\./,
      'An advertisement.',
      /bob/,
      /artist@example\.org/,
      'Be kind.',
    ])
      expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'ann' })).toHaveAttribute('href', '/players/ann');
    await user.click(screen.getByRole('button', { name: 'Take this case' }));
    await user.click(await screen.findByLabelText('Decision'));
    await user.click(screen.getByRole('option', { name: 'Suspend' }));
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('Please give a reason.')).toBeVisible();
    await user.type(screen.getByLabelText(/^Reason/), 'No advertisements.');
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('No open reports')).toBeVisible();
    expect(path()).toBe('/moderation');
    expect(calls.find(({ operation }) => operation === 'mutation decideCase')!.body).toEqual({
      input: { id: 'c1', version: 4, outcome: 'suspend', reason: 'No advertisements.', suspendedDays: 7 },
    });
  });

  it('keeps a reason that is not sent yet, for this moderator and until it is sent', async () => {
    const claimed = {
      'query moderationCase': reported({ claimedBy: 'marker_jo', claimedByMe: true }),
      'query moderationQueue': connection([]),
      'mutation decideCase': reported(),
    };
    const first = open(claimed, '/moderation/cases/c1');
    await first.user.type(await screen.findByLabelText(/^Reason/), 'No advertisements.');
    first.unmount();
    const again = open(claimed, '/moderation/cases/c1');
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('No advertisements.');
    await again.user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('No open reports')).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
  });

  it('says what the server does not take of a decision at its field, which gets the focus', async () => {
    const refused = problem(422, 'VALIDATION_FAILED', 'Check your input.', [
      { field: 'input.reason', code: 'INVALID', detail: 'This reason cannot be sent.' },
    ]);
    const { user } = open(
      {
        'query moderationCase': reported({ claimedBy: 'marker_jo', claimedByMe: true }),
        'mutation decideCase': refused,
      },
      '/moderation/cases/c1',
    );
    const reason = await screen.findByLabelText(/^Reason/);
    await user.type(reason, 'No.');
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    await waitFor(() => expect(reason).toBeInvalid());
    expect(reason).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that another moderator took meanwhile is read anew, and the refusal said', async () => {
    let item = reported();
    const { user } = open(
      {
        'query moderationCase': () => item,
        'mutation claimCase': () => {
          item = reported({ claimedBy: 'mia' });
          return problem(409, 'CONFLICT', 'Another moderator is looking at this case.');
        },
      },
      '/moderation/cases/c1',
    );
    await user.click(await screen.findByRole('button', { name: 'Take this case' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Another moderator is looking at this case.');
    expect(await screen.findByText('mia is looking at this case.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Take this case' })).toBeNull();
  });

  it('with an appeal is for another moderator than the first', async () => {
    const decision = {
      outcome: 'hide',
      reason: 'No.',
      suspendedUntil: null,
      decidedAt: NOW,
      byMe: true,
      appeal: { text: 'A gift.', appealedAt: NOW, isOverturned: null, reason: null, decidedAt: null },
    };
    const own = open({ 'query moderationCase': reported({ decision }) }, '/moderation/cases/c1');
    expect(await screen.findByText('You decided this; another moderator decides the appeal.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Overturn decision' })).toBeNull();
    own.unmount();
    const { calls, user } = open(
      {
        'query moderationCase': reported({ decision: { ...decision, byMe: false } }),
        'mutation decideAppeal': reported(),
        'query moderationAppeals': connection([]),
      },
      '/moderation/cases/c1',
    );
    await user.type(await screen.findByLabelText(/^Reason/), 'Fine.');
    expect(sessionStorage.getItem(`draft:${player.id}:appeal-decision:c1`)).toContain('Fine.');
    await user.click(screen.getByRole('button', { name: 'Overturn decision' }));
    expect(await screen.findByText('No open appeals')).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
    expect(calls.find(({ operation }) => operation === 'mutation decideAppeal')!.body).toEqual({
      input: { id: 'c1', overturned: true, reason: 'Fine.' },
    });
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import { RecentDiscussions } from '../features/forum/recent-discussions';
import { paths } from '../lib/paths';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import DiscussionScreen from './discussion';
import DiscussionsScreen from './discussions';

const NOW = new Date().toISOString();
const bob = { id: 'p2', username: 'bob', profileImageUrl: null };
const post = (id: string, facts: object = {}) => ({
  id,
  threadId: 't1',
  title: null,
  content: `Text of ${id}`,
  state: 'shown',
  author: bob,
  language: 'en',
  createdAt: NOW,
  editedAt: null,
  editableUntil: null,
  activeAt: NOW,
  likes: 2,
  liked: false,
  isOwn: false,
  isMuted: false,
  isHiddenByMe: false,
  replyCount: 0,
  mentions: [],
  ...facts,
});
const connection = (nodes: object[], hasNextPage = false) => ({
  nodes,
  edges: [],
  pageInfo: { hasNextPage, endCursor: hasNextPage ? 'next' : null },
});
const own = { isOwn: true, editableUntil: new Date(Date.now() + 600_000).toISOString() };

type Responses = Parameters<typeof serve>[0];
const server = (more: Responses = {}) =>
  serve({
    'GET /api/auth/user': player,
    'query threads': connection([]),
    'query myPlayerFilters': connection([]),
    ...more,
  });
const threadServer = (thread: object, replies: object[] = [], more: Responses = {}) =>
  server({ 'query thread': post('t1', { title: 'Caps', replies: () => connection(replies), ...thread }), ...more });

const open = (at: string) =>
  renderAt(
    at,
    <TooltipProvider>
      <Routes>
        <Route path={paths.community} element={<RecentDiscussions />} />
        <Route path={paths.discussions} element={<DiscussionsScreen />} />
        <Route path={paths.discussion} element={<DiscussionScreen />} />
      </Routes>
    </TooltipProvider>,
  );
const cardOf = async (text: string) => within((await screen.findByText(text)).closest('article')!);

describe('recent discussions', () => {
  const listed = {
    id: 't1',
    threadId: 't1',
    title: 'Caps',
    content: 'Which?',
    state: 'shown',
    user: bob,
    createdAt: NOW,
    editedAt: null,
    activeAt: NOW,
    likes: 2,
    liked: false,
    replies: 1,
  };

  it('have a loading state, an empty one that invites to write, and a way out of a failure [COMM-03 COMM-06 COMM-09]', async () => {
    let respond = (_: object) => undefined as void;
    const response = new Promise<object>((resolve) => {
      respond = resolve;
    });
    server({ 'GET /api/community/forum': () => response });
    const { user, unmount } = open('/community');
    expect(screen.getByRole('heading', { level: 2, name: 'Recent Discussions' })).toBeVisible();
    expect(screen.getByText('Loading discussions...')).toBeInTheDocument();
    respond([]);
    expect(await screen.findByText('No discussions yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'New discussion' })).toHaveAttribute('href', '/community/discussions?new');
    unmount();
    server({ 'GET /api/community/forum': problem(503, 'UNAVAILABLE', 'Unavailable.') });
    open('/community');
    expect(await screen.findByText('The discussions could not be loaded')).toBeVisible();
    server({ 'GET /api/community/forum': [listed] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Caps' })).toHaveAttribute('href', '/community/discussions/t1');
    for (const text of ['by bob', '1 reply', '2 likes']) expect(screen.getByText(text)).toBeVisible();
  });
});

describe('all discussions', () => {
  it('are searched, narrowed to a language, and read page by page', async () => {
    const calls = server({
      'query threads': ({ body }: { body: unknown }) =>
        connection(
          [post('t1', { title: (body as { after?: string }).after ? 'Later' : 'Caps' })],
          !(body as { after?: string }).after,
        ),
    });
    const { user } = open('/community/discussions');
    expect(await screen.findByRole('link', { name: 'Caps' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() =>
      expect(calls.filter(({ operation }) => operation === 'query threads').at(-1)!.body).toMatchObject({
        after: 'next',
        first: 25,
      }),
    );
    server();
    await user.type(screen.getByRole('searchbox', { name: 'Search discussions' }), 'fat caps{Enter}');
    expect(await screen.findByText('Nothing found')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Language' }));
    const narrowed = server();
    await user.click(screen.getByRole('option', { name: 'Français' }));
    await waitFor(() =>
      expect(narrowed.find(({ operation }) => operation === 'query threads')!.body).toMatchObject({
        search: 'fat caps',
        language: 'fr',
      }),
    );
  });

  it('begin with a form that shows missing fields, keeps its text when refused, and opens the new discussion', async () => {
    const calls = server({ 'mutation createThread': problem(429, 'RATE_LIMITED', 'Too many attempts.') });
    const { user } = open('/community/discussions?new');
    const form = within(await screen.findByRole('dialog'));
    await user.click(form.getByRole('button', { name: 'Start discussion' }));
    expect(await form.findByText('Give the discussion a title.')).toBeVisible();
    await user.type(form.getByLabelText(/Title/), 'Caps');
    await user.type(form.getByLabelText(/Text/), 'Which?');
    await user.click(form.getByRole('button', { name: 'Start discussion' }));
    expect(await form.findByText('Too many attempts.')).toBeVisible();
    const again = threadServer({ content: 'Which?', ...own }, [], {
      'mutation createThread': post('t1', { title: 'Caps', content: 'Which?', ...own }),
    });
    await user.click(form.getByRole('button', { name: 'Start discussion' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Caps' })).toBeVisible();
    const [first, second] = [calls, again].map((seen) =>
      seen.find(({ operation }) => operation === 'mutation createThread')!,
    );
    // A retry after a lost response does not write it twice.
    expect(second!.headers.get('idempotency-key')).toBe(first!.headers.get('idempotency-key'));
  });
});

describe('a discussion', () => {
  it('shows texts with safe links and mentions, and what moderators and authors took away', async () => {
    threadServer(
      {
        content: 'See www.example.org/a, file:///etc/passwd and @Bob Lee!',
        mentions: [{ written: 'Bob Lee', username: 'boblee' }],
      },
      [post('r1', { state: 'removed', content: null }), post('r2', { state: 'hidden', content: 'Mine', ...own })],
    );
    open('/community/discussions/t1');
    const link = await screen.findByRole('link', { name: 'www.example.org/a' });
    expect(link).toHaveAttribute('href', 'https://www.example.org/a');
    expect(link).toHaveAttribute('rel', 'nofollow ugc noopener');
    expect(screen.getByRole('link', { name: '@Bob Lee' })).toHaveAttribute('href', '/players/boblee');
    expect(screen.queryByRole('link', { name: /passwd/ })).toBeNull();
    expect(screen.getByText('Removed by a moderator')).toBeVisible();
    expect(screen.getByText('A moderator has hidden this post. Only you see its text.')).toBeVisible();
    expect(screen.getByText('Mine')).toBeVisible();
  });

  it('takes a like back that the server refuses', async () => {
    let refuse = (_: Response) => undefined as void;
    threadServer({}, [], {
      'mutation likePost': () =>
        new Promise<Response>((resolve) => {
          refuse = resolve;
        }),
    });
    const { user } = open('/community/discussions/t1');
    await user.click(await screen.findByRole('button', { name: 'Like 2 likes' }));
    expect(await screen.findByRole('button', { name: 'Like 3 likes', pressed: true })).toBeVisible();
    refuse(problem(404, 'NOT_FOUND', 'There is no such post.'));
    expect(await screen.findByRole('button', { name: 'Like 2 likes', pressed: false })).toBeVisible();
    expect(await screen.findByText('There is no such post.')).toBeVisible();
  });

  it('is replied to, and the reply gets the focus', async () => {
    threadServer({}, [], { 'mutation replyToThread': post('t2', { content: 'Fat ones', ...own }) });
    const { user } = open('/community/discussions/t1');
    await user.type(await screen.findByLabelText(/Your reply/), 'Fat ones');
    await user.click(screen.getByRole('button', { name: 'Reply' }));
    await waitFor(() => expect(screen.getByText('Fat ones').closest('article')).toHaveFocus());
    expect(screen.getByLabelText(/Your reply/)).toHaveValue('');
  });

  it('has own posts changed and deleted', async () => {
    threadServer({}, [post('r1', own)], {
      'mutation editPost': post('r1', { ...own, content: 'Better', editedAt: NOW }),
      'mutation deletePost': true as never,
    });
    const { user } = open('/community/discussions/t1');
    await user.click((await cardOf('Text of r1')).getByRole('button', { name: /^Options/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const text = screen.getByLabelText(/^Text/);
    await user.clear(text);
    await user.type(text, 'Better');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await cardOf('Better')).getByText('(edited)')).toBeVisible();
    await user.click((await cardOf('Better')).getByRole('button', { name: /^Options/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Better')).toBeNull());
    expect(screen.getByText('No replies yet. Yours could be the first.')).toBeVisible();
  });

  it('collapses what the player has hidden or muted, and asks before a player is blocked', async () => {
    const hidden = { id: 'r1', isHiddenByMe: true };
    const calls = threadServer({}, [post('r1'), post('r2', { isMuted: true })], {
      'mutation hidePost': post('r1', hidden),
      'mutation filterPlayer': true as never,
    });
    const { user } = open('/community/discussions/t1');
    expect(await screen.findByText('A post by bob, whom you have muted')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show the post' }));
    expect(screen.getByText('Text of r2')).toBeVisible();
    await user.click((await cardOf('Text of r1')).getByRole('button', { name: /^Options/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Hide this post' }));
    expect(await screen.findByText('You have hidden this post.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show it again' })).toBeVisible();
    await user.click((await cardOf('Text of t1')).getByRole('button', { name: /^Options/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Block bob' }));
    await user.click(
      within(screen.getByRole('dialog', { name: 'Block bob?' })).getByRole('button', { name: 'Block bob' }),
    );
    await waitFor(() =>
      expect(calls.find(({ operation }) => operation === 'mutation filterPlayer')!.body).toEqual({
        playerId: 'p2',
        kind: 'block',
      }),
    );
  });

  it('says so where it is not there', async () => {
    server({ 'query thread': null });
    open('/community/discussions/t9');
    expect(await screen.findByText('This discussion is not here')).toBeVisible();
  });
});

import type { Identity } from '@sprayhunt/service-kit';
import { guest } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PostModeration } from '../src/forum/post-moderation.js';
import { newestCode, signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers({ LIMIT_POSTS_OF_NEW_PLAYER: '12/3600' });
});
afterAll(() => users.stop());

interface Post {
  id: string;
  threadId: string;
  title: string | null;
  content: string | null;
  state: string;
  author: { username: string } | null;
  editedAt: string | null;
  editableUntil: string | null;
  likes: number;
  liked: boolean;
  isOwn: boolean;
  isMuted: boolean;
  isHiddenByMe: boolean;
  replyCount: number;
  mentions: { written: string; username: string }[];
}
type Person = Awaited<ReturnType<typeof verified>>;

const POST =
  'id threadId title content state author { username } editedAt editableUntil likes liked isOwn isMuted ' +
  'isHiddenByMe replyCount mentions { written username }';
const LIST = `query ($search: String, $language: Language, $first: Int = 50, $after: String) {
  threads(search: $search, language: $language, first: $first, after: $after) { nodes { ${POST} } pageInfo {
    hasNextPage endCursor } } }`;
const ONE = `query ($id: ID!, $first: Int = 50, $after: String) { thread(id: $id) {
  ${POST} replies(first: $first, after: $after) { nodes { ${POST} } pageInfo { hasNextPage endCursor } } } }`;

interface Pages {
  nodes: Post[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}
const list = async (as: Identity, variables: object = {}) =>
  (await users.graphql<{ threads: Pages }>(LIST, variables, as)).data!.threads;
const titles = async (as: Identity, variables: object = {}) =>
  (await list(as, variables)).nodes.map(({ title }) => title);
const thread = async (as: Identity, id: string, variables: object = {}) =>
  (await users.graphql<{ thread: (Post & { replies: Pages }) | null }>(ONE, { id, ...variables }, as)).data!.thread;

/** Runs a mutation that returns a post; its code where it is refused. */
async function change(
  as: Identity,
  call: string,
  types: string,
  variables: object,
  selection = `{ ${POST} }`,
): Promise<Post & { refused?: string }> {
  const { data, errors } = await users.graphql<{ it: Post }>(
    `mutation (${types}) { it: ${call} ${selection} }`,
    variables,
    as,
  );
  return errors ? ({ refused: errors[0]!.extensions.code } as never) : data!.it;
}
const begin = (as: Identity, title: string, content = 'A wall.') =>
  change(as, 'createThread(input: $input)', '$input: CreateThreadInput!', { input: { title, content } });
const reply = (as: Identity, id: string, content: string) =>
  change(as, 'replyToThread(id: $id, content: $content)', '$id: ID!, $content: String!', { id, content });
const edit = (as: Identity, id: string, input: object) =>
  change(as, 'editPost(id: $id, input: $input)', '$id: ID!, $input: EditPostInput!', { id, input });
const to = (name: 'deletePost' | 'likePost' | 'unlikePost' | 'hidePost' | 'showPost') => (as: Identity, id: string) =>
  change(as, `${name}(id: $id)`, '$id: ID!', { id }, name === 'deletePost' ? '' : undefined);
const [remove, like, unlike, hide, show] = [
  to('deletePost'),
  to('likePost'),
  to('unlikePost'),
  to('hidePost'),
  to('showPost'),
];
const publicId = async ({ username }: Person) =>
  (
    await users.graphql<{ player: { id: string } }>(
      'query ($username: String!) { player(username: $username) { id } }',
      { username },
    )
  ).data!.player.id;
const filter = async (as: Identity, other: Person, kind: 'block' | 'mute' | null) =>
  users.graphql(
    'mutation ($playerId: ID!, $kind: PlayerFilterKind) { filterPlayer(playerId: $playerId, kind: $kind) }',
    { playerId: await publicId(other), kind },
    as,
  );
const ago = (id: string, interval: string) =>
  users.database.query(
    `UPDATE posts SET created_at = now() - $2::interval, active_at = now() - $2::interval WHERE id = $1`,
    [id, interval],
  );

describe('discussions', () => {
  it('are listed by their latest activity, page by page, with replies oldest first', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const first = await begin(ann.as, '  Which caps?\t', 'Fat\r\nor thin');
    expect(first).toMatchObject({
      title: 'Which caps?',
      content: 'Fat\nor thin',
      state: 'shown',
      author: { username: ann.username },
      isOwn: true,
      likes: 0,
      replyCount: 0,
    });
    const second = await begin(bob.as, 'Best light');
    for (const content of ['one', 'two', 'three']) await reply(bob.as, first.id, content);
    const page = await list(ann.as, { first: 1 });
    expect([page.nodes[0]!.id, page.nodes[0]!.replyCount, page.pageInfo.hasNextPage]).toEqual([first.id, 3, true]);
    expect((await list(ann.as, { first: 1, after: page.pageInfo.endCursor })).nodes[0]!.id).toBe(second.id);
    const replies = (await thread(ann.as, first.id, { first: 2 }))!.replies;
    expect(replies.nodes.map(({ content, threadId }) => [content, threadId])).toEqual([
      ['one', first.id],
      ['two', first.id],
    ]);
    const rest = (await thread(ann.as, first.id, { after: replies.pageInfo.endCursor }))!.replies;
    expect([rest.nodes.map(({ content }) => content), rest.pageInfo.hasNextPage]).toEqual([['three'], false]);
    expect((await thread(ann.as, rest.nodes[0]!.id))!.id).toBe(first.id);
  });

  it('are read by players, also pending ones, and written by verified ones [SIGN-20]', async () => {
    const pending = await signUp(users);
    expect(await list(pending.as)).toBeDefined();
    expect((await begin(pending.as, 'Hello')).refused).toBe('CONTACT_NOT_VERIFIED');
    expect((await reply(pending.as, (await begin((await verified(users)).as, 'Caps')).id, 'Fat')).refused).toBe(
      'CONTACT_NOT_VERIFIED',
    );
    for (const as of [guest(), undefined])
      expect((await users.graphql(LIST, {}, as)).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
    const ann = await verified(users);
    for (const input of [{ content: 'x' }, { title: ' ', content: 'x' }, { title: 'two\nlines', content: 'x' }]) {
      const { errors } = await users.graphql(
        'mutation ($input: CreateThreadInput!) { createThread(input: $input) { id } }',
        { input },
        ann.as,
      );
      expect(errors![0]!.extensions).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'title' }] });
    }
    expect((await reply(ann.as, '0190b6f0-0000-7000-8000-000000000000', 'x')).refused).toBe('NOT_FOUND');
  });

  it('are liked once by each player', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const { id } = await begin(ann.as, 'Likes');
    expect(await unlike(bob.as, id)).toMatchObject({ likes: 0, liked: false });
    await Promise.all([like(bob.as, id), like(bob.as, id), like(ann.as, id)]);
    expect(await like(bob.as, id)).toMatchObject({ likes: 2, liked: true });
    expect(await unlike(bob.as, id)).toMatchObject({ likes: 1, liked: false });
    expect((await like(bob.as, 'x')).refused).toBe('NOT_FOUND');
  });

  it('are changed by their author for 15 minutes, which is shown', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const { id, editableUntil } = await begin(ann.as, 'First');
    expect(Date.parse(editableUntil!)).toBeGreaterThan(Date.now());
    expect((await thread(bob.as, id))!.editableUntil).toBeNull();
    expect(await edit(ann.as, id, { content: 'A wall.' })).toMatchObject({ editedAt: null });
    expect(await edit(ann.as, id, { title: 'Second' })).toMatchObject({
      title: 'Second',
      content: 'A wall.',
      editedAt: expect.any(String),
    });
    expect((await edit(bob.as, id, { title: 'Mine' })).refused).toBe('NOT_FOUND');
    await ago(id, '16 minutes');
    expect((await edit(ann.as, id, { title: 'Third' })).refused).toBe('POST_NOT_EDITABLE');
  });

  it('stay for replies when they are deleted, and go with the last of them', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const { id } = await begin(ann.as, 'Going');
    const answer = await reply(bob.as, id, 'Stay');
    await like(bob.as, id);
    expect((await remove(bob.as, id)).refused).toBe('NOT_FOUND');
    expect(await remove(ann.as, id)).toBe(true);
    expect(await thread(bob.as, id)).toMatchObject({
      state: 'deleted',
      title: null,
      content: null,
      author: null,
      likes: 0,
      replies: { nodes: [{ content: 'Stay' }] },
    });
    expect(await titles(bob.as)).not.toContain(null);
    expect((await reply(bob.as, id, 'More')).refused).toBe('THREAD_CLOSED');
    expect(await remove(bob.as, answer.id)).toBe(true);
    expect(await thread(bob.as, id)).toBeNull();
  });

  it('mention players by their names, spaces included, and not those who have blocked the author', async () => {
    const [ann, bob, zoe] = [await verified(users), await verified(users), await verified(users)];
    await filter(zoe.as, ann, 'block');
    const { id } = await begin(
      ann.as,
      'Names',
      `Thanks @${bob.username.toUpperCase()} for this. @${zoe.username} too, @nobody at all. @${ann.username}`,
    );
    expect((await thread(bob.as, id))!.mentions).toEqual([
      { written: bob.username.toUpperCase(), username: bob.username },
    ]);
    expect(await edit(ann.as, id, { content: 'No one.' })).toMatchObject({ mentions: [] });
  });

  it('are searched in the stemming of their language, replies too', async () => {
    const ann = await verified(users);
    const french = { ...ann.as, language: 'fr' } as Identity;
    const stencils = await begin(ann.as, 'Stencils of herons');
    const fresques = await begin(french, 'Les fresques murales');
    await reply(french, stencils.id, 'Quels pochoirs magnifiques');
    expect(await titles(ann.as, { search: 'heron stencil' })).toEqual(['Stencils of herons']);
    expect(await titles(ann.as, { search: 'fresque' })).toEqual(['Les fresques murales']);
    expect(await titles(ann.as, { search: 'pochoir magnifique' })).toEqual(['Stencils of herons']);
    expect(await titles(ann.as, { search: 'fresque', language: 'en' })).toEqual([]);
    expect(await titles(ann.as, { search: '"stencils herons"' })).toEqual([]);
    expect(await titles(ann.as, { language: 'fr' })).toEqual([fresques.title]);
    await remove(ann.as, fresques.id);
    expect(await titles(ann.as, { search: 'fresque' })).toEqual([]);
  });

  it.each([
    ['Đường Nguyễn Huế', 'cà phê', ['duong', 'nguyen hue', 'Nguyễn'.normalize('NFD'), 'PHÊ', 'ca phe']],
    ['Isparta’da duvarlar', 'Şişli', ['ısparta', 'ISPARTA', 'sisli']],
    ['Straße der Künste', 'Café', ['strasse', 'STRASSE', 'kunste', 'cafe']],
    ['Café de Flore'.normalize('NFD'), 'Œuvres', ['café', 'oeuvres']],
    ['渋谷のカフェの壁', 'ガード下', ['カフェ', 'かふぇ', 'ｶﾌｪ', '壁', 'ｶﾞｰﾄﾞ']],
    ['جِدَارِيَّة أحمد', 'جــدار', ['جدارية', 'احمد', 'جدار']],
  ])('are found by the words of %s and %s, however they are typed', async (title, content, searches) => {
    const ann = await verified(users);
    const { id } = await begin(ann.as, title, content);
    for (const search of searches)
      expect([search, await titles(ann.as, { search })]).toEqual([search, [title.normalize('NFC')]]);
    expect(await titles(ann.as, { search: 'カード' })).toEqual([]);
    await remove(ann.as, id);
  });

  it('are found after a change, and after a program that does not know their search words has written them', async () => {
    const ann = await verified(users);
    const { id } = await begin(ann.as, 'Before', 'Straße');
    await edit(ann.as, id, { content: 'Đường' });
    expect([await titles(ann.as, { search: 'strasse' }), await titles(ann.as, { search: 'duong' })]).toEqual([
      [],
      ['Before'],
    ]);
    await users.database.query(`UPDATE posts SET content = 'Gürtel' WHERE id = $1`, [id]);
    expect(await titles(ann.as, { search: 'duong' })).toEqual([]);
    await users.database.query(
      `SELECT FROM users_jobs.add_job('fill-search-words-of-posts', queue_name => 'fill-search-words-of-posts',
        job_key => 'fill-search-words-of-posts')`,
    );
    await eventually(async () => expect(await titles(ann.as, { search: 'gurtel' })).toEqual(['Before']));
    await remove(ann.as, id);
  });

  it('are limited, and more so in the first week of an account', async () => {
    const ann = await verified(users);
    const { id } = await begin(ann.as, 'Much');
    for (let count = 1; count < 12; count += 1) expect((await reply(ann.as, id, 'More')).refused).toBeUndefined();
    expect((await reply(ann.as, id, 'Too much')).refused).toBe('RATE_LIMITED');
    await users.database.query(`UPDATE accounts SET created_at = now() - interval '8 days' WHERE id = $1`, [ann.id]);
    expect((await reply(ann.as, id, 'Known by now')).refused).toBeUndefined();
    const { data } = await users.graphql<{ myAchievements: { id: string; progress: number }[] }>(
      '{ myAchievements { id progress } }',
      {},
      ann.as,
    );
    expect(data!.myAchievements.find(({ id: name }) => name === 'social-explorer')!.progress).toBe(10);
  });
});

describe('notices', () => {
  it('tell of replies, mentions and likes, once each; none of what a muted player does', async () => {
    const [ann, bob, zoe] = [await verified(users), await verified(users), await verified(users)];
    const told = async ({ as }: Person) =>
      (
        await users.graphql<{
          notifications: { nodes: { kind: string; count: number; subject: { title: string | null } }[] };
        }>('{ notifications(first: 50) { nodes { kind count subject { title } } } }', {}, as)
      )
        .data!.notifications.nodes.map(({ kind, count, subject: { title } }) => `${kind} ${count} ${title}`)
        .sort();
    const { id } = await begin(ann.as, 'Caps', `Ask @${zoe.username}`);
    await reply(bob.as, id, `@${ann.username} and @${zoe.username}: fat ones`);
    const mine = await reply(ann.as, id, 'Thanks');
    await like(bob.as, id);
    await unlike(bob.as, id);
    await like(bob.as, id);
    await edit(ann.as, mine.id, { content: `Thanks @${bob.username}` });
    expect([await told(ann), await told(bob), await told(zoe)]).toEqual([
      ['like 1 Caps', 'reply 1 Caps'],
      ['mention 1 Caps'],
      ['mention 2 Caps'],
    ]);
    await filter(ann.as, bob, 'mute');
    await reply(bob.as, id, 'Hello?');
    expect(await told(ann)).toEqual(['like 1 Caps', 'reply 1 Caps']);
    // The title of a deleted thread is stored nowhere.
    await remove(ann.as, id);
    expect([await told(bob), await told(zoe)]).toEqual([['mention 1 null'], ['mention 2 null']]);
  });
});

describe('what a player does not want to see', () => {
  it('are posts of a blocked player, who can then not reply or mention', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const [mine, theirs] = [await begin(ann.as, 'Mine'), await begin(bob.as, 'Theirs')];
    await reply(bob.as, mine.id, 'Rude');
    await filter(ann.as, bob, 'block');
    expect(await titles(ann.as)).not.toContain('Theirs');
    expect(await titles(ann.as, { search: 'theirs' })).toEqual([]);
    expect(await thread(ann.as, theirs.id)).toBeNull();
    expect((await thread(ann.as, mine.id))!.replies.nodes).toEqual([]);
    expect((await reply(bob.as, mine.id, 'Again')).refused).toBe('CANNOT_REPLY');
    const { data } = await users.graphql<{ myPlayerFilters: { nodes: object[] } }>(
      '{ myPlayerFilters(first: 5) { nodes { kind player { username } } } }',
      {},
      ann.as,
    );
    expect(data!.myPlayerFilters.nodes).toEqual([{ kind: 'block', player: { username: bob.username } }]);
    await filter(ann.as, bob, 'mute');
    expect((await thread(ann.as, theirs.id))!.isMuted).toBe(true);
    await filter(ann.as, bob, null);
    expect((await thread(ann.as, theirs.id))!.isMuted).toBe(false);
    expect((await filter(ann.as, ann, 'block')).errors![0]!.extensions.code).toBe('NOT_FOUND');
  });

  it('are single posts', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const { id } = await begin(bob.as, 'Not for me');
    expect(await hide(ann.as, id)).toMatchObject({ isHiddenByMe: true });
    expect(await titles(ann.as)).not.toContain('Not for me');
    expect(await titles(bob.as)).toContain('Not for me');
    expect(await show(ann.as, id)).toMatchObject({ isHiddenByMe: false });
    expect(await titles(ann.as)).toContain('Not for me');
  });
});

describe('what moderators take away', () => {
  it('is a stub for others; a hidden post keeps its text for its author, a removed one for no one', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const { id } = await begin(ann.as, 'Judged', 'Bad words');
    const moderation = new PostModeration();
    const { manager } = users.database;
    expect(await moderation.find(manager, id)).toMatchObject({
      authorId: ann.id,
      title: 'Judged',
      content: 'Bad words',
      state: null,
      threadId: id,
    });
    await moderation.setState(manager, id, 'hidden');
    expect(await thread(bob.as, id)).toMatchObject({ state: 'hidden', title: null, content: null });
    expect(await thread(ann.as, id)).toMatchObject({ state: 'hidden', content: 'Bad words', editableUntil: null });
    expect((await edit(ann.as, id, { content: 'Good words' })).refused).toBe('POST_NOT_EDITABLE');
    for (const call of [like(bob.as, id), reply(bob.as, id, 'x')])
      expect((await call).refused).toMatch(/^(NOT_FOUND|THREAD_CLOSED)$/);
    expect(await titles(bob.as, { search: 'judged' })).toEqual([]);
    await moderation.setState(manager, id, 'removed');
    expect(await thread(ann.as, id)).toMatchObject({ state: 'removed', content: null });
    await moderation.setState(manager, id, null);
    expect(await thread(bob.as, id)).toMatchObject({ state: 'shown', content: 'Bad words' });
  });
});

describe('a player who deletes the account', () => {
  it('takes all texts and likes along; replies of others stay', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const [alone, answered, theirs] = [
      await begin(ann.as, 'Alone egrets'),
      await begin(ann.as, 'Answered egrets'),
      await begin(bob.as, 'Theirs'),
    ];
    await reply(bob.as, answered.id, 'Stays');
    await reply(ann.as, theirs.id, 'Goes, egrets');
    await like(ann.as, theirs.id);
    await like(ann.as, answered.id);
    const exported = JSON.parse(await (await users.personalData(ann.as)).text()) as Record<string, object[]>;
    expect(exported['posts']).toHaveLength(3);
    expect(exported['likedPosts']).toHaveLength(2);
    await users.graphql('mutation { requestErasureCode { sentTo } }', {}, ann.as);
    expect(
      (
        await users.graphql(
          'mutation ($code: String!) { eraseAccount(code: $code) }',
          { code: await newestCode(users, ann.phone) },
          ann.as,
        )
      ).data,
    ).toEqual({ eraseAccount: true });
    expect(await thread(bob.as, alone.id)).toBeNull();
    expect(await thread(bob.as, answered.id)).toMatchObject({
      state: 'deleted',
      title: null,
      author: null,
      likes: 0,
      replyCount: 1,
      replies: { nodes: [{ content: 'Stays' }] },
    });
    expect(await thread(bob.as, theirs.id)).toMatchObject({ likes: 0, replyCount: 0 });
    expect(
      await users.database.query(`SELECT FROM posts WHERE author_id = $1 OR posts::text LIKE '%egrets%'`, [ann.id]),
    ).toEqual([]);
    expect((await begin(ann.as, 'Back')).refused).toBe('UNAUTHENTICATED');
  });
});

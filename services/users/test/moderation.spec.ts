import { accountStandingChanged, contentModerated } from '@sprayhunt/contracts';
import { type Identity, uuidv7 } from '@sprayhunt/service-kit';
import { guest } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModerationRetention } from '../src/moderation/moderation-retention.js';
import { created } from './facts.js';
import { verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Person = Awaited<ReturnType<typeof verified>>;
interface Case {
  id: string;
  subjectId: string;
  version: number;
  severity: number;
  reportCount: number;
}

const CASE =
  'id subjectId version severity reportCount claimedBy reports { reason note reporter contact } post { content ' +
  '} player { username } decision { outcome byMe appeal { isOverturned } }';
const moderator = async (): Promise<Identity> => ({ ...(await verified(users)).as, roles: ['moderator'] });

/** The result, or the code of the refusal. */
async function ask<T>(document: string, variables: object, as: Identity): Promise<T | string> {
  const { data, errors } = await users.graphql<{ it: T }>(document, variables, as);
  return errors ? errors[0]!.extensions.code : data!.it;
}
const report = (as: Identity, kind: string, id: string, reason = 'spam', note?: string) =>
  ask<object>(
    'mutation ($input: ReportInput!) { it: report(input: $input) { isRepeated } }',
    { input: { subject: { kind, id }, reason, note } },
    as,
  );
const queue = async (as: Identity) =>
  (await ask<{ nodes: Case[] }>(`{ it: moderationQueue(first: 100) { nodes { ${CASE} } } }`, {}, as)) as {
    nodes: Case[];
  };
const caseOf = async (as: Identity, subjectId: string) =>
  (await queue(as)).nodes.find((one) => one.subjectId === subjectId)!;
const decide = ({ id, version }: Case, as: Identity, input: object) =>
  ask(
    `mutation ($input: DecisionInput!) { it: decideCase(input: $input) { ${CASE} } }`,
    { input: { id, version, reason: 'Not here.', ...input } },
    as,
  );
const appeal = (id: string, as: Identity) =>
  ask(
    'mutation ($input: AppealInput!) { it: appealDecision(input: $input) { canAppeal } }',
    { input: { id, text: 'It is art.' } },
    as,
  );
const decideAppeal = (id: string, as: Identity, overturned: boolean) =>
  ask(
    `mutation ($input: AppealDecisionInput!) { it: decideAppeal(input: $input) { ${CASE} } }`,
    { input: { id, overturned, reason: 'Looked again.' } },
    as,
  );
const notice = (id: string, as: Identity) =>
  ask(
    `query ($id: ID!) { it: myNotice(id: $id) { outcome reason canAppeal suspendedUntil appeal { isOverturned reason } }
      }`,
    { id },
    as,
  );

async function newPost(by: Person, content = 'Buy my caps'): Promise<string> {
  const it = (await ask<{ id: string }>(
    'mutation ($input: CreateThreadInput!) { it: createThread(input: $input) { id } }',
    { input: { title: 'Caps', content } },
    by.as,
  )) as { id: string };
  return it.id;
}
const stateOf = async (id: string) =>
  (await users.database.query<{ moderated: string | null }[]>(`SELECT moderated FROM posts WHERE id = $1`, [id]))[0]!
    .moderated;

async function newWork(by: Person): Promise<string> {
  const event = created(by.id);
  const { discoveryId } = event.data;
  await users.publish(event);
  await eventually(async () =>
    expect(await users.database.query(`SELECT FROM transfers WHERE source_id = $1`, [discoveryId])).toHaveLength(1),
  );
  return discoveryId;
}

const toldOf = async ({ id }: Person) =>
  (
    await users.database.query<{ subject: object }[]>(
      `SELECT subject FROM notifications WHERE account_id = $1 AND kind = 'moderation' ORDER BY id`,
      [id],
    )
  ).map(({ subject }) => subject);
const isListed = async ({ id }: Person) =>
  (await users.database.query<unknown[]>(`SELECT FROM rank_exclusions WHERE account_id = $1`, [id])).length === 0;

describe('reports', () => {
  it('of one thing make one case, as urgent as the most urgent, each player once', async () => {
    const [ann, bob, eve, mod] = [
      await verified(users),
      await verified(users),
      await verified(users),
      await moderator(),
    ];
    const post = await newPost(ann);
    expect(await report(bob.as, 'post', post)).toEqual({ isRepeated: false });
    expect(await report(bob.as, 'post', post, 'hate')).toEqual({ isRepeated: true });
    expect(await report(eve.as, 'post', post, 'harassment', 'About me.')).toEqual({ isRepeated: false });
    expect(await caseOf(mod, post)).toMatchObject({
      severity: 2,
      reportCount: 2,
      reports: [
        { reason: 'spam', reporter: bob.username },
        { reason: 'harassment', note: 'About me.', reporter: eve.username },
      ],
      post: { content: 'Buy my caps' },
      player: { username: ann.username },
    });
  });

  it('are refused without what they need, for what is not there, and beyond a day of them', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const post = await newPost(ann);
    expect(await report(ann.as, 'post', post)).toBe('FORBIDDEN');
    expect(await report(bob.as, 'post', uuidv7())).toBe('NOT_FOUND');
    expect(await report(bob.as, 'player', uuidv7())).toBe('NOT_FOUND');
    expect(await report(bob.as, 'picture', uuidv7())).toBe('NOT_FOUND');
    expect(await report(bob.as, 'post', post, 'other')).toBe('VALIDATION_FAILED');
    expect(await report(guest(), 'post', post)).toBe('UNAUTHENTICATED');
    const results = [];
    for (let times = 0; times < 9; times += 1) results.push(await report(bob.as, 'work', uuidv7()));
    expect(results).toEqual([...Array.from({ length: 8 }, () => ({ isRepeated: false })), 'RATE_LIMITED']);
    expect(await report({ ...bob.as, suspendedUntil: '2999-01-01T00:00:00.000Z' }, 'post', post)).toBe(
      'ACCOUNT_SUSPENDED',
    );
  });

  it('come from artists without an account for works and pictures only, with a contact', async () => {
    const mod = await moderator();
    const work = uuidv7();
    const takedown = (subject: object, contact: string) =>
      ask(
        'mutation ($input: TakedownInput!) { it: requestTakedown(input: $input) }',
        { input: { subject, contact, note: 'My mural.' } },
        guest(),
      );
    expect(await takedown({ kind: 'work', id: work }, 'Artist@Example.org')).toBe(true);
    expect(await takedown({ kind: 'work', id: work }, 'artist@example.org')).toBe(true);
    expect(await takedown({ kind: 'work', id: work }, 'nobody')).toBe('VALIDATION_FAILED');
    expect(await takedown({ kind: 'player', id: work }, 'artist@example.org')).toBe('VALIDATION_FAILED');
    const one = await caseOf(mod, work);
    expect(one).toMatchObject({
      severity: 2,
      reports: [{ reason: 'artist_request', contact: 'artist@example.org', reporter: null }],
      player: null,
    });
    expect(await decide(one, mod, { outcome: 'warn' })).toBe('VALIDATION_FAILED');
    expect(await decide(one, mod, { outcome: 'remove' })).toMatchObject({ decision: { outcome: 'remove' } });
    expect((await users.published(contentModerated)).filter(({ contentId }) => contentId === work)).toMatchObject([
      { kind: 'work', state: 'removed' },
    ]);
  });
});

describe('a case', () => {
  it('keeps the text as it was reported, and names former decisions about its player', async () => {
    const [ann, bob, mod] = [await verified(users), await verified(users), await moderator()];
    const [first, second] = [await newPost(ann), await newPost(ann, 'Second offer')];
    await report(bob.as, 'post', first);
    await decide(await caseOf(mod, first), mod, { outcome: 'warn' });
    await report(bob.as, 'post', second);
    await ask('mutation ($id: ID!) { it: deletePost(id: $id) }', { id: second }, ann.as);
    const { id } = await caseOf(mod, second);
    const whole = `query ($id: ID!) { it: moderationCase(id: $id) { reportedText post { id } earlier {
        subjectKind outcome reason isOverturned } } }`;
    expect(await ask(whole, { id }, mod)).toEqual({
      reportedText: 'Caps\n\nSecond offer',
      post: null,
      earlier: [{ subjectKind: 'post', outcome: 'warn', reason: 'Not here.', isOverturned: null }],
    });
  });

  it('is found by its kind, and counted', async () => {
    const [ann, bob, mod] = [await verified(users), await verified(users), await moderator()];
    const counts = async () =>
      (await ask<Record<string, number>>(
        '{ it: moderationCounts { post work picture player appeals } }',
        {},
        mod,
      )) as Record<string, number>;
    const before = await counts();
    await report(bob.as, 'post', await newPost(ann));
    expect(await counts()).toEqual({ ...before, post: before['post']! + 1 });
    const posts = (await ask<{ nodes: { subjectKind: string }[] }>(
      '{ it: moderationQueue(kind: post, first: 100) { nodes { subjectKind } } }',
      {},
      mod,
    )) as { nodes: { subjectKind: string }[] };
    expect(new Set(posts.nodes.map(({ subjectKind }) => subjectKind))).toEqual(new Set(['post']));
  });

  it('of an artist is told by e-mail, and forgets address, note and texts 60 days after it is closed, but not while an appeal waits', async () => {
    const [ann, bob, mod, other] = [await verified(users), await verified(users), await moderator(), await moderator()];
    const [work, post] = [uuidv7(), await newPost(ann)];
    await ask(
      'mutation ($input: TakedownInput!) { it: requestTakedown(input: $input) }',
      { input: { subject: { kind: 'work', id: work }, contact: 'mural@example.org', note: 'Mine.' } },
      guest(),
    );
    await report(bob.as, 'post', post);
    const [taken, appealed] = [await caseOf(mod, work), await caseOf(mod, post)];
    for (const one of [taken, appealed]) await decide(one, mod, { outcome: 'remove' });
    expect(await users.database.query(`SELECT subject FROM messages WHERE recipient = 'mural@example.org'`)).toEqual([
      { subject: 'Your request to Sprayhunt' },
    ]);
    await appeal(appealed.id, ann.as);
    const kept = async () => {
      await users.app.get(ModerationRetention).sweep();
      return users.database.query(
        `SELECT reported_text AS text, contact, note FROM moderation_cases c
          JOIN moderation_reports r ON r.case_id = c.id WHERE c.id = ANY ($1) ORDER BY contact`,
        [[taken.id, appealed.id]],
      );
    };
    const both = [
      { text: null, contact: 'mural@example.org', note: 'Mine.' },
      { text: 'Caps\n\nBuy my caps', contact: null, note: null },
    ];
    expect(await kept()).toEqual(both);
    await users.database.query(
      `UPDATE moderation_cases SET decided_at = now() - interval '61 days' WHERE id = ANY ($1)`,
      [[taken.id, appealed.id]],
    );
    const nothing = { text: null, contact: null, note: null };
    expect(await kept()).toEqual([nothing, both[1]].toSorted((a) => (a === nothing ? 1 : -1)));
    await decideAppeal(appealed.id, other, false);
    expect(await kept()).toEqual([nothing, nothing]);
  });
});

describe('moderators', () => {
  it('alone see the queue, the log and cases', async () => {
    const ann = await verified(users);
    for (const as of [ann.as, { ...ann.as, roles: ['organiser'] }]) expect(await queue(as)).toBe('ROLE_MISSING');
    expect(await ask('{ it: moderationLog(first: 5) { nodes { id } } }', {}, ann.as)).toBe('ROLE_MISSING');
  });

  it('find the most urgent first, then the oldest, page by page', async () => {
    const [bob, mod] = [await verified(users), await moderator()];
    const works = [uuidv7(), uuidv7(), uuidv7()];
    for (const [index, reason] of ['wrong_info', 'dangerous_place', 'dangerous_place'].entries())
      await report(bob.as, 'work', works[index]!, reason);
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page = (await ask<{ nodes: Case[]; pageInfo: { hasNextPage: boolean; endCursor: string } }>(
        `query ($after: String) { it: moderationQueue(first: 2, after: $after) { nodes { subjectId } pageInfo {
          hasNextPage endCursor } } }`,
        { after },
        mod,
      )) as { nodes: Case[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
      seen.push(...page.nodes.map(({ subjectId }) => subjectId));
      ({ hasNextPage: more, endCursor: after } = page.pageInfo);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => works.includes(id))).toEqual([works[1], works[2], works[0]]);
  });

  it('do not decide twice, nor what another one looks at, nor about themselves', async () => {
    const [ann, bob, one, other] = [await verified(users), await verified(users), await moderator(), await moderator()];
    const post = await newPost(ann);
    await report(bob.as, 'post', post);
    const seen = await caseOf(one, post);
    const claim = (as: Identity) =>
      ask(`mutation ($id: ID!) { it: claimCase(id: $id) { version claimedByMe } }`, { id: seen.id }, as);
    expect(await claim(other)).toEqual({ version: 2, claimedByMe: true });
    expect(await claim(one)).toBe('CONFLICT');
    expect(await decide(seen, one, { outcome: 'dismiss' })).toBe('CONFLICT');
    expect(await decide(seen, other, { outcome: 'dismiss' })).toBe('CONFLICT');
    for (const as of [ann.as, bob.as])
      expect(await decide({ ...seen, version: 2 }, { ...as, roles: ['moderator'] }, { outcome: 'dismiss' })).toMatch(
        /CONFLICT|FORBIDDEN/,
      );
    const both = await Promise.all([1, 2].map(() => decide({ ...seen, version: 2 }, other, { outcome: 'hide' })));
    expect(both.filter((result) => result === 'CONFLICT')).toHaveLength(1);
    expect(await stateOf(post)).toBe('hidden');
    await users.database.query(`UPDATE moderation_cases SET claimed_by = NULL`);
    const own = await newPost(ann, 'Mine');
    await report(bob.as, 'post', own);
    for (const as of [ann.as, bob.as])
      expect(await decide(await caseOf(one, own), { ...as, roles: ['moderator'] }, { outcome: 'dismiss' })).toBe(
        'FORBIDDEN',
      );
  });

  it('write a log that only grows', async () => {
    const mod = await moderator();
    const log = (await ask<{ nodes: { action: string }[] }>(
      '{ it: moderationLog(first: 100) { nodes { action outcome actor subjectKind } } }',
      {},
      mod,
    )) as { nodes: { action: string }[] };
    expect(log.nodes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'claimed' }),
        expect.objectContaining({ action: 'decided', outcome: 'hide', subjectKind: 'post' }),
      ]),
    );
    for (const change of [
      'DELETE FROM moderation_log',
      `UPDATE moderation_log SET outcome = 'dismiss'`,
      'TRUNCATE moderation_log',
    ])
      await expect(users.database.query(change)).rejects.toThrow('only grows');
  });
});

describe('a decision', () => {
  it('is read by the player with its reason, and by the reporter without', async () => {
    const [ann, bob, mod] = [await verified(users), await verified(users), await moderator()];
    const post = await newPost(ann);
    await report(bob.as, 'post', post, 'hate');
    const one = await caseOf(mod, post);
    await decide(one, mod, { outcome: 'remove' });
    expect(await notice(one.id, ann.as)).toEqual({
      outcome: 'remove',
      reason: 'Not here.',
      canAppeal: true,
      suspendedUntil: null,
      appeal: null,
    });
    expect(await notice(one.id, bob.as)).toBeNull();
    expect(await toldOf(ann)).toEqual([{ type: 'moderation', id: one.id, outcome: 'remove' }]);
    const [{ id: reportId }] = (await ask<[{ id: string }]>('{ it: myReports(first: 5) { id } }', {}, bob.as)) as [
      { id: string },
    ];
    expect(await toldOf(bob)).toEqual([{ type: 'moderation', id: reportId, outcome: 'report_acted' }]);
    const own = (as: Identity) =>
      ask('query ($id: ID!) { it: myReport(id: $id) { subjectKind reason decided acted } }', { id: reportId }, as);
    expect([await own(bob.as), await own(ann.as)]).toEqual([
      { subjectKind: 'post', reason: 'hate', decided: true, acted: true },
      null,
    ]);
    expect(await ask('{ it: myNotices(first: 5) { id } }', {}, ann.as)).toEqual([{ id: one.id }]);
  });

  it('is appealed once, by the player alone, within 30 days, to another moderator, who restores the post', async () => {
    const [ann, bob, one, other] = [await verified(users), await verified(users), await moderator(), await moderator()];
    const post = await newPost(ann);
    await report(bob.as, 'post', post);
    const { id, version } = await caseOf(one, post);
    await decide({ id, version } as Case, one, { outcome: 'remove' });
    expect(await appeal(id, bob.as)).toBe('NOT_FOUND');
    await users.database.query(
      `UPDATE moderation_decisions SET decided_at = now() - interval '31 days' WHERE case_id = $1`,
      [id],
    );
    expect(await appeal(id, ann.as)).toBe('CONFLICT');
    await users.database.query(`UPDATE moderation_decisions SET decided_at = now() WHERE case_id = $1`, [id]);
    expect(await appeal(id, { ...ann.as, suspendedUntil: '2999-01-01T00:00:00.000Z' })).toEqual({ canAppeal: false });
    expect(await appeal(id, ann.as)).toBe('CONFLICT');
    const waiting = (await ask<{ nodes: { id: string }[] }>(
      '{ it: moderationAppeals(first: 50) { nodes { id } } }',
      {},
      other,
    )) as { nodes: { id: string }[] };
    expect(waiting.nodes.map((each) => each.id)).toContain(id);
    expect(await decideAppeal(id, one, true)).toBe('FORBIDDEN');
    expect(await decideAppeal(id, { ...ann.as, roles: ['moderator'] }, true)).toBe('FORBIDDEN');
    expect(await stateOf(post)).toBe('removed');
    expect(await decideAppeal(id, other, true)).toMatchObject({ decision: { appeal: { isOverturned: true } } });
    expect(await decideAppeal(id, other, false)).toBe('CONFLICT');
    expect(await stateOf(post)).toBeNull();
    expect(await notice(id, ann.as)).toMatchObject({
      canAppeal: false,
      appeal: { isOverturned: true, reason: 'Looked again.' },
    });
  });

  it('suspends for days or for good, and hides the work; the longest that stands counts', async () => {
    const [ann, bob, one, other] = [await verified(users), await verified(users), await moderator(), await moderator()];
    const work = await newWork(ann);
    await report(bob.as, 'work', work, 'private_place');
    const first = await caseOf(one, work);
    await decide(first, one, { outcome: 'suspend', suspendedDays: 3 });
    const player = (await users.database.query<{ id: string }[]>(`SELECT public_id($1::uuid) AS id`, [ann.id]))[0]!.id;
    await report(bob.as, 'player', player, 'harassment');
    const second = await caseOf(one, player);
    expect(await decide(second, one, { outcome: 'hide' })).toBe('VALIDATION_FAILED');
    await decide(second, one, { outcome: 'suspend' });
    const suspension = () => ask('{ it: me { suspension { until } } }', {}, ann.as);
    expect([await suspension(), await isListed(ann)]).toEqual([{ suspension: { until: null } }, false]);
    await appeal(second.id, ann.as);
    await decideAppeal(second.id, other, true);
    const until = ((await suspension()) as { suspension: { until: string } }).suspension.until;
    expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(3);
    await appeal(first.id, ann.as);
    await decideAppeal(first.id, other, true);
    expect([await suspension(), await isListed(ann)]).toEqual([{ suspension: null }, true]);
    expect(
      (await users.published(contentModerated)).filter(({ contentId }) => contentId === work).map(({ state }) => state),
    ).toEqual(['hidden', 'shown']);
    expect(
      (await users.published(accountStandingChanged))
        .filter(({ accountId }) => accountId === ann.id)
        .map(({ version }) => version),
    ).toEqual([1, 2, 3, 4]);
  });
});

import { randomUUID } from 'node:crypto';
import { accountStandingChanged, contentModerated } from '@sprayhunt/contracts';
import { IdempotentTransaction, type Identity, type Jobs, Outbox } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Consents } from '../consents/consents.js';
import { PostModeration } from '../forum/post-moderation.js';
import { Ranks } from '../leaderboard/ranks.js';
import type { Messages } from '../messages/messages.js';
import type { Notifications } from '../notifications/notifications.js';
import { Standings } from '../standings/standings.js';
import { Suspensions } from '../standings/suspensions.js';
import { tables } from '../tables.js';
import type { SubjectKind } from './case.entity.js';
import { DecisionsService } from './decisions.service.js';
import { Subjects } from './subjects.js';

let database: OpenDatabase;
let decisions: DecisionsService;

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
  const outbox = new Outbox('users');
  const jobs = { repeat: () => undefined } as unknown as Jobs;
  const suspensions = new Suspensions(
    new Standings(outbox),
    new Ranks(),
    new Consents(database.dataSource, outbox),
    database.dataSource,
    jobs,
  );
  const notifications = { add: () => Promise.resolve() } as unknown as Notifications;
  decisions = new DecisionsService(
    new IdempotentTransaction(database.dataSource),
    new Subjects(new PostModeration(), outbox),
    suspensions,
    notifications,
    {} as Messages,
  );
});
afterAll(() => database.close());

const query = <T>(sql: string, values: unknown[] = []) => database.dataSource.query<T[]>(sql, values);
const as = (subject: string) => ({ subject, kind: 'player' }) as Identity;

async function newAccount(): Promise<string> {
  const id = randomUUID();
  await query(`INSERT INTO accounts (id, status, pin_preferences, created_at) VALUES ($1, 'verified', '{}', now())`, [
    id,
  ]);
  return id;
}

async function newPost(authorId: string): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO posts (id, thread_id, author_id, title, content, language)
     VALUES ($1, $1, $2, 'Caps', 'Buy my caps', 'en')`,
    [id, authorId],
  );
  return id;
}

interface Subject {
  kind: SubjectKind;
  id: string;
  affectedId: string;
}

/** Decides a new case. @returns the case's id */
async function decide(
  { kind, id, affectedId }: Subject,
  outcome: 'hide' | 'remove' | 'suspend',
  suspendedDays?: number,
): Promise<string> {
  const caseId = await openCase({ kind, id, affectedId });
  await decideCase(caseId, outcome, suspendedDays);
  return caseId;
}
async function openCase({ kind, id, affectedId }: Subject): Promise<string> {
  const caseId = randomUUID();
  await query(
    `INSERT INTO moderation_cases (id, subject_kind, subject_id, affected_id, severity, reports)
     VALUES ($1, $2, $3, $4, 0, 0)`,
    [caseId, kind, id, affectedId],
  );
  return caseId;
}
const decideCase = async (id: string, outcome: string, suspendedDays?: number) =>
  decisions.decide(
    { id, version: 1, outcome: outcome as 'hide', reason: 'Not here.', ...(suspendedDays && { suspendedDays }) },
    as(await newAccount()),
  );
async function overturn(caseId: string, affectedId: string): Promise<void> {
  await decisions.appeal({ id: caseId, text: 'It is art.' }, as(affectedId));
  await decisions.decideAppeal({ id: caseId, overturned: true, reason: 'Looked again.' }, as(await newAccount()));
}

async function postState(id: string): Promise<string> {
  const [post] = await query<{ moderated: string | null }>(`SELECT moderated FROM posts WHERE id = $1`, [id]);
  return post!.moderated ?? 'shown';
}
/** The state that listeners end at: that of the highest version. */
const workState = async (id: string) => (await newestEvent<{ state: string }>(contentModerated.subject, id)).state;

/** Data of the event with the highest version. */
async function newestEvent<T>(subject: string, about: string): Promise<T> {
  const [newest] = await query<{ data: T }>(
    `SELECT event -> 'data' AS data FROM outbox WHERE subject = $1 AND event ->> 'subject' = $2
     ORDER BY (event -> 'data' ->> 'version')::int DESC LIMIT 1`,
    [subject, about],
  );
  return newest!.data;
}

describe.each([
  ['post', newPost, postState],
  ['work', () => Promise.resolve(randomUUID()), workState],
] as const)('a %s with two decisions', (kind, newSubject, stateOf) => {
  const subjectOfNewPlayer = async (): Promise<Subject> => {
    const affectedId = await newAccount();
    return { kind, id: await newSubject(affectedId), affectedId };
  };

  it('stays removed when a later one hides it, and when the hiding is overturned', async () => {
    const subject = await subjectOfNewPlayer();
    await decide(subject, 'remove');
    const hiding = await decide(subject, 'hide');
    expect(await stateOf(subject.id)).toBe('removed');
    await overturn(hiding, subject.affectedId);
    expect(await stateOf(subject.id)).toBe('removed');
  });

  it('stays hidden when the removal is overturned, and is shown when neither is in force', async () => {
    const subject = await subjectOfNewPlayer();
    const hiding = await decide(subject, 'hide');
    const removal = await decide(subject, 'remove');
    await overturn(removal, subject.affectedId);
    expect(await stateOf(subject.id)).toBe('hidden');
    await overturn(hiding, subject.affectedId);
    expect(await stateOf(subject.id)).toBe('shown');
  });

  it('ends at the stricter one when they come at the same time as the success of an appeal', async () => {
    for (let round = 0; round < 8; round += 1) {
      const subject = await subjectOfNewPlayer();
      const former = await decide(subject, 'hide');
      const next = await openCase(subject);
      await Promise.all([overturn(former, subject.affectedId), decideCase(next, 'remove')]);
      expect(await stateOf(subject.id)).toBe('removed');
    }
  });
});

describe('two suspensions of one player', () => {
  const daysUntil = (time: number) => Math.round((time - Date.now()) / 86_400_000);
  const suspendedDays = async (accountId: string) => {
    const [standing] = await query<{ until: Date }>(
      `SELECT suspended_until AS until FROM account_standings WHERE account_id = $1`,
      [accountId],
    );
    return daysUntil(standing!.until.getTime());
  };
  const publishedEnd = async (accountId: string) => {
    const { suspendedUntil } = await newestEvent<{ suspendedUntil: string }>(accountStandingChanged.subject, accountId);
    return daysUntil(Date.parse(suspendedUntil));
  };

  it('last as long as the longer one, also when both are decided at the same time', async () => {
    for (let round = 0; round < 12; round += 1) {
      const affectedId = await newAccount();
      // Without an earlier standing its insertion is a lock by itself.
      if (round % 2 === 1) await query(`INSERT INTO account_standings (account_id) VALUES ($1)`, [affectedId]);
      const suspend = (days: number) => decide({ kind: 'work', id: randomUUID(), affectedId }, 'suspend', days);
      await Promise.all(round % 4 < 2 ? [suspend(3), suspend(30)] : [suspend(30), suspend(3)]);
      expect([await suspendedDays(affectedId), await publishedEnd(affectedId)]).toEqual([30, 30]);
    }
  });
});

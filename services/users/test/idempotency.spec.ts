import { randomUUID } from 'node:crypto';
import { ANONYMOUS, type Identity } from '@sprayhunt/service-kit';
import { guest, withLostResponses } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASK_CODE, form, newestCode, SIGN_UP, signUp, verified, VERIFY, wrong } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

const THREAD = 'mutation ($input: CreateThreadInput!) { made: createThread(input: $input) { id } }';
const REPLY = 'mutation ($id: ID!, $content: String!) { made: replyToThread(id: $id, content: $content) { id } }';
const CLIENT = 'mutation ($input: PartnerRequestInput!) { made: requestPartnerClient(input: $input) { id } }';

async function send(
  document: string,
  variables: object,
  as: Identity,
  key: string,
): Promise<{ id?: string; code?: string }> {
  const headers = { 'idempotency-key': key };
  const { data, errors } = await users.graphql<{ made: { id: string } }>(document, variables, as, headers);
  return errors ? { code: errors[0]!.extensions.code } : { id: data!.made.id };
}
const count = async (table: string, column: string, value: string) =>
  (
    await users.database.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${table} WHERE ${column} = $1`, [value])
  )[0].n;

describe('a request that is sent again under its Idempotency-Key', () => {
  it('makes one thread, although the first request still waits for a lock when the second arrives', async () => {
    const ann = await verified(users);
    const [key, title] = [randomUUID(), randomUUID()];
    const thread = () => send(THREAD, { input: { title, content: 'A wall.' } }, ann.as, key);
    let unlock!: () => void;
    const isUnlocked = new Promise<void>((resolve) => (unlock = resolve));
    const lock = users.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE posts IN ACCESS EXCLUSIVE MODE');
      await isUnlocked;
    });
    const first = thread();
    await eventually(async () => expect(await waitingForPosts()).toBe(1));
    expect(await thread()).toEqual({ code: 'IDEMPOTENCY_KEY_RUNNING' });
    unlock();
    await lock;
    const { id } = await first;
    expect(id).toEqual(expect.any(String));
    expect(await thread()).toEqual({ id });
    expect(await count('posts', 'title', title)).toBe(1);
  });

  it('makes one reply and one request for a client', async () => {
    const ann = await verified(users);
    const { id: threadId } = await send(THREAD, { input: { title: 'Caps', content: 'A wall.' } }, ann.as, randomUUID());
    const [key, content, name] = [randomUUID(), randomUUID(), randomUUID().slice(0, 20)];
    const reply = () => send(REPLY, { id: threadId, content }, ann.as, key);
    expect(await reply()).toEqual(await reply());
    expect(await count('posts', 'content', content)).toBe(1);
    const input = {
      name,
      purpose: 'A map of murals for a city.',
      website: 'https://walls.example/',
      scopes: ['walls:read'],
    };
    const client = () => send(CLIENT, { input }, ann.as, key);
    const [asked, again] = [await client(), await client()];
    expect(asked.id).toEqual(expect.any(String));
    expect(again).toEqual(asked);
    expect(await count('partner_requests', 'name', name)).toBe(1);
  });

  it('is refused with other input, and runs for another player', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    const key = randomUUID();
    const thread = (title: string, as: Identity) => send(THREAD, { input: { title, content: 'A wall.' } }, as, key);
    const first = await thread('Caps', ann.as);
    expect(await thread('Other caps', ann.as)).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const other = await thread('Caps', bob.as);
    expect(other.id).toEqual(expect.any(String));
    expect(other.id).not.toBe(first.id);
  });

  it('repeats a refusal of the request itself', async () => {
    const ann = await verified(users);
    const { id } = await send(THREAD, { input: { title: 'Caps', content: 'A wall.' } }, ann.as, randomUUID());
    const key = randomUUID();
    const reply = () => send(REPLY, { id, content: 'Fat caps.' }, ann.as, key);
    await users.database.query(`UPDATE posts SET moderated = 'hidden' WHERE id = $1`, [id]);
    expect(await reply()).toEqual({ code: 'THREAD_CLOSED' });
    await users.database.query(`UPDATE posts SET moderated = NULL WHERE id = $1`, [id]);
    expect(await reply()).toEqual({ code: 'THREAD_CLOSED' });
  });
});

describe('a request whose response was lost when its process died', () => {
  it('makes one thread', async () => {
    const ann = await verified(users);
    const [key, title] = [randomUUID(), randomUUID()];
    const thread = () => send(THREAD, { input: { title, content: 'A wall.' } }, ann.as, key);
    const lost = await withLostResponses(users.database, thread);
    for (let times = 0; times < 2; times += 1) expect(await thread()).toEqual(lost);
    expect(await count('posts', 'title', title)).toBe(1);
  });

  it('makes one secret of a client, which it returns again', async () => {
    const ann = await verified(users);
    const clientId = randomUUID();
    await users.database.query(
      `INSERT INTO oauth_clients (client_id, owner_id, name, scopes, created_at)
        VALUES ($1, $2, $3, '{walls:read}', now())`,
      [clientId, ann.id, `Client ${clientId}`],
    );
    const key = { 'idempotency-key': randomUUID() };
    const secret = async () =>
      (
        await users.graphql<{ it: { secret: string } }>(
          'mutation ($id: ID!) { it: createPartnerSecret(id: $id, overlapHours: 0) { secret } }',
          { id: clientId },
          ann.as,
          key,
        )
      ).data!.it.secret;
    const lost = await withLostResponses(users.database, secret);
    expect(lost).toEqual(expect.any(String));
    for (let times = 0; times < 2; times += 1) expect(await secret()).toBe(lost);
    const stored = await users.database.query<{ row: string }[]>(`SELECT k::text AS row FROM idempotency_keys k`);
    for (const { row } of stored) expect(row).not.toContain(Buffer.from(lost).toString('hex'));
  });

  it('sends one code', async () => {
    const [ann, browser] = [await verified(users), guest()];
    const key = { 'idempotency-key': randomUUID() };
    const ask = () => users.graphql<object>(ASK_CODE, { contact: ann.email }, browser, key);
    const before = (await users.inbox(ann.email)).length;
    const lost = await withLostResponses(users.database, ask);
    expect(lost.data).toEqual({ requestSignInCode: true });
    for (let times = 0; times < 2; times += 1) expect(await ask()).toEqual(lost);
    await eventually(async () => expect(await users.inbox(ann.email)).toHaveLength(before + 1));
  });

  it('opens one account, and no session of it for who repeats the request', async () => {
    const input = form();
    const headers = { 'idempotency-key': randomUUID(), 'idempotency-holder': randomUUID() };
    const signUp = () => users.graphql<object>(SIGN_UP, { input }, ANONYMOUS, headers);
    const { grant, ...lost } = await withLostResponses(users.database, signUp);
    expect(grant).toMatchObject({ status: 'pending' });
    expect(lost.data).toEqual({ signUp: { status: 'pending' } });
    for (let times = 0; times < 2; times += 1) expect(await signUp()).toEqual(lost);
    expect(await count('accounts', 'username', input.username)).toBe(1);
    await eventually(async () => expect(await users.inbox(input.phone)).toHaveLength(1));
  });
});

describe('a code under an Idempotency-Key', () => {
  it('is tried once, however often the request is repeated, and another code needs another key', async () => {
    const ann = await signUp(users);
    const code = await newestCode(users, ann.phone);
    const key = { 'idempotency-key': randomUUID() };
    const tried = async (given: string) => {
      const { errors, grant } = await users.graphql<object>(VERIFY, { code: given }, ann.as, key);
      return errors?.[0]?.extensions.code ?? grant;
    };
    for (let times = 0; times < 2; times += 1) expect(await tried(wrong(code))).toBe('CODE_INVALID');
    expect(await tried(code)).toBe('IDEMPOTENCY_KEY_REUSED');
    const right = { 'idempotency-key': randomUUID() };
    const first = await users.graphql<object>(VERIFY, { code }, ann.as, right);
    expect(first.grant).toMatchObject({ status: 'verified' });
    // As from the session that the first response replaced.
    const holder = { ...right, 'idempotency-holder': ann.id };
    const repeated = await users.graphql<object>(VERIFY, { code }, ANONYMOUS, holder);
    expect(repeated).toEqual({ data: { verifyContact: true } });
  });
});

async function waitingForPosts(): Promise<number> {
  const [row] = await users.database.query<[{ n: number }]>(
    `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'posts'::regclass`,
  );
  return row.n;
}

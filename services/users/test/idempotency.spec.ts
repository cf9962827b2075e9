import { randomUUID } from 'node:crypto';
import type { Identity } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verified } from './people.js';
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

  it('runs after a refusal, which stored nothing', async () => {
    const ann = await verified(users);
    const { id } = await send(THREAD, { input: { title: 'Caps', content: 'A wall.' } }, ann.as, randomUUID());
    const key = randomUUID();
    const reply = () => send(REPLY, { id, content: 'Fat caps.' }, ann.as, key);
    await users.database.query(`UPDATE posts SET moderated = 'hidden' WHERE id = $1`, [id]);
    expect(await reply()).toEqual({ code: 'THREAD_CLOSED' });
    await users.database.query(`UPDATE posts SET moderated = NULL WHERE id = $1`, [id]);
    expect(await reply()).toEqual({ id: expect.any(String) });
  });
});

async function waitingForPosts(): Promise<number> {
  const [row] = await users.database.query<[{ n: number }]>(
    `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'posts'::regclass`,
  );
  return row.n;
}

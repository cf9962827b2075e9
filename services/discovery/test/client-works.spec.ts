import { partnerClientChanged } from '@sprayhunt/contracts';
import { type Identity, uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

interface Day {
  at: string;
  works: number;
}

let discovery: RunningDiscovery;
beforeAll(async () => {
  discovery = await runDiscovery();
});
afterAll(() => discovery.stop());

const ask = (as: Identity | undefined, clientId: string) =>
  discovery.graphql<{ clientWorks: Day[] } | null>(
    'query ($clientId: ID!) { clientWorks(clientId: $clientId) { at works } }',
    { clientId },
    as,
  );
const codeOf = async (as: Identity | undefined, clientId: string) =>
  (await ask(as, clientId)).errors?.[0]?.extensions.code;

async function clientOf(owner: Identity): Promise<string> {
  const clientId = uuidv7();
  await discovery.publish(
    eventOf(partnerClientChanged, {
      clientId,
      state: 'active',
      ownerId: owner.subject!,
      scopes: ['discoveries:read', 'discoveries:write'],
      version: 1,
    }),
  );
  await eventually(async () => expect(await codeOf(owner, clientId)).toBeUndefined());
  return clientId;
}

async function document(through?: string): Promise<string> {
  const as: Identity =
    through === undefined ? player() : { ...player(), client: through, scopes: ['discoveries:write'] };
  const input = { latitude: 21 + Math.random(), longitude: 12, title: uuidv7() };
  const { data } = await discovery.graphql<{ createDiscovery: { id: string } }>(
    'mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }',
    { input },
    as,
  );
  return data!.createDiscovery.id;
}

it("counts the works of a client's program by days in UTC, of 30 days, and no others", async () => {
  const owner = player();
  const [clientId, other] = [await clientOf(owner), await clientOf(owner)];
  const made = [await document(clientId), await document(clientId), await document(clientId)];
  await document(other);
  await document();
  const move = (id: string, days: number) =>
    discovery.database.query(
      `UPDATE discoveries SET created_at = date_trunc('day', now(), 'UTC') - make_interval(days => $2) WHERE id = $1`,
      [id, days],
    );
  await move(made[1]!, 29);
  await move(made[2]!, 30);
  const days = (await ask(owner, clientId)).data!.clientWorks;
  expect(days).toHaveLength(30);
  expect([days[0]!.works, days.at(-1)!.works, days.reduce((sum, { works }) => sum + works, 0)]).toEqual([1, 1, 2]);
  const today = new Date().toISOString().slice(0, 10);
  expect(new Date(days.at(-1)!.at).toISOString()).toBe(`${today}T00:00:00.000Z`);
});

it('is for the owner of the client, until it is revoked', async () => {
  const owner = player();
  const clientId = await clientOf(owner);
  expect(await codeOf(player(), clientId)).toBe('NOT_FOUND');
  expect(await codeOf(owner, uuidv7())).toBe('NOT_FOUND');
  expect(await codeOf(owner, 'mine')).toBe('VALIDATION_FAILED');
  expect(await codeOf(undefined, clientId)).toBe('UNAUTHENTICATED');
  expect(await codeOf({ kind: 'partner', subject: clientId, scopes: ['discoveries:read'] }, clientId)).toBe(
    'FORBIDDEN',
  );
  await discovery.publish(
    eventOf(partnerClientChanged, { clientId, state: 'revoked', ownerId: null, scopes: [], version: 2 }),
  );
  await eventually(async () => expect(await codeOf(owner, clientId)).toBe('NOT_FOUND'));
});

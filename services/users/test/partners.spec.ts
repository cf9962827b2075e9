import type { Identity } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Erasures } from '../src/erasure/erasures.js';
import { PartnerNotices } from '../src/partners/partner-notices.js';
import { verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

interface Client {
  id: string;
  formerSecretUntil: string;
  state: string;
  hasSecret: boolean;
  reason: string | null;
}

const CLIENT = 'id name purpose website scopes state reason hasSecret formerSecretUntil revokedAt';
let made = 0;

/** The result, or the code of the refusal. */
async function ask<T>(document: string, variables: object, as: Identity): Promise<T | string> {
  const { data, errors } = await users.graphql<{ it: T }>(document, variables, as);
  return errors ? errors[0]!.extensions.code : data!.it;
}
const input = () => ({
  name: `Guide ${(made += 1)}`,
  purpose: 'A map.',
  website: 'https://guide.example',
  scopes: ['walls:read'],
});
const request = (as: Identity) =>
  ask<Client>(
    `mutation ($input: PartnerRequestInput!) { it: requestPartnerClient(input: $input) { ${CLIENT} } }`,
    { input: input() },
    as,
  );
const own = async (as: Identity) => (await ask<Client[]>(`{ it: myPartnerClients { ${CLIENT} } }`, {}, as)) as Client[];
const waiting = (as: Identity, after?: string) =>
  ask<{ nodes: { id: string; player: string }[]; pageInfo: { endCursor: string } }>(
    `query ($after: String) { it: partnerRequests(first: 1, after: $after) { nodes { id player name activeClients
      } pageInfo { endCursor hasNextPage } } }`,
    { after },
    as,
  );
const decide = (id: string, as: Identity, isApproved: boolean, reason?: string) =>
  ask(
    'mutation ($input: PartnerDecisionInput!) { it: decidePartnerRequest(input: $input) }',
    { input: { id, isApproved, reason } },
    as,
  );
const secretOf = (id: string, as: Identity, overlapHours = 24) =>
  ask<{ secret: string; client: Client }>(
    `mutation ($id: ID!, $hours: Int!) { it: createPartnerSecret(id: $id, overlapHours: $hours) { secret client {
      ${CLIENT} } } }`,
    { id, hours: overlapHours },
    as,
  );
const revoke = (id: string, as: Identity) =>
  ask<Client>(`mutation ($id: ID!) { it: revokePartnerClient(id: $id) { ${CLIENT} } }`, { id }, as);
const operator = async (): Promise<Identity> => ({ ...(await verified(users)).as, roles: ['operator'] });
const toldOf = async (id: string) =>
  (
    await users.database.query<{ subject: object }[]>(
      `SELECT subject FROM notifications WHERE account_id = $1 AND kind = 'partner'`,
      [id],
    )
  ).map(({ subject }) => subject);

async function tokenStatus(id: string, secret: string): Promise<number> {
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
  const response = await fetch(`${users.url}/oidc/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  await response.body?.cancel();
  return response.status;
}

describe('clients of players', () => {
  it('go from a request by an approval to a secret, a token, a rotation and an end', async () => {
    const [ann, carl] = [await verified(users), await operator()];
    const asked = (await request(ann.as)) as Client;
    expect(asked).toMatchObject({
      state: 'waiting',
      hasSecret: false,
      scopes: ['walls:read'],
      website: 'https://guide.example/',
    });
    expect(await secretOf(asked.id, ann.as)).toBe('NOT_FOUND');
    expect(await decide(asked.id, carl, true)).toBe(true);
    expect(await own(ann.as)).toMatchObject([{ id: asked.id, state: 'active', hasSecret: false }]);
    const { secret } = (await secretOf(asked.id, ann.as)) as { secret: string };
    expect(await tokenStatus(asked.id, secret)).toBe(200);
    const renewed = (await secretOf(asked.id, ann.as)) as { secret: string; client: Client };
    expect(Date.parse(renewed.client.formerSecretUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect([await tokenStatus(asked.id, secret), await tokenStatus(asked.id, renewed.secret)]).toEqual([200, 200]);
    expect(await revoke(asked.id, ann.as)).toMatchObject({ state: 'revoked' });
    expect(await tokenStatus(asked.id, renewed.secret)).toBe(401);
    await eventually(async () =>
      expect(await toldOf(ann.id)).toEqual([
        { type: 'partner', id: asked.id, title: expect.stringContaining('Guide') as unknown, outcome: 'approved' },
      ]),
    );
  });

  it('belong to their owner only, and requests are decided by operators only', async () => {
    const [ann, bob, carl] = [await verified(users), await verified(users), await operator()];
    const { id } = (await request(ann.as)) as Client;
    expect(await decide(id, ann.as, true)).toBe('ROLE_MISSING');
    expect(await waiting(bob.as)).toBe('ROLE_MISSING');
    await decide(id, carl, true);
    expect([await secretOf(id, bob.as), await revoke(id, bob.as), await own(bob.as)]).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      [],
    ]);
    expect(await request({ ...ann.as, status: 'pending' })).toBe('CONTACT_NOT_VERIFIED');
  });

  it('wait in a queue page by page, and a declined one says why until it is swept', async () => {
    const [ann, carl] = [await verified(users), await operator()];
    const [first, second] = [(await request(ann.as)) as Client, (await request(ann.as)) as Client];
    const ids: string[] = [];
    for (let after: string | undefined; ids.length === 0 || after;) {
      const page = (await waiting(carl, after)) as { nodes: { id: string }[]; pageInfo: { endCursor?: string } };
      ids.push(...page.nodes.map(({ id }) => id));
      after = page.pageInfo.endCursor ?? undefined;
    }
    expect(ids.slice(-2)).toEqual([first.id, second.id]);
    expect(await decide(first.id, carl, false)).toBe('VALIDATION_FAILED');
    expect(await decide(first.id, carl, false, 'Say more.')).toBe(true);
    expect(await decide(first.id, carl, true)).toBe('CONFLICT');
    expect((await own(ann.as)).find(({ id }) => id === first.id)).toMatchObject({
      state: 'declined',
      reason: 'Say more.',
    });
    await users.database.query(`UPDATE partner_requests SET decided_at = now() - interval '181 days' WHERE id = $1`, [
      first.id,
    ]);
    await users.app.get(PartnerNotices).sweep();
    expect((await own(ann.as)).map(({ id }) => id)).toEqual([second.id]);
  });

  it('end with the account of their owner', async () => {
    const [ann, carl] = [await verified(users), await operator()];
    const { id } = (await request(ann.as)) as Client;
    await decide(id, carl, true);
    const { secret } = (await secretOf(id, ann.as)) as { secret: string };
    expect(await tokenStatus(id, secret)).toBe(200);
    await users.database.transaction((tx) => users.app.get(Erasures).erase(tx, ann.id));
    expect(await tokenStatus(id, secret)).toBe(401);
    expect(
      await users.database.query(
        `SELECT FROM partner_requests WHERE id = $1 UNION ALL SELECT FROM oauth_clients WHERE client_id = $1`,
        [id],
      ),
    ).toEqual([]);
  });
});

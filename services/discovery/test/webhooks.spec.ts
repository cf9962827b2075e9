import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountErased, partnerClientChanged } from '@sprayhunt/contracts';
import { type Identity, uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, player, withLostResponses } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runDiscovery, type RunningDiscovery } from './running-discovery.js';

let discovery: RunningDiscovery;
let server: Server;
let address: string;
let received: { headers: IncomingHttpHeaders; body: string }[];

beforeAll(async () => {
  discovery = await runDiscovery({ WEBHOOK_LOOPBACK: 'true' });
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  received = [];
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${uuidv7()}`;
});
afterAll(async () => {
  await discovery.stop();
  server.close();
});

const SCOPES = ['webhooks:manage', 'discoveries:read', 'walls:read'];
const partner = (scopes = SCOPES, subject = uuidv7()): Identity & { subject: string } => ({
  kind: 'partner',
  subject,
  scopes,
});

const ENDPOINT = 'id clientId url kinds bbox state failingSince nextAttemptAt formerSecretUntil isTesting';
const CREATE = `mutation ($input: WebhookEndpointInput!) { done: createWebhookEndpoint(input: $input) {
  secret endpoint { ${ENDPOINT} } } }`;
const ROTATE = `mutation ($id: ID!) { done: rotateWebhookSecret(id: $id) { secret endpoint { ${ENDPOINT} } } }`;
interface Made {
  done: { secret: string; endpoint: { id: string; clientId: string; state: string; formerSecretUntil: string | null } };
}
const create = (as: Identity, input: object = {}) =>
  discovery.graphql<Made | null>(
    CREATE,
    { input: { url: address, kinds: ['work.created', 'work.removed'], ...input } },
    as,
  );
const made = async (as: Identity, input: object = {}) => (await create(as, input)).data!.done;
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
const list = async (as: Identity) =>
  (
    await discovery.graphql<{ webhookEndpoints: { id: string; url: string; kinds: string[]; state: string }[] }>(
      `{ webhookEndpoints { ${ENDPOINT} } }`,
      {},
      as,
    )
  ).data!.webhookEndpoints;
const run = (as: Identity, mutation: string, id: string, more = '') =>
  discovery.graphql<Record<string, unknown> | null>(
    `mutation ($id: ID!) { done: ${mutation}(id: $id${more}) ${
      mutation === 'deleteWebhookEndpoint'
        ? ''
        : `{ __typename
      }`
    } }`,
    { id },
    as,
  );
const tell = (clientId: string, said: object) =>
  discovery.publish(
    eventOf(partnerClientChanged, { clientId, state: 'active', ownerId: null, scopes: SCOPES, version: 1, ...said }),
  );

async function newWork(title: string): Promise<string> {
  const { data } = await discovery.graphql<{ createDiscovery: { id: string } }>(
    'mutation ($input: CreateDiscoveryInput!) { createDiscovery(input: $input) { id } }',
    { input: { latitude: 11 + Math.random(), longitude: 12, title } },
    player(),
  );
  return data!.createDiscovery.id;
}

describe('webhooks of a partner', () => {
  it('deliver a new work, signed, and log it; during a rotation with both secrets', async () => {
    const client = partner();
    const { endpoint, secret } = await made(client);
    expect(endpoint).toMatchObject({ clientId: client.subject, state: 'active', formerSecretUntil: null });
    const rotated = await discovery.graphql<Made>(ROTATE, { id: endpoint.id }, client);
    const fresh = rotated.data!.done.secret;
    expect(rotated.data!.done.endpoint.formerSecretUntil).not.toBeNull();
    const work = await newWork('Ibis');
    const [{ headers, body }] = await eventually(
      () => (expect(received).toHaveLength(1), received as [(typeof received)[number]]),
      { timeout: 8_000 },
    );
    for (const known of [secret, fresh])
      expect(new Webhook(known).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'work.created',
        data: { id: work, work: { title: 'Ibis' } },
      });
    expect(body).not.toContain('liked');
    await eventually(async () => {
      const { data } = await discovery.graphql<{ webhookDeliveries: { nodes: object[] } }>(
        `query ($id: ID!) { webhookDeliveries(endpointId: $id, first: 5) { nodes {
          kind status attempt error messageId durationMs } pageInfo { hasNextPage } } }`,
        { id: endpoint.id },
        client,
      );
      expect(data!.webhookDeliveries.nodes).toEqual([
        expect.objectContaining({ kind: 'work.created', status: 204, attempt: 1, error: null }),
      ]);
    });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(codeOf(await run(client, 'replayWebhook', endpoint.id, `, since: "${since}"`))).toBeUndefined();
    await eventually(
      () => expect(received.filter((one) => one.headers['webhook-id'] === headers['webhook-id'])).toHaveLength(2),
      { timeout: 8_000 },
    );
    await run(client, 'testWebhook', endpoint.id);
    await eventually(() => expect(received.some((one) => one.body.includes('"ping"'))).toBe(true), { timeout: 8_000 });
    expect((await run(client, 'deleteWebhookEndpoint', endpoint.id)).data).toEqual({ done: true });
    expect((await run(client, 'deleteWebhookEndpoint', endpoint.id)).data).toEqual({ done: false });
  });

  it('are made and get a new secret once, although the response was lost', async () => {
    const client = partner();
    const headers = () => ({ 'idempotency-key': uuidv7() });
    const repeated = async (query: string, variables: object, key = headers()) => {
      const send = async () => (await discovery.graphql<Made>(query, variables, client, key)).data!.done;
      const lost = await withLostResponses(discovery.database, send);
      for (let times = 0; times < 2; times += 1) expect(await send()).toEqual(lost);
      return lost;
    };
    const { endpoint, secret } = await repeated(CREATE, { input: { url: address, kinds: ['work.created'] } });
    expect(await list(client)).toHaveLength(1);
    const rotated = await repeated(ROTATE, { id: endpoint.id });
    const [stored] = await discovery.database.query<{ secrets: string[] }[]>(
      `SELECT ARRAY[encode(secret, 'base64'), encode(former_secret, 'base64')] AS secrets FROM webhook_endpoints
        WHERE id = $1`,
      [endpoint.id],
    );
    expect(stored!.secrets.map((each) => `whsec_${each}`)).toEqual([rotated.secret, secret]);
    await run(client, 'deleteWebhookEndpoint', endpoint.id);
  });

  it('send one message again, once, and no test delivery', async () => {
    const client = partner();
    const { endpoint } = await made(client);
    const work = await newWork('Heron');
    await eventually(() => expect(received).toHaveLength(1), { timeout: 8_000 });
    await run(client, 'testWebhook', endpoint.id);
    const deliveries = () =>
      discovery.database.query<{ id: string; kind: string; attempt: number; message_id: string }[]>(
        `SELECT id::text, kind, attempt, message_id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id`,
        [endpoint.id],
      );
    const [sent, ping] = await eventually(
      async () => {
        const rows = await deliveries();
        expect(rows).toHaveLength(2);
        return rows;
      },
      { timeout: 8_000 },
    );
    const redeliver = (as: Identity, deliveryId: string) =>
      run(as, 'redeliverWebhook', endpoint.id, `, deliveryId: "${deliveryId}"`);
    expect(codeOf(await redeliver(client, sent!.id))).toBeUndefined();
    await eventually(
      async () =>
        expect((await deliveries())[2]).toMatchObject({
          kind: 'work.created',
          attempt: 2,
          message_id: sent!.message_id,
        }),
      { timeout: 8_000 },
    );
    expect(received.filter(({ body }) => body.includes(work))).toHaveLength(2);
    expect(
      await discovery.database.query(`SELECT resending FROM webhook_endpoints WHERE id = $1`, [endpoint.id]),
    ).toEqual([{ resending: [] }]);
    expect(codeOf(await redeliver(client, ping!.id))).toBe('VALIDATION_FAILED');
    expect(codeOf(await redeliver(client, '999999999'))).toBe('NOT_FOUND');
    expect(codeOf(await redeliver(partner(), sent!.id))).toBe('NOT_FOUND');
    await discovery.database.query(
      `UPDATE webhook_endpoints SET resending = ARRAY(SELECT generate_series(900000001, 900000020)),
        leased_until = now() + interval '1 hour' WHERE id = $1`,
      [endpoint.id],
    );
    expect(codeOf(await redeliver(client, sent!.id))).toBe('LIST_FULL');
    await discovery.database.query(`DELETE FROM changes WHERE position = $1`, [
      sent!.message_id.replace('change_', ''),
    ]);
    expect(codeOf(await redeliver(client, sent!.id))).toBe('CHANGES_EXPIRED');
  });

  it('change their address, kinds and box, within the rules of new ones', async () => {
    const client = partner(['webhooks:manage', 'discoveries:read']);
    const { endpoint } = await made(client);
    await made(client, { url: `${address}/second` });
    const update = (as: Identity, input: object) =>
      discovery.graphql<{ done: object } | null>(
        `mutation ($id: ID!, $input: WebhookEndpointUpdate!) { done: updateWebhookEndpoint(id: $id, input: $input) {
          url kinds bbox state failingSince nextAttemptAt } }`,
        { id: endpoint.id, input: { url: address, kinds: ['work.created'], ...input } },
        as,
      );
    await discovery.database.query(
      `UPDATE webhook_endpoints SET failing_since = now(), attempts = 3, next_at = now() + interval '1 hour'
        WHERE id = $1`,
      [endpoint.id],
    );
    expect((await update(client, { kinds: ['work.removed', 'work.removed'], bbox: [1, 2, 3, 4] })).data).toMatchObject({
      done: { url: address, kinds: ['work.removed'], bbox: [1, 2, 3, 4], nextAttemptAt: expect.any(String) },
    });
    expect((await update(client, { url: `${address}/moved` })).data).toEqual({
      done: {
        url: `${address}/moved`,
        kinds: ['work.created'],
        bbox: null,
        state: 'active',
        failingSince: null,
        nextAttemptAt: null,
      },
    });
    expect(codeOf(await update(client, { url: `${address}/second` }))).toBe('CONFLICT');
    expect(codeOf(await update(client, { url: 'https://10.0.0.1/' }))).toBe('VALIDATION_FAILED');
    expect(codeOf(await update(client, { kinds: ['wall.created'] }))).toBe('SCOPE_MISSING');
    expect(codeOf(await update(partner(), {}))).toBe('NOT_FOUND');
  });

  it('are within the scopes of the token, at public addresses, five at most and one for each address', async () => {
    const client = partner(['webhooks:manage', 'discoveries:read']);
    expect(codeOf(await create(client, { kinds: ['wall.created'] }))).toBe('SCOPE_MISSING');
    expect(codeOf(await create(partner(['discoveries:read'])))).toBe('SCOPE_MISSING');
    for (const input of [
      { url: 'https://10.0.0.1/' },
      { url: 'nowhere' },
      { url: `https://x.example/${'x'.repeat(2_048)}` },
      { kinds: [] },
      { kinds: ['work.painted'] },
      { bbox: [1, 2] },
    ])
      expect([input, codeOf(await create(client, input))]).toEqual([input, 'VALIDATION_FAILED']);
    await made(client);
    expect(codeOf(await create(client))).toBe('CONFLICT');
    for (let more = 0; more < 4; more += 1) await made(client, { url: `${address}/${more}` });
    expect(codeOf(await create(client, { url: `${address}/sixth` }))).toBe('LIST_FULL');
    expect(await list(client)).toHaveLength(5);
  });

  it("are no other client's", async () => {
    const { endpoint } = await made(partner());
    const other = partner();
    for (const [mutation, more] of [
      ['rotateWebhookSecret'],
      ['replayWebhook', ', since: "2026-11-20T00:00:00Z"'],
      ['resumeWebhookEndpoint'],
      ['testWebhook'],
    ] as const)
      expect([
        mutation,
        ['NOT_FOUND', 'CHANGES_EXPIRED'].includes(codeOf(await run(other, mutation, endpoint.id, more))!),
      ]).toEqual([mutation, true]);
    expect((await run(other, 'deleteWebhookEndpoint', endpoint.id)).data).toEqual({ done: false });
    expect(await list(other)).toEqual([]);
    expect(codeOf(await create(other, { clientId: uuidv7() }))).toBe('NOT_FOUND');
  });

  it('are managed by the owner of the client, and end with the client or the account', async () => {
    const [owner, clientId] = [player(), uuidv7()];
    await tell(clientId, { ownerId: owner.subject });
    await eventually(async () => expect(codeOf(await create(owner, { clientId }))).toBeUndefined());
    expect(codeOf(await create(player(), { clientId }))).toBe('NOT_FOUND');
    expect(codeOf(await create(owner))).toBe('VALIDATION_FAILED');
    expect(await list(owner)).toMatchObject([{ url: address, state: 'active' }]);
    expect(await list(partner(SCOPES, clientId))).toHaveLength(1);
    await tell(clientId, { ownerId: owner.subject, scopes: ['walls:read'], version: 2 });
    await eventually(async () => expect(await list(owner)).toEqual([]));
    await made(owner, { clientId, kinds: ['wall.created'] });
    await tell(clientId, { state: 'revoked', version: 3 });
    await eventually(async () => expect(await list(partner(SCOPES, clientId))).toEqual([]));
    expect(await discovery.database.query(`SELECT FROM webhook_endpoints WHERE client_id = $1`, [clientId])).toEqual(
      [],
    );
    expect(codeOf(await create(partner(SCOPES, clientId)))).toBe('NOT_FOUND');
    await tell(clientId, { ownerId: owner.subject, version: 2 });

    const second = uuidv7();
    await tell(second, { ownerId: owner.subject });
    await eventually(async () => expect(codeOf(await create(owner, { clientId: second }))).toBeUndefined());
    await discovery.publish(eventOf(accountErased, { accountId: owner.subject }));
    await eventually(async () =>
      expect(await discovery.database.query(`SELECT FROM webhook_endpoints WHERE client_id = $1`, [second])).toEqual(
        [],
      ),
    );
    expect(await discovery.database.query(`SELECT FROM partner_clients WHERE owner_id = $1`, [owner.subject])).toEqual(
      [],
    );
  });
});

it('the switch for this machine is not for production', async () => {
  const { discoveryConfig } = await import('../src/config.js');
  const faults = discoveryConfig.safeParse({
    ...discovery.config,
    MODE: 'production',
    PUBLIC_URL: 'https://play.example',
    WEBHOOK_LOOPBACK: 'true',
  }).error?.issues;
  expect(faults).toEqual(expect.arrayContaining([expect.objectContaining({ path: ['WEBHOOK_LOOPBACK'] })]));
});

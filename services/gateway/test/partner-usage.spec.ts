import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { partnerClientChanged } from '@sprayhunt/contracts';
import { log } from '@sprayhunt/service-kit';
import { eventOf } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { PartnerUsage } from '../src/partners/partner-usage.js';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

const WALLS =
  '{ legalWallsNearby(latitude: 1, longitude: 2, first: 20) { nodes { id name } pageInfo { hasNextPage } } }';

let gateway: RunningGateway;
let other: Awaited<ReturnType<RunningGateway['another']>>;
let database: pg.Client;
/** Clients of the signed-in player, as users tell of them. */
let own: string[] = [];

beforeAll(async () => {
  gateway = await runGateway({ RATE_POINTS: '1000/36000' });
  other = await gateway.another();
  database = new pg.Client({ connectionString: gateway.adminUrl });
  await database.connect();
  gateway.users.root['myPartnerClients'] = () => own.map((id) => ({ id }));
  gateway.discovery.root['legalWallsNearby'] = () => ({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
});
afterAll(async () => {
  await database.end();
  await other.stop();
  await gateway.stop();
});

const tokenOf = (clientId: string) =>
  gateway.issuer.token({ sub: clientId, client_id: clientId, scope: 'discoveries:read walls:read' });

async function player(): Promise<Browser> {
  const browser = new Browser(gateway.url);
  await browser.post('/api/sms-signup', signUpForm());
  return browser;
}

interface Used {
  at: string;
  calls: number;
  refused: number;
  points: number;
}
const usageOf = async (browser: Browser, clientId: string) =>
  (await browser.get(`/api/partner-clients/${clientId}/usage`)).json as { hours: Used[]; days: Used[] };

describe('what a client uses', () => {
  it('is the sum of all gateways, with refusals, by hours and days', async () => {
    const clientId = randomUUID();
    own = [clientId];
    const headers = { authorization: `Bearer ${await tokenOf(clientId)}` };
    let points = 0;
    for (const url of [gateway.url, other.url]) {
      const program = new Browser(url, null);
      const { json } = await program.graphql(WALLS, {}, headers);
      expect(json.extensions.cost.actual).toBeGreaterThan(0);
      points += json.extensions.cost.actual;
      expect((await program.get('/api/legal-walls/nearby?latitude=1&longitude=2&limit=500', { headers })).status).toBe(
        429,
      );
    }
    const owner = await player();
    await eventually(
      async () => {
        const { hours, days } = await usageOf(owner, clientId);
        expect([hours.length, days.length]).toEqual([48, 30]);
        expect(hours.at(-1)).toEqual({
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/),
          calls: 4,
          refused: 2,
          points,
        });
        expect(days.at(-1)).toEqual({ at: expect.stringMatching(/T00:00:00Z$/), calls: 4, refused: 2, points });
        expect(days[0]).toMatchObject({ calls: 0, refused: 0, points: 0 });
      },
      { timeout: 8_000 },
    );
  });

  it('is a row for each hour, of which those of a day are one sum, and those of more than a month go', async () => {
    const clientId = randomUUID();
    own = [clientId];
    const insert = (hoursAgo: number, points: number) =>
      database.query(
        `INSERT INTO gateway.partner_usage
         VALUES ($1, date_trunc('hour', now() - make_interval(hours => $2)), 1, 0, $3)`,
        [clientId, hoursAgo, points],
      );
    await insert(0, 5);
    await insert(24 * 10, 7);
    await insert(24 * 32, 11);
    const { hours, days } = await usageOf(await player(), clientId);
    expect(hours.filter(({ calls }) => calls > 0).map(({ points }) => points)).toEqual([5]);
    expect(days.filter(({ calls }) => calls > 0).map(({ points }) => points)).toEqual([7, 5]);
    await gateway.app.get(PartnerUsage).sweep();
    const { rows } = await database.query<{ points: string }>(
      'SELECT points FROM gateway.partner_usage WHERE client_id = $1 ORDER BY hour',
      [clientId],
    );
    expect(rows.map(({ points }) => points)).toEqual(['7', '5']);
  });

  it('is written later if the database was down', async () => {
    const clientId = randomUUID();
    const usage = gateway.app.get(PartnerUsage);
    const warned = jest.spyOn(log, 'warn');
    await database.query('ALTER TABLE gateway.partner_usage RENAME TO elsewhere');
    usage.add(clientId, { calls: 1, refused: 0, points: 4 });
    await eventually(() =>
      expect(warned).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('could not be stored')),
    );
    warned.mockRestore();
    await database.query('ALTER TABLE gateway.elsewhere RENAME TO partner_usage');
    usage.add(clientId, { calls: 1, refused: 1, points: 0 });
    await eventually(
      async () => expect((await usage.of(clientId, 'hour', 1))[0]).toMatchObject({ calls: 2, refused: 1, points: 4 }),
      { timeout: 8_000 },
    );
  });

  it('is hidden from other players, guests and partners', async () => {
    const clientId = randomUUID();
    own = [randomUUID()];
    const path = `/api/partner-clients/${clientId}/usage`;
    const seen = async (call: Promise<{ status: number; json: { code: string } }>) => {
      const { status, json } = await call;
      return [status, json.code];
    };
    const owner = await player();
    expect(await seen(owner.get(path))).toEqual([404, 'NOT_FOUND']);
    expect(await seen(owner.get('/api/partner-clients/me/usage'))).toEqual([404, 'NOT_FOUND']);
    expect(await seen(new Browser(gateway.url).get(path))).toEqual([401, 'UNAUTHENTICATED']);
    expect(
      await seen(
        new Browser(gateway.url, null).get(path, { headers: { authorization: `Bearer ${await tokenOf(clientId)}` } }),
      ),
    ).toEqual([403, 'FORBIDDEN']);
  });

  it('is deleted with the client, and nothing of it is written afterwards', async () => {
    const clientId = randomUUID();
    const usage = gateway.app.get(PartnerUsage);
    const rows = async () =>
      (await database.query('SELECT FROM gateway.partner_usage WHERE client_id = $1', [clientId])).rowCount;
    usage.add(clientId, { calls: 1, refused: 0, points: 1 });
    await eventually(async () => expect(await rows()).toBe(1), { timeout: 8_000 });
    await gateway.publish(
      eventOf(partnerClientChanged, { clientId, ownerId: null, scopes: ['walls:read'], state: 'revoked', version: 2 }),
    );
    await eventually(async () => expect(await rows()).toBe(0), { timeout: 8_000 });
    usage.add(clientId, { calls: 1, refused: 0, points: 1 });
    await usage.beforeApplicationShutdown();
    expect(await rows()).toBe(0);
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

let gateway: RunningGateway;
let guest: Browser;
beforeAll(async () => {
  gateway = await runGateway();
  guest = new Browser(gateway.url);
});
afterAll(() => gateway.stop());

/** Arguments of a root field in the request to discovery. */
async function argumentsOf(field: string, path: string): Promise<unknown> {
  let received: unknown;
  const before = gateway.discovery.root[field]!;
  gateway.discovery.root[field] = (args, call) => ((received = args), before(args, call));
  expect((await guest.get(path)).status).toBe(200);
  gateway.discovery.root[field] = before;
  return received;
}

it('artists are a list under the names of the specification, open to all [REST-48 ENT-23 PERM-10]', async () => {
  const { status, json } = await guest.get('/api/artists');
  expect(status).toBe(200);
  expect(json[0]).toMatchObject({
    id: 'vixen',
    name: 'Vixen',
    aka: ['Vix'],
    city: 'Melbourne',
    country: 'Australia',
    activeYears: '2001–present',
    style: 'Foxes',
    achievements: ['A fox'],
  });
  expect(await argumentsOf('artists', '/api/artists?search=vix')).toMatchObject({ search: 'vix', first: 200 });
});

it('one artist comes with works; an unknown one is not found', async () => {
  expect((await guest.get('/api/artists/vixen')).json).toMatchObject({
    id: 'vixen',
    works: { nodes: [{ artist_name: expect.any(String) }] },
  });
  expect((await guest.get('/api/artists/nobody')).status).toBe(404);
});

it('the colour chart is searched and sorted, open to all', async () => {
  expect((await guest.get('/api/colors')).json).toEqual([
    { code: 'SH-101', name: 'Blank Wall', family: 'Neutral', hex: '#ffffff', lightness: 1, hue: null },
  ]);
  expect(await argumentsOf('colors', '/api/colors?search=lime&sort=hue')).toMatchObject({
    search: 'lime',
    sort: 'hue',
    first: 200,
  });
});

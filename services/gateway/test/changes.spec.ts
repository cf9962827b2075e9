import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
let guest: Browser;
beforeAll(async () => {
  gateway = await runGateway();
  guest = new Browser(gateway.url);
});
afterAll(() => gateway.stop());

it('changes come with their works, and with where to go on', async () => {
  const { status, json } = await guest.get('/api/changes');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    nodes: [
      { kind: 'work.created', work: { artist_name: expect.any(String) } },
      { kind: 'wall.removed', work: null, wall: null },
    ],
    pageInfo: { hasNextPage: false, endCursor: 'WzJd' },
  });
});

it('changes are narrowed by the query, whose lists have commas', async () => {
  let received: unknown;
  const before = gateway.discovery.root['changes']!;
  gateway.discovery.root['changes'] = (args, call) => ((received = args), before(args, call));
  await guest.get('/api/changes?since=WzFd&limit=20&kinds=work.created,work.removed&bbox=-74,45.4,-73,%2046');
  expect(received).toEqual({
    since: 'WzFd',
    first: 20,
    kinds: ['work.created', 'work.removed'],
    bbox: [-74, 45.4, -73, 46],
  });
  await guest.get('/api/changes?kinds=&bbox=');
  expect(received).toEqual({ first: 100 });
  for (const bbox of ['1,2,3', '1,2,3,x', '1,2,3,', '1,2,3,4,5', '1,2,3,Infinity'])
    expect(await guest.get(`/api/changes?bbox=${bbox}`)).toMatchObject({
      status: 422,
      json: { code: 'VALIDATION_FAILED', detail: expect.stringContaining('bbox') },
    });
  gateway.discovery.root['changes'] = () => {
    throw refusal('CHANGES_EXPIRED', 'Too long ago.');
  };
  expect(await guest.get('/api/changes?since=WzFd')).toMatchObject({
    status: 410,
    json: { code: 'CHANGES_EXPIRED', title: 'Changes Expired' },
  });
  gateway.discovery.root['changes'] = before;
});

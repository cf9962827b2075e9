import { promisify } from 'node:util';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runGateway, type RunningGateway } from './running-gateway.js';

/** Milliseconds; services offer to keep a connection for 72 seconds. */
const FAR_LESS = 5_000;

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

it('a connection to a service is kept for the next request, and closed by the gateway', async () => {
  const { server } = gateway.discovery.server;
  const open = promisify(server.getConnections.bind(server));
  let made = 0;
  server.on('connection', () => (made += 1));
  const read = async () =>
    expect((await fetch(`${gateway.url}/api/discoveries/nearby?latitude=1&longitude=2`)).status).toBe(200);
  for (let times = 0; times < 3; times += 1) await read();
  expect([made, await open()]).toEqual([1, 1]);
  await eventually(async () => expect(await open()).toBe(0), { timeout: FAR_LESS });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE } from './stub-responses.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

it('notifications are a list for the signed-in player, and marked as read without a body', async () => {
  const player = new Browser(gateway.url);
  await player.post('/api/sms-signup', signUpForm());
  await player.post('/api/verify-contact', { code: CODE });
  const { status, json } = await player.get('/api/notifications?limit=5');
  expect([status, json]).toEqual([
    200,
    [
      expect.objectContaining({
        kind: 'like',
        count: 3,
        isRead: false,
        users: [expect.objectContaining({ username: 'zoe' })],
        subject: expect.objectContaining({ title: 'Heron' }),
      }),
    ],
  ]);
  expect((await player.post('/api/notifications/read', { ids: [randomUUID()] })).status).toBe(204);
  expect((await player.post('/api/notifications/read', { before: new Date().toISOString() })).status).toBe(204);
  expect((await player.post('/api/notifications/read', { ids: 'all' })).status).toBe(422);
  expect((await new Browser(gateway.url).get('/api/notifications')).status).toBe(401);
});

it('digests end by the one click of mail programs, which send no JSON and no session (RFC 8058)', async () => {
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form, undefined]) {
    const response = await fetch(`${gateway.url}/api/unsubscribe/token`, { method: 'POST', body: body ?? null });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, null]);
  }
  expect((await fetch(`${gateway.url}/api/unsubscribe/token`)).status).toBe(404);
});

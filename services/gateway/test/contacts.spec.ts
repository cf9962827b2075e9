import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { CODE } from './stub-responses.js';

const CONTACT = 'zoe@example.net';

let gateway: RunningGateway;
const guest = () => new Browser(gateway.url);
const player = async () => {
  const zoe = guest();
  await zoe.post('/api/sms-signup', signUpForm());
  return zoe;
};

beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

describe('contacts', () => {
  it('are listed for their owner', async () => {
    const { status, json } = await (await player()).get('/api/profile/contacts');
    expect([status, json]).toEqual([
      200,
      [
        { kind: 'phone', value: '+15145550100', verified: true },
        { kind: 'email', value: 'zoe@example.org', verified: false },
      ],
    ]);
  });

  it('are changed by a code, and the session is another one afterwards', async () => {
    const zoe = await player();
    const { id } = (await zoe.get('/api/auth/user')).json;
    const requested = await zoe.post('/api/profile/contacts', { contact: CONTACT });
    expect([requested.status, requested.text]).toEqual([202, '']);
    const before = zoe.cookie;
    const wrong = await zoe.post('/api/profile/contacts/verify', { contact: CONTACT, code: '000000' });
    expect([wrong.status, wrong.json.code, zoe.cookie]).toEqual([422, 'CODE_INVALID', before]);
    const done = await zoe.post('/api/profile/contacts/verify', { contact: CONTACT, code: CODE });
    expect([done.status, done.text]).toEqual([204, '']);
    expect(zoe.cookie).not.toBe(before);
    expect((await zoe.get('/api/auth/user')).json).toMatchObject({ id, status: 'verified' });
  });

  it("are the player's own: guests get 401, other sites 403", async () => {
    const zoe = await player();
    const responses = [
      await guest().get('/api/profile/contacts'),
      await guest().post('/api/profile/contacts', { contact: CONTACT }),
      await guest().post('/api/profile/contacts/verify', { contact: CONTACT, code: CODE }),
    ];
    for (const { status, text } of responses) {
      expect(status).toBe(401);
      expect(text).toContain('Unauthorized');
    }
    for (const origin of ['https://elsewhere.example', 'null'])
      expect(
        (await zoe.post('/api/profile/contacts/verify', { contact: CONTACT, code: CODE }, { origin })).json.code,
      ).toBe('CSRF');
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

let gateway: RunningGateway;
let zoe: Browser;
const guest = () => new Browser(gateway.url);

beforeAll(async () => {
  gateway = await runGateway();
  zoe = guest();
  await zoe.post('/api/sms-signup', signUpForm());
});
afterAll(() => gateway.stop());

describe('the wallet in the profile', () => {
  it('is linked by a message and its signature, shown, and unlinked', async () => {
    const challenge = await zoe.post('/api/profile/wallet/challenge', { address: ADDRESS, chainId: 1 });
    expect([challenge.status, challenge.json]).toEqual([200, { message: `${ADDRESS} on 1` }]);
    const linked = await zoe.put('/api/profile/wallet', {
      body: { message: challenge.json.message, signature: '0x12' },
    });
    expect([linked.status, linked.json]).toEqual([200, { address: ADDRESS, linkedAt: '2026-11-20T12:00:00.000Z' }]);
    expect((await zoe.get('/api/auth/user')).json.wallet).toEqual({
      address: ADDRESS,
      linkedAt: '2026-11-20T12:00:00.000Z',
    });
    const unlinked = await zoe.delete('/api/profile/wallet');
    expect([unlinked.status, unlinked.text]).toEqual([204, '']);
  });

  it('refuses with a status for each reason, and names the field', async () => {
    const taken = await zoe.put('/api/profile/wallet', { body: { message: ADDRESS, signature: '0x34' } });
    expect([taken.status, taken.json.code]).toEqual([409, 'WALLET_TAKEN']);
    for (const [body, field] of [
      [{ chainId: 1 }, 'address'],
      [{ address: ADDRESS, chainId: '0x1' }, 'chainId'],
    ] as const) {
      const { status, json } = await zoe.post('/api/profile/wallet/challenge', body);
      expect([status, json.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
    }
  });

  it("is the player's own: guests get 401, other sites 403", async () => {
    const body = { message: ADDRESS, signature: '0x12' };
    const responses = [
      await guest().post('/api/profile/wallet/challenge', { address: ADDRESS, chainId: 1 }),
      await guest().put('/api/profile/wallet', { body }),
      await guest().delete('/api/profile/wallet'),
    ];
    for (const { status, text } of responses) {
      expect(status).toBe(401);
      expect(text).toContain('Unauthorized');
    }
    const calls = gateway.users.calls.length;
    for (const origin of ['https://elsewhere.example', 'null']) {
      expect((await zoe.put('/api/profile/wallet', { body, headers: { origin } })).json.code).toBe('CSRF');
      expect((await zoe.delete('/api/profile/wallet', { headers: { origin } })).json.code).toBe('CSRF');
    }
    expect(gateway.users.calls).toHaveLength(calls);
  });
});

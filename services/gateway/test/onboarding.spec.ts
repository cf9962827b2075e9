import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, signUpForm } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { account } from './stub-responses.js';

let gateway: RunningGateway;
const received: unknown[] = [];

beforeAll(async () => {
  gateway = await runGateway();
  const { root } = gateway.users;
  root['completeProfile'] = (args: unknown, { identity }) => {
    received.push(args);
    return account({ id: identity.subject });
  };
  root['completeTutorialStep'] = (args: unknown) => {
    received.push(args);
    return { tokensAwarded: 15, balance: 50 };
  };
});
afterAll(() => gateway.stop());

async function pendingPlayer(): Promise<Browser> {
  const browser = new Browser(gateway.url);
  expect((await browser.post('/api/sms-signup', signUpForm())).status).toBe(201);
  return browser;
}

const profile = {
  username: 'zoe',
  dateOfBirth: '1990-01-02',
  bio: '',
  avatarUrl: '',
  pinPreferences: { tags: '✏️' },
};

describe('onboarding', () => {
  it('takes the profile completion payload of a pending player [REST-46]', async () => {
    const { status, json } = await (await pendingPlayer()).post('/api/complete-profile', profile);
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual([
      'bio',
      'id',
      'pinPreferences',
      'profileComplete',
      'profileImageUrl',
      'username',
    ]);
    expect(received.pop()).toEqual({
      input: { username: 'zoe', dateOfBirth: '1990-01-02', bio: '', pinPreferences: { tags: '✏️' } },
    });
  });

  it('credits a step of the tutorial; what is no step is passed on as step 0, which users refuses', async () => {
    const browser = await pendingPlayer();
    const { status, json } = await browser.post('/api/tutorial/steps/3');
    expect({ status, json }).toEqual({ status: 200, json: { tokensAwarded: 15, balance: 50 } });
    expect(received.pop()).toEqual({ step: 3 });
    for (const step of ['0', '10', '-1', 'x', '1.5']) {
      await browser.post(`/api/tutorial/steps/${step}`);
      expect(received.pop()).toEqual({ step: 0 });
    }
  });

  it('guests get 401 from both', async () => {
    const guest = new Browser(gateway.url);
    expect((await guest.post('/api/complete-profile', profile)).status).toBe(401);
    expect((await guest.post('/api/tutorial/steps/1')).status).toBe(401);
    expect(received).toEqual([]);
  });
});

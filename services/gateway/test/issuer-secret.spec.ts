// docs/operations/rotate.md: the client secret at another issuer than our own.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser } from './browser.js';
import { begin, CLIENT, ForeignIssuer } from './foreign-issuer.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

const NEW = 'a newer secret of the gateway';

let gateway: RunningGateway;
let restarted: Awaited<ReturnType<RunningGateway['another']>>;
let issuer: ForeignIssuer;
let home: string;
beforeAll(async () => {
  issuer = await ForeignIssuer.listen();
  gateway = await runGateway({ OIDC_ISSUER: issuer.url, ...CLIENT });
  restarted = await gateway.another({ OIDC_CLIENT_SECRET: NEW });
  home = gateway.url.replace('127.0.0.1', 'localhost');
  issuer.register(home);
});
afterAll(async () => {
  await restarted.stop();
  await gateway.stop();
  issuer.stop();
});

/**
 * A sign-in of a new browser that one gateway begins and another, behind the same address, ends.
 * @returns where it leads, and whether it opened a session
 */
async function signIn(end: string): Promise<[string | null, boolean]> {
  const browser = new Browser(home);
  const way = await begin(browser);
  const back = new Browser(end, home);
  for (const [name, pair] of browser.cookies) back.cookies.set(name, pair);
  back.cookie = browser.cookie;
  const { headers } = await back.get(way);
  return [headers.get('location'), (await back.get('/api/auth/user')).status === 200];
}

it('is exchanged while the issuer accepts both; afterwards the former one opens nothing', async () => {
  const DONE = ['/profile', true];
  const REFUSED = ['/sign-in?problem=refused&returnTo=%2Fprofile', false];
  expect([await signIn(gateway.url), await signIn(restarted.url)]).toEqual([DONE, REFUSED]);
  issuer.secrets = [CLIENT.OIDC_CLIENT_SECRET, NEW];
  expect([await signIn(gateway.url), await signIn(restarted.url)]).toEqual([DONE, DONE]);
  issuer.secrets = [NEW];
  expect([await signIn(gateway.url), await signIn(restarted.url)]).toEqual([REFUSED, DONE]);
});

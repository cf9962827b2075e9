import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, cookieLine } from './browser.js';
import { begin, CLIENT, ForeignIssuer, throughIssuer } from './foreign-issuer.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

let gateway: RunningGateway;
let admin: pg.Client;
let issuer: ForeignIssuer;
let home: string;

const visitor = () => new Browser(home);
const locationOf = ({ status, headers }: { status: number; headers: Headers }) => [status, headers.get('location')];
const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).status === 200;

describe('signing in at another issuer', () => {
  beforeAll(async () => {
    issuer = await ForeignIssuer.listen();
    gateway = await runGateway({ OIDC_ISSUER: issuer.url, ...CLIENT });
    home = gateway.url.replace('127.0.0.1', 'localhost');
    issuer.register(home);
    admin = new pg.Client({ connectionString: gateway.adminUrl });
    await admin.connect();
  });
  afterEach(() => {
    issuer.subject = 'zoe';
    issuer.instead = undefined;
  });
  afterAll(async () => {
    await admin.end();
    await gateway.stop();
    issuer.stop();
  });

  // First of all: the gateway loads the addresses of the issuer only once.
  it('a gateway that started without its issuer returns 503 at once, and continues when it is back', async () => {
    const outages: ForeignIssuer['instead'][] = [
      (request) => void request.socket.destroy(),
      (_request, response) => void response.writeHead(500).end(),
      () => {},
    ];
    for (const outage of outages) {
      issuer.instead = outage;
      const { status, json, headers } = await visitor().get('/api/login');
      expect([status, json.code, Number(headers.get('retry-after'))]).toEqual([503, 'UNAVAILABLE', 5]);
    }
    const person = await visitor().get('/api/login?returnTo=/profile', { headers: { accept: 'text/html,*/*' } });
    expect([person.status, person.headers.get('location')]).toEqual([302, '/sign-in?problem=away&returnTo=%2Fprofile']);
    issuer.instead = undefined;
    expect((await visitor().get('/api/login')).status).toBe(302);
  });

  it('opens the session of whom the issuer means, back where the player was [PERM-15 PERM-16]', async () => {
    gateway.users.calls.length = 0;
    const browser = visitor();
    const login = await browser.get('/api/login?returnTo=%2Fprofile%3Ftab%3D1');
    expect(cookieLine(login, 'sprayhunt-login')).toMatch(
      /^sprayhunt-login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const parameters = new URL(login.headers.get('location')!).searchParams;
    expect(Object.fromEntries(parameters)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      redirect_uri: `${home}/api/login/callback`,
    });
    const back = await browser.get(await throughIssuer(login));
    expect(locationOf(back)).toEqual([302, '/profile?tab=1']);
    expect(cookieLine(back, 'sprayhunt')).toMatch(
      /^sprayhunt=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await isSignedIn(browser)).toBe(true);
    expect(gateway.users.calls[0]!.identity).toMatchObject({ kind: 'guest', device: { id: expect.any(String) } });
  });

  it('changes the secret of the session, and the former one opens nothing', async () => {
    const browser = visitor();
    await browser.post('/api/login/code', { contact: 'zoe@example.org' });
    const former = browser.cookie;
    await browser.get(await begin(browser));
    expect(browser.cookie).not.toBe(former);
    const thief = visitor();
    thief.cookie = former;
    expect(await isSignedIn(thief)).toBe(false);
  });

  it('several tabs of one browser may sign in at once', async () => {
    const browser = visitor();
    const ways = [await begin(browser, '/one'), await begin(browser, '/two')];
    expect(locationOf(await browser.get(ways[1]!))).toEqual([302, '/two']);
    expect(locationOf(await browser.get(ways[0]!))).toEqual([302, '/one']);
  });

  it.each<[string, (way: string, browser: Browser) => Promise<[string, Browser]>]>([
    ['that another browser began', async (way) => [way, visitor()]],
    [
      'that another browser with a sign-in of its own began',
      async (way) => {
        const other = visitor();
        await begin(other);
        return [way, other];
      },
    ],
    [
      'with a state that no one gave out',
      async (way, browser) => [way.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`), browser],
    ],
    ['without a state', async (way, browser) => [way.replace(/state=[^&]+/, ''), browser]],
    ['with two states', async (way, browser) => [`${way}&${/state=[^&]+/.exec(way)![0]}`, browser]],
    [
      'a second time',
      async (way, browser) => {
        await browser.get(way);
        browser.cookie = '';
        return [way, browser];
      },
    ],
    [
      'that began too long ago',
      async (way, browser) => {
        await admin.query(`UPDATE gateway.sign_in_flows SET expires_at = now()`);
        return [way, browser];
      },
    ],
  ])('a callback %s opens nothing', async (_, changed) => {
    const browser = visitor();
    const [way, who] = await changed(await begin(browser), browser);
    const result = await who.get(way);
    expect(locationOf(result)).toEqual([302, '/sign-in?problem=expired']);
    expect(await isSignedIn(who)).toBe(false);
  });

  it.each([
    ['nonce', `nonce = 'another'`],
    ['verifier', `verifier = repeat('x', 43)`],
  ])('a code that comes with another %s opens nothing', async (_, change) => {
    const browser = visitor();
    const way = await begin(browser, '/merch');
    await admin.query(`UPDATE gateway.sign_in_flows SET ${change}`);
    expect(locationOf(await browser.get(way))).toEqual([302, '/sign-in?problem=refused&returnTo=%2Fmerch']);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each([
    ['the issuer refuses', ''],
    ['the users service does not believe', 'unknown'],
  ])('whom %s is led to the screen that says so', async (_, subject) => {
    issuer.subject = subject;
    const browser = visitor();
    expect(locationOf(await browser.get(await begin(browser)))).toEqual([
      302,
      '/sign-in?problem=refused&returnTo=%2Fprofile',
    ]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('an issuer that goes down in between is a 503', async () => {
    const browser = visitor();
    const way = await begin(browser);
    issuer.instead = (_request, response) => void response.writeHead(502).end();
    const { status, json } = await browser.get(way);
    expect([status, json.code]).toEqual([503, 'UNAVAILABLE']);
  });

  it('logout ends the session on the server, and then at the issuer', async () => {
    const browser = visitor();
    await browser.get(await begin(browser));
    const former = browser.cookie;
    const { status, headers } = await browser.get('/api/logout');
    const there = new URL(headers.get('location')!);
    expect([status, there.origin, there.searchParams.get('post_logout_redirect_uri')]).toEqual([
      302,
      issuer.url,
      `${home}/`,
    ]);
    expect(there.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect((await fetch(there)).status).toBe(200);
    const thief = visitor();
    thief.cookie = former;
    expect(await isSignedIn(thief)).toBe(false);
    expect(locationOf(await browser.get('/api/logout'))).toEqual([302, '/']);
  });

  it('logout finds its way to the issuer after the session was rotated, too', async () => {
    const browser = visitor();
    await browser.get(await begin(browser));
    const rotated = await browser.post('/api/verify-contact', { code: '123456' });
    expect(rotated.status).toBe(204);
    expect((await browser.get('/api/logout')).headers.get('location')).toContain('id_token_hint=');
  });
});

describe('signing in at our own issuer', () => {
  beforeAll(async () => {
    gateway = await runGateway();
    home = gateway.url.replace('127.0.0.1', 'localhost');
  });
  afterAll(() => gateway.stop());

  it.each([
    ['/profile?tab=1#top', '/profile?tab=1#top'],
    ['/', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/./\\/evil.example', '/'],
    ['/..//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['profile', '/'],
    ['/api/logout', '/'],
    ['/home/../api/logout', '/'],
    ['/oidc/auth/x', '/'],
    ['', '/'],
  ])('leads back to own paths only: %j [PERM-15 PERM-16 REST-53]', async (returnTo, expected) => {
    const browser = visitor();
    const { status, headers } = await browser.get(`/api/login?${new URLSearchParams({ returnTo }).toString()}`);
    const to = headers.get('location')!;
    expect([status, to.slice(0, 11)]).toEqual([302, '/oidc/auth?']);
    const parameters = new URLSearchParams(to.slice(11));
    expect(Object.fromEntries(parameters)).toMatchObject({
      client_id: 'sprayhunt-web',
      scope: 'openid',
      return_to: expected,
      code_challenge_method: 'S256',
      browser: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(browser.cookie).toContain('sprayhunt=');
    expect(parameters.get('browser')).not.toBe(browser.cookie.split('=')[1]);
  });

  it('leads home when the query has several paths', async () => {
    const { status, headers } = await visitor().get('/api/login?returnTo=%2Fmerch&returnTo=%2Fhome');
    expect([status, new URL(headers.get('location')!, home).searchParams.get('return_to')]).toEqual([302, '/']);
  });

  it('moves who comes by another name of this machine to the public one, where the cookies are', async () => {
    const { status, headers } = await new Browser(gateway.url).get('/api/login?returnTo=%2Fmerch');
    expect([status, headers.get('location')]).toEqual([302, `${home}/api/login?returnTo=%2Fmerch`]);
    expect(headers.getSetCookie()).toEqual([]);
  });

  it('gets its own cookies and what clients post, and nothing of the session', async () => {
    const browser = visitor();
    await browser.post('/api/login/code', { contact: 'zoe@example.org' });
    browser.cookies.set('oidc_session', 'oidc_session=abc').set('oidc_session.sig', 'oidc_session.sig=def');
    browser.cookies.set('hostile', 'oidc_session=second; oidc_a b=1; oidc_; =oidc_x=1; __proto__=oidc_y=1; a=oidc_z');
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'Basic eDp5',
      'x-session-grant': '{}',
    };
    const { status, json, headers } = await browser.post('/oidc/token', 'grant_type=client_credentials', form);
    expect([status, json.body, json.headers.cookie, json.headers.authorization]).toEqual([
      200,
      'grant_type=client_credentials',
      'oidc_session=abc; oidc_session.sig=def',
      'Basic eDp5',
    ]);
    expect(json.headers['x-session-grant']).toBeUndefined();
    expect(headers.getSetCookie()).toEqual(['oidc_resume=1; path=/oidc/auth/x; httponly']);
  });

  it('in an interaction a code returns where to go on, and opens nothing yet', async () => {
    const browser = visitor();
    await browser.post('/api/login/code', { contact: 'zoe@example.org' });
    const { status, json } = await browser.post('/api/login/verify', {
      contact: 'zoe@example.org',
      code: '123456',
      interaction: 'abc',
    });
    expect([status, json]).toEqual([200, { continueTo: '/oidc/auth/abc' }]);
    expect(await isSignedIn(browser)).toBe(false);
    const direct = await browser.post('/api/login/verify', { contact: 'zoe@example.org', code: '123456' });
    expect([direct.status, direct.text]).toEqual([204, '']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('logout leads home, and ends the session on the server', async () => {
    const browser = visitor();
    await browser.post('/api/login/code', { contact: 'zoe@example.org' });
    await browser.post('/api/login/verify', { contact: 'zoe@example.org', code: '123456' });
    const former = browser.cookie;
    expect(locationOf(await browser.get('/api/logout'))).toEqual([302, '/']);
    browser.cookie = former;
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('the mutation that takes ID tokens is not part of the public graph', async () => {
    const { json } = await visitor().graphql('mutation { signInByIdToken(idToken: "e30.e30.e30", nonce: "n") }');
    expect(json.errors[0].message).toContain('Cannot query field "signInByIdToken"');
    expect((await visitor().graphql('{ __schema { mutationType { fields { name } } } }')).text).not.toContain(
      'signInByIdToken',
    );
  });

  it('is a 503 while the users service is down', async () => {
    const lonely = await runGateway({ USERS_URL: 'http://127.0.0.1:1' });
    const browser = new Browser(lonely.url.replace('127.0.0.1', 'localhost'));
    for (const path of ['/api/login', '/oidc/auth/x']) {
      const { status, json } = await browser.get(path);
      expect([path, status, json.code]).toEqual([path, 503, 'UNAVAILABLE']);
    }
    await lonely.stop();
  });

  it('has cookies that need https where the public address is https', async () => {
    const secure = await runGateway({
      PUBLIC_URL: 'https://sprayhunt.example',
      MODE: 'production',
      TRUST_PROXY: 'none',
    });
    const login = await new Browser(secure.url).get('/api/login');
    expect(login.status).toBe(302);
    expect(cookieLine(login, '__Host-sprayhunt-login')).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    await secure.stop();
  });
});

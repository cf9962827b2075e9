import { sessionsRevoked } from '@sprayhunt/contracts';
import { guest } from '@sprayhunt/service-kit/harness';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PayloadStore } from '../src/oidc/payload-store.js';
import { newestCode, signUp, verified, wrong, ASK_CODE } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';
import {
  begin,
  BY_ID_TOKEN,
  exchange,
  IssuerBrowser,
  prove,
  SIGN_IN_IN_INTERACTION,
  walk,
  webClient,
} from './web-client.js';

let users: RunningUsers;
let client: oidc.Configuration;

beforeAll(async () => {
  users = await runUsers();
  client = await webClient(users);
});
afterAll(() => users.stop());

const byIdToken = (idToken: string, nonce: string, browser = guest()) =>
  users.graphql<{ signInByIdToken: boolean }>(BY_ID_TOKEN, { idToken, nonce }, browser);
const refusals = ({ errors }: { errors?: { extensions: { code: string } }[] }) =>
  errors?.map(({ extensions }) => extensions.code);

describe('signing in at our own issuer', () => {
  it('leads over the sign-in screen to a code, an ID token, and a session', async () => {
    const ann = await verified(users);
    const browser = new IssuerBrowser(users);
    const flow = await begin(client, browser);
    const { to: screen, setCookies } = await browser.go(flow.address);
    expect([screen.origin, screen.pathname, [...screen.searchParams.keys()]]).toEqual([
      'http://localhost:8080',
      '/sign-in',
      ['interaction'],
    ]);
    expect(setCookies.length).toBeGreaterThan(0);
    for (const cookie of setCookies) expect(cookie).toMatch(/^oidc_.*; samesite=lax; httponly/i);

    const result = await prove(users, browser, ann.phone, screen.searchParams.get('interaction')!);
    expect(result.data!.signIn!.continueTo).toMatch(/^\/oidc\/auth\/[\w-]+$/);
    expect(result.grant).toBeUndefined();

    const { to: callback } = await browser.go(result.data!.signIn!.continueTo);
    expect([callback.origin, callback.pathname]).toEqual(['http://localhost:8080', '/api/login/callback']);
    const tokens = await exchange(client, { ...flow, callback });
    expect(tokens.claims()).toMatchObject({ sub: ann.id, aud: 'sprayhunt-web', iss: 'http://localhost:8080/oidc' });
    expect(tokens.refresh_token).toBeUndefined();
    expect(await byIdToken(tokens.id_token!, flow.nonce)).toEqual({
      data: { signInByIdToken: true },
      grant: { accountId: ann.id, status: 'verified', language: 'en' },
    });
  });

  it('asks again each time: the issuer keeps no session beside the one of the gateway', async () => {
    const ann = await verified(users);
    const browser = new IssuerBrowser(users);
    await exchange(client, await walk(users, client, browser, ann.phone));
    const { to } = await browser.go((await begin(client, browser)).address);
    expect(to.pathname).toBe('/sign-in');
    const kept = await users.database.query<unknown[]>(
      `SELECT model FROM oidc_payloads WHERE payload ->> 'accountId' = $1 AND model = 'Session'`,
      [ann.id],
    );
    expect(kept).toEqual([]);
  });

  it('ends what was open on a pending account as soon as its contact is proven, before anything opens', async () => {
    const ann = await signUp(users);
    const browser = new IssuerBrowser(users);
    const { to: screen } = await browser.go((await begin(client, browser)).address);
    const result = await prove(users, browser, ann.email, screen.searchParams.get('interaction')!);
    expect(result).toMatchObject({ data: { signIn: { continueTo: expect.any(String) } } });
    expect((await users.published(sessionsRevoked)).map(({ accountId }) => accountId)).toContain(ann.id);
  });

  it('a wrong code leaves the interaction open for the right one', async () => {
    const ann = await verified(users);
    const browser = new IssuerBrowser(users);
    const interaction = (await browser.go((await begin(client, browser)).address)).to.searchParams.get('interaction')!;
    await users.graphql(ASK_CODE, { contact: ann.phone }, browser.identity);
    const code = wrong(await newestCode(users, ann.phone));
    expect(
      refusals(
        await users.graphql(SIGN_IN_IN_INTERACTION, { contact: ann.phone, code, interaction }, browser.identity),
      ),
    ).toEqual(['CODE_INVALID']);
    expect((await prove(users, browser, ann.phone, interaction)).data!.signIn!.continueTo).toContain(interaction);
  });

  it('several tabs of one browser sign in beside each other', async () => {
    const ann = await verified(users);
    const browser = new IssuerBrowser(users);
    const [one, two] = [await begin(client, browser), await begin(client, browser)];
    const screens = [(await browser.go(one.address)).to, (await browser.go(two.address)).to];
    for (const [index, flow] of [one, two].entries()) {
      const result = await prove(users, browser, ann.phone, screens[index]!.searchParams.get('interaction')!);
      const { to: callback } = await browser.go(result.data!.signIn!.continueTo);
      expect((await exchange(client, { ...flow, callback })).claims()!.sub).toBe(ann.id);
    }
  });
});

describe('a sign-in of another person grants nothing', () => {
  it('a browser that starts and has another person prove a contact gets no session', async () => {
    const ann = await verified(users);
    const mallory = new IssuerBrowser(users);
    const interaction = (await mallory.go((await begin(client, mallory)).address)).to.searchParams.get('interaction')!;
    const result = await prove(users, new IssuerBrowser(users), ann.phone, interaction);
    expect(refusals(result)).toEqual(['SIGN_IN_EXPIRED']);
    expect((await mallory.go(`/oidc/auth/${interaction}`)).to.pathname).toBe('/sign-in');
  });

  it('a sign-in that was finished in one browser cannot go on in another', async () => {
    const ann = await verified(users);
    const browser = new IssuerBrowser(users);
    const interaction = (await browser.go((await begin(client, browser)).address)).to.searchParams.get('interaction')!;
    const { continueTo } = (await prove(users, browser, ann.phone, interaction)).data!.signIn!;
    const { to } = await new IssuerBrowser(users).go(continueTo);
    expect(to.pathname + to.search).toBe('/sign-in?problem=expired');
  });

  it.each([
    ['that no one began', 'x'.repeat(43)],
    ['that is no name of one', '../../dev/inbox'],
  ])('an interaction %s is refused', async (_, interaction) => {
    const ann = await verified(users);
    expect(refusals(await prove(users, new IssuerBrowser(users), ann.phone, interaction))).toEqual(['SIGN_IN_EXPIRED']);
  });

  it('an attacker with the address of a sign-in cannot start another one for that person', async () => {
    const ann = await verified(users);
    const hers = new IssuerBrowser(users);
    const seen = (await begin(client, hers)).address.searchParams.get('browser')!;
    const mallory = new IssuerBrowser(users);
    const interaction = (
      await mallory.go((await begin(client, mallory, { browser: seen })).address)
    ).to.searchParams.get('interaction')!;
    expect(refusals(await prove(users, hers, ann.phone, interaction))).toEqual(['SIGN_IN_EXPIRED']);
  });

  it('an interaction that did not come from the gateway is refused', async () => {
    const ann = await verified(users);
    const browser = new IssuerBrowser(users);
    const interaction = (
      await browser.go((await begin(client, browser, { browser: undefined })).address)
    ).to.searchParams.get('interaction')!;
    expect(refusals(await prove(users, browser, ann.phone, interaction))).toEqual(['SIGN_IN_EXPIRED']);
  });
});

describe('the issuer', () => {
  const code = async () => {
    const ann = await verified(users);
    return walk(users, client, new IssuerBrowser(users), ann.phone);
  };

  it('refuses a sign-in without PKCE, and one with the plain method', async () => {
    const browser = new IssuerBrowser(users);
    const without = await browser.go(
      (await begin(client, browser, { code_challenge: undefined, code_challenge_method: undefined })).address,
    );
    expect([without.to.pathname, without.to.searchParams.get('error')]).toEqual([
      '/api/login/callback',
      'invalid_request',
    ]);
    const plain = await browser.go((await begin(client, browser, { code_challenge_method: 'plain' })).address);
    expect(plain.to.searchParams.get('error')).toBe('invalid_request');
  });

  it('refuses a code with the wrong verifier', async () => {
    const flow = await code();
    await expect(exchange(client, { ...flow, verifier: oidc.randomPKCECodeVerifier() })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('gives one ID token for a code, however often and however fast it comes', async () => {
    const flow = await code();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => exchange(client, flow)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(exchange(client, flow)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('refuses a code after its minute', async () => {
    const flow = await code();
    await users.database.query(`UPDATE oidc_payloads SET expires_at = now() WHERE model = 'AuthorizationCode'`);
    await expect(exchange(client, flow)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('leads to no address but the callback', async () => {
    const browser = new IssuerBrowser(users);
    const { status, to, text } = await browser.go(
      (await begin(client, browser, { redirect_uri: 'https://evil.example/callback' })).address,
    );
    expect([status, to.pathname, text]).toEqual([
      400,
      '/nowhere',
      expect.stringContaining('This sign-in cannot continue'),
    ]);
  });

  it('has no development screens, no user info, no other flows', async () => {
    for (const path of [
      '/oidc/interaction/x',
      '/oidc/me',
      '/oidc/reg',
      '/oidc/request',
      '/oidc/session/end',
      '/oidc/token/introspection',
      '/oidc/device',
    ])
      expect([path, (await fetch(users.url + path)).status]).toEqual([path, 404]);
    const metadata = (await (await fetch(`${users.url}/oidc/.well-known/openid-configuration`)).json()) as Record<
      string,
      unknown
    >;
    expect(metadata).toMatchObject({
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    });
    const keys = (await (await fetch(`${users.url}/oidc/jwks`)).json()) as { keys: object[] };
    expect(keys.keys).toEqual([expect.not.objectContaining({ d: expect.anything() })]);
  });

  it('keeps no code, token or cookie in clear, and forgets what is over', async () => {
    const flow = await code();
    const { access_token: token } = await exchange(client, flow);
    const all = JSON.stringify(
      await users.database.query(`SELECT *, encode(id_hash, 'escape') AS id FROM oidc_payloads`),
    );
    for (const secret of [token, flow.callback.searchParams.get('code')!]) expect(all).not.toContain(secret);
    await users.database.query(`UPDATE oidc_payloads SET expires_at = now() - interval '1 second'`);
    await users.app.get(PayloadStore).sweep();
    expect(await users.database.query(`SELECT 1 FROM oidc_payloads`)).toEqual([]);
  });
});

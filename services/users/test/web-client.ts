import { randomUUID } from 'node:crypto';
import { signInBinding } from '@sprayhunt/service-kit';
import { guest } from '@sprayhunt/service-kit/harness';
import * as oidc from 'openid-client';
import { ASK_CODE, newestCode } from './people.js';
import { WEB_SECRET, type RunningUsers } from './running-service.js';

const PUBLIC = 'http://localhost:8080';
export const ISSUER = `${PUBLIC}/oidc`;
const CALLBACK = `${PUBLIC}/api/login/callback`;

export const SIGN_IN_IN_INTERACTION = `mutation ($contact: String!, $code: String!, $interaction: String) {
    signIn(contact: $contact, code: $code, interaction: $interaction) { continueTo } }`;
export const BY_ID_TOKEN =
  'mutation ($idToken: String!, $nonce: String!) { signInByIdToken(idToken: $idToken, nonce: $nonce) }';

/** The gateway's part: a real OpenID client, whose calls reach the service under test. */
export async function webClient(users: RunningUsers, clientId = 'sprayhunt-web') {
  const toService: oidc.CustomFetch = (url, options) => fetch(url.replace(PUBLIC, users.url), options);
  return oidc.discovery(
    new URL(ISSUER),
    clientId,
    { id_token_signed_response_alg: 'ES256' },
    oidc.ClientSecretPost(WEB_SECRET),
    {
      execute: [oidc.allowInsecureRequests],
      [oidc.customFetch]: toService,
    },
  );
}

/** A browser at the issuer: keeps its cookies, each for its path, and follows nothing by itself. */
export class IssuerBrowser {
  /** As the gateway names its session to the services. */
  readonly identity = guest();
  private readonly cookies = new Map<string, { pair: string; path: string }>();

  constructor(private readonly users: RunningUsers) {}

  /** @returns the redirect's address, or the text */
  async go(address: string | URL): Promise<{ status: number; to: URL; text: string; setCookies: string[] }> {
    const { pathname, search } = new URL(address, PUBLIC);
    const cookie = [...this.cookies.values()].filter(({ path }) => pathname.startsWith(path)).map(({ pair }) => pair);
    const response = await fetch(this.users.url + pathname + search, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: cookie.join('; ') },
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) this.keep(line);
    return {
      status: response.status,
      to: new URL(response.headers.get('location') ?? '/nowhere', PUBLIC),
      text: await response.text(),
      setCookies,
    };
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
    const key = `${pair.split('=', 1)[0]} ${path}`;
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(key);
    else this.cookies.set(key, { pair, path });
  }
}

/** A sign-in that has begun: what the gateway keeps of it, and the address the browser is sent to. */
export async function begin(
  client: oidc.Configuration,
  browser: IssuerBrowser,
  changes: Record<string, string | undefined> = {},
) {
  const flow = { state: randomUUID(), nonce: randomUUID(), verifier: oidc.randomPKCECodeVerifier() };
  const parameters = {
    redirect_uri: CALLBACK,
    scope: 'openid',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    browser: signInBinding(browser.identity.session!, flow.state),
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const address = oidc.buildAuthorizationUrl(client, Object.fromEntries(given));
  return { ...flow, address };
}

/** Proves the contact by a code within an interaction. */
export async function prove(users: RunningUsers, browser: IssuerBrowser, contact: string, interaction: string) {
  await users.graphql(ASK_CODE, { contact }, browser.identity);
  return users.graphql<{ signIn: { continueTo: string } | null }>(
    SIGN_IN_IN_INTERACTION,
    { contact, code: await newestCode(users, contact), interaction },
    browser.identity,
  );
}

/** The whole way of a browser up to the callback. */
export async function walk(users: RunningUsers, client: oidc.Configuration, browser: IssuerBrowser, contact: string) {
  const flow = await begin(client, browser);
  const screen = (await browser.go(flow.address)).to;
  const result = await prove(users, browser, contact, screen.searchParams.get('interaction')!);
  const callback = (await browser.go(result.data!.signIn!.continueTo)).to;
  return { ...flow, callback };
}

/** What the gateway does with the callback. */
export const exchange = (
  client: oidc.Configuration,
  { callback, state, nonce, verifier }: Awaited<ReturnType<typeof walk>>,
) =>
  oidc.authorizationCodeGrant(client, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
  });

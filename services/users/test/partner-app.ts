import * as oidc from 'openid-client';
import type { Identity } from '@sprayhunt/service-kit';
import { OAuthClients } from '../src/partners/oauth-clients.js';
import type { RunningUsers } from './running-service.js';
import { IssuerBrowser, ISSUER } from './web-client.js';

const PUBLIC = 'http://localhost:8080';
export const CALLBACK = 'http://127.0.0.1:7777/callback';
export const DECIDE = `mutation ($interaction: String!, $isAllowed: Boolean!) {
    it: decideAppAuthorization(interaction: $interaction, isAllowed: $isAllowed) }`;
let made = 0;

/** A partner's program: an OAuth client of a well-known library. */
export interface App {
  id: string;
  secret: string | undefined;
  oauth: oidc.Configuration;
}

export async function newApp(
  users: RunningUsers,
  { isPublic = true, scopes = ['discoveries:write'] as readonly string[] } = {},
): Promise<App> {
  const { client, secret } = await users.app
    .get(OAuthClients)
    .create(`App ${(made += 1)}`, scopes, { redirectUris: [CALLBACK, 'com.example.app:/callback'], isPublic });
  const toService: oidc.CustomFetch = (url, options) => fetch(url.replace(PUBLIC, users.url), options);
  const proof = secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret);
  const oauth = await oidc.discovery(new URL(ISSUER), client.clientId, {}, proof, {
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: toService,
  });
  return { id: client.clientId, secret, oauth };
}

/** Sends the browser to the issuer, as the program does. */
export async function askPlayer(
  { oauth }: App,
  browser: IssuerBrowser,
  changes: Record<string, string | undefined> = {},
) {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const parameters = {
    redirect_uri: CALLBACK,
    scope: 'discoveries:write offline_access',
    prompt: 'consent',
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const went = await browser.go(oidc.buildAuthorizationUrl(oauth, Object.fromEntries(given)));
  return { ...went, verifier, state, interaction: went.to.searchParams.get('interaction') ?? '' };
}

/** Sends the player's decision. @returns the path at which the browser continues, or the code of the refusal */
export async function decide(
  users: RunningUsers,
  interaction: string,
  as: Identity,
  isAllowed = true,
): Promise<string> {
  const { data, errors } = await users.graphql<{ it: string }>(DECIDE, { interaction, isAllowed }, as);
  return errors ? errors[0]!.extensions.code : data!.it;
}

/** The whole way up to the program's callback, which the player agrees to. */
export async function agree(
  users: RunningUsers,
  app: App,
  as: Identity,
  changes: Record<string, string | undefined> = {},
) {
  const browser = new IssuerBrowser(users);
  const asked = await askPlayer(app, browser, changes);
  const { to: callback } = await browser.go(await decide(users, asked.interaction, as));
  return { callback, verifier: asked.verifier, state: asked.state };
}

export const redeem = ({ oauth }: App, { callback, verifier, state }: Awaited<ReturnType<typeof agree>>) =>
  oidc.authorizationCodeGrant(oauth, callback, { pkceCodeVerifier: verifier, expectedState: state });

export const refresh = ({ oauth }: App, token: string) => oidc.refreshTokenGrant(oauth, token);

/** By RFC 7009. */
export const revokeToken = ({ oauth }: App, token: string) => oidc.tokenRevocation(oauth, token);

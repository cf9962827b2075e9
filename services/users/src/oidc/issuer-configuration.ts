import { createHash, createPrivateKey, randomUUID } from 'node:crypto';
import { isPlayerScope, isScope, pemBlocks, PLAYER_SCOPES, SCOPES } from '@sprayhunt/service-kit';
import {
  errors,
  interactionPolicy,
  type Adapter,
  type Client,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { UsersConfig } from '../config.js';
import { OFFLINE_ACCESS } from '../consents/app-consent.entity.js';
import type { Consents } from '../consents/consents.js';

export const SIGNING_ALGORITHM = 'ES256';
/** Seconds. */
const TEN_MINUTES_SECONDS = 600;
const ONE_MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
/** An unused refresh token expires after 30 days; a chain of refresh tokens ends 180 days after the consent. */
const MAX_REFRESH_IDLE_SECONDS = 30 * DAY_SECONDS;
const MAX_REFRESH_AGE_SECONDS = 180 * DAY_SECONDS;

type SigningKey = Record<'kty' | 'crv' | 'x' | 'y' | 'd' | 'alg' | 'kid', string> & { use: 'sig' };

/** The page's sign-in screen, and its address for expired sign-ins. */
const SIGN_IN_SCREEN = '/sign-in';
/** The screen on which the player decides about a partner's client. */
const CONSENT_SCREEN = '/authorize';

export const issuerOf = ({ PUBLIC_URL }: UsersConfig): string => `${PUBLIC_URL}/oidc`;

/** The first key signs; the others are only published, so that their signatures stay valid. */
export const signingKeys = ({ OIDC_SIGNING_KEY }: UsersConfig): SigningKey[] =>
  pemBlocks(OIDC_SIGNING_KEY).map((pem) => {
    const { kty, crv, x, y, d } = createPrivateKey(pem).export({ format: 'jwk' }) as Record<
      'kty' | 'crv' | 'x' | 'y' | 'd',
      string
    >;
    return { kty, crv, x, y, d, alg: SIGNING_ALGORITHM, use: 'sig', kid: thumbprint({ crv, kty, x, y }) };
  });

/** RFC 7638. */
const thumbprint = (required: object) => createHash('sha256').update(JSON.stringify(required)).digest('base64url');

/** The only audience of access tokens. */
export const audienceOf = ({ PUBLIC_URL }: UsersConfig): string => `${PUBLIC_URL}/graphql`;

/**
 * The issuer has three functions: it signs players in to the gateway (code and PKCE), it issues tokens for partners
 * (client credentials), and tokens with which a partner's client acts for a consenting player (code and PKCE).
 * @param accountExists whether a subject's account exists
 */
export function issuerConfiguration(
  config: UsersConfig,
  adapter: (model: string) => Adapter,
  accountExists: (id: string) => Promise<boolean>,
  consents: Consents,
): Configuration {
  const graph = audienceOf(config);
  const isOwn = (clientId: string | undefined) => clientId === config.OIDC_CLIENT_ID;
  return {
    adapter,
    jwks: { keys: signingKeys(config) },
    cookies: {
      // The gateway passes only cookies with these names.
      names: { session: 'oidc_session', interaction: 'oidc_interaction', resume: 'oidc_resume' },
      keys: [...config.OIDC_COOKIE_KEY],
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    clients: config.OIDC_ISSUER ? [] : [webClient(config)],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    responseTypes: ['code'],
    scopes: ['openid', OFFLINE_ACCESS, ...Object.keys(SCOPES)],
    pkce: { required: () => true },
    // The browser session that started, because only it may finish (see interactions.ts), and the return address.
    extraParams: ['browser', 'return_to'],
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      clientCredentials: { enabled: true },
      // Of refresh tokens, which ends the consent; access tokens are revoked in issuer.ts.
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => isOwnToken(client, token) },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) => (isOwn(client.clientId) ? undefined : graph),
        getResourceServerInfo: (ctx, resource, client) => {
          if (resource !== graph || isOwn(client.clientId)) throw new errors.InvalidTarget();
          return {
            scope: scopesFor(ctx, client.scope),
            audience: graph,
            accessTokenFormat: 'jwt',
            accessTokenTTL: TEN_MINUTES_SECONDS,
            jwt: { sign: { alg: SIGNING_ALGORITHM } },
          };
        },
      },
    },
    interactions: {
      policy: interactionPolicy.base(),
      url: (_ctx, { uid, params }) =>
        isOwn(String(params['client_id'])) ? signInScreen(uid, params['return_to']) : consentScreen(uid),
    },
    findAccount: async (_ctx, accountId) =>
      (await accountExists(accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
    loadExistingGrant: (ctx) =>
      isOwn(ctx.oidc.client!.clientId) ? grantForOwnClient(ctx) : grantOfPlayer(ctx, consents),
    // As other ids are, so that gateways keep the revoked ones in one list.
    formats: { customizers: { jwt: (_ctx, _token, { payload }) => void (payload['jti'] = randomUUID()) } },
    rotateRefreshToken: true,
    extraTokenClaims: async (ctx, token) => {
      if (token.kind !== 'AccessToken' || isOwn(token.clientId)) return undefined;
      if (!token.grantId || !(await consents.recordUse(token.grantId)))
        throw new errors.InvalidGrant('the player revoked the consent');
      return { grant_id: token.grantId };
    },
    // No session outlives its sign-in; see issuer.ts.
    expiresWithSession: () => false,
    ttl: {
      Interaction: TEN_MINUTES_SECONDS,
      Session: TEN_MINUTES_SECONDS,
      Grant: TEN_MINUTES_SECONDS,
      AuthorizationCode: ONE_MINUTE_SECONDS,
      AccessToken: (_ctx, { resourceServer }) => resourceServer?.accessTokenTTL ?? ONE_MINUTE_SECONDS,
      IdToken: TEN_MINUTES_SECONDS,
      ClientCredentials: TEN_MINUTES_SECONDS,
      RefreshToken: (_ctx, { iiat }) =>
        Math.max(1, Math.min(MAX_REFRESH_IDLE_SECONDS, (iiat ?? epoch()) + MAX_REFRESH_AGE_SECONDS - epoch())),
    },
    renderError: reportErrors,
  };
}

const epoch = () => Math.floor(Date.now() / 1_000);

/**
 * A client's own tokens have its scopes except those of players, all of them if none is requested (RFC 6749, 3.3).
 * Tokens for a player have scopes of players, which the client has to request by name.
 */
function scopesFor(ctx: KoaContextWithOIDC, scope = ''): string {
  const params = ctx.oidc.params as { scope?: string; grant_type?: string };
  const known = scope.split(' ').filter(isScope);
  if (params.grant_type === 'client_credentials') {
    const own = known.filter((one) => !isPlayerScope(one));
    params.scope ??= own.join(' ');
    refuseOthers(params.scope, own, 'the client may not use this scope for itself');
    return own.join(' ');
  }
  const ofPlayer = known.filter(isPlayerScope);
  if (ctx.oidc.route === 'authorization') {
    refuseOthers(params.scope, [...ofPlayer, OFFLINE_ACCESS], 'the client may not use this scope for players');
    if (!params.scope?.split(' ').some((one) => isScope(one)))
      throw new errors.InvalidScope(`request ${PLAYER_SCOPES.join(' or ')}`, params.scope ?? '');
  }
  return ofPlayer.join(' ');
}

/** Allows a client to revoke its own tokens only. @throws errors.InvalidRequest for those of others */
export function isOwnToken({ clientId }: Pick<Client, 'clientId'>, token: { clientId?: string | undefined }): true {
  if (token.clientId !== clientId) throw new errors.InvalidRequest('the token belongs to another client');
  return true;
}

function refuseOthers(asked: string | undefined, open: readonly string[], why: string): void {
  const other = asked?.split(' ').find((scope) => !open.includes(scope));
  if (other) throw new errors.InvalidScope(why, other);
}

const consentScreen = (interaction: string) => `${CONSENT_SCREEN}?${new URLSearchParams({ interaction }).toString()}`;

const signInScreen = (interaction: string, returnTo: unknown) =>
  `${SIGN_IN_SCREEN}?` +
  `${new URLSearchParams({ interaction, ...(typeof returnTo === 'string' && { returnTo }) }).toString()}`;

const webClient = ({ PUBLIC_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: UsersConfig) => ({
  client_id: OIDC_CLIENT_ID,
  client_secret: OIDC_CLIENT_SECRET![0],
  redirect_uris: [`${PUBLIC_URL}/api/login/callback`],
  grant_types: ['authorization_code'],
  response_types: ['code' as const],
  scope: 'openid',
});

async function grantForOwnClient(ctx: KoaContextWithOIDC) {
  const { client, account, provider } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client!.clientId, accountId: account!.accountId });
  grant.addOIDCScope('openid');
  await grant.save();
  return grant;
}

/** The consent is stored when the requesting browser returns with it, not before; it is the grant. */
async function grantOfPlayer(
  { oidc: { result, client, account, params, provider } }: KoaContextWithOIDC,
  consents: Consents,
) {
  if (!result?.consent) return undefined;
  const consentId = await consents.agree(account!.accountId, client!.clientId, String(params!['scope']).split(' '));
  if (consentId === undefined) throw new errors.AccessDenied('this player cannot consent');
  return provider.Grant.find(consentId);
}

/** An expired sign-in, or one of another browser, redirects to the screen, which offers a new one. */
function reportErrors(
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: { error: string; error_description?: string },
  cause: Error,
): void {
  if (cause instanceof errors.SessionNotFound) {
    redirectExpired(ctx, SIGN_IN_SCREEN);
    return;
  }
  ctx.type = 'text/plain';
  ctx.body = `This sign-in cannot continue: ${description ?? error}\n`;
}

function redirectExpired(ctx: KoaContextWithOIDC, screen: string): void {
  ctx.status = 303;
  ctx.redirect(`${screen}?problem=expired`);
}

/** The same for an expired request of a partner's client. */
export const redirectExpiredConsent = (ctx: KoaContextWithOIDC): void => redirectExpired(ctx, CONSENT_SCREEN);

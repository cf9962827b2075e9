import { createHash, createPrivateKey } from 'node:crypto';
import { isScope, SCOPES } from '@sprayhunt/service-kit';
import { errors, interactionPolicy, type Adapter, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { UsersConfig } from '../config.js';

const SIGNED_BY = 'ES256';
/** Seconds. */
const TEN_MINUTES = 600;
const ONE_MINUTE = 60;

type SigningKey = Record<'kty' | 'crv' | 'x' | 'y' | 'd' | 'alg' | 'kid', string> & { use: 'sig' };

/** The page's sign-in screen, and its address for expired sign-ins. */
export const SIGN_IN_SCREEN = '/sign-in';

export const issuerOf = ({ PUBLIC_URL }: UsersConfig): string => `${PUBLIC_URL}/oidc`;

/** The first key signs; the others are published so that their signatures stay valid. */
export const signingKeys = ({ OIDC_SIGNING_KEY }: UsersConfig): SigningKey[] =>
  OIDC_SIGNING_KEY.split(/(?=-----BEGIN)/).map((pem) => {
    const { kty, crv, x, y, d } = createPrivateKey(pem).export({ format: 'jwk' }) as Record<'kty' | 'crv' | 'x' | 'y' | 'd', string>;
    return { kty, crv, x, y, d, alg: SIGNED_BY, use: 'sig', kid: thumbprint({ crv, kty, x, y }) };
  });

/** RFC 7638. */
const thumbprint = (required: object) => createHash('sha256').update(JSON.stringify(required)).digest('base64url');

/**
 * The issuer has two functions: it signs players in to the gateway, by code and PKCE, and
 * issues partners' tokens by client credentials.
 * @param accountExists whether a subject's account exists
 */
export function issuerConfiguration(config: UsersConfig, adapter: (model: string) => Adapter, accountExists: (id: string) => Promise<boolean>): Configuration {
  const policy = interactionPolicy.base();
  // The gateway is our own client, so no consent is requested.
  policy.remove('consent');
  const graph = `${config.PUBLIC_URL}/graphql`;
  return {
    adapter,
    jwks: { keys: signingKeys(config) },
    cookies: {
      // The gateway passes only cookies with these names.
      names: { session: 'oidc_session', interaction: 'oidc_interaction', resume: 'oidc_resume' },
      keys: [config.OIDC_COOKIE_KEY],
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    clients: config.OIDC_ISSUER ? [] : [webClient(config)],
    clientDefaults: { id_token_signed_response_alg: SIGNED_BY },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: [SIGNED_BY] },
    responseTypes: ['code'],
    scopes: ['openid', ...Object.keys(SCOPES)],
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
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) => (client.grantTypeAllowed('client_credentials') ? graph : undefined),
        getResourceServerInfo: (ctx, resource, client) => {
          if (resource !== graph || !client.grantTypeAllowed('client_credentials')) throw new errors.InvalidTarget();
          // Without a requested scope the client gets all its scopes (RFC 6749, 3.3).
          ctx.oidc.params!['scope'] ??= client.scope;
          return {
            scope: client.scope?.split(' ').filter(isScope).join(' ') ?? '',
            audience: graph,
            accessTokenFormat: 'jwt',
            accessTokenTTL: TEN_MINUTES,
            jwt: { sign: { alg: SIGNED_BY } },
          };
        },
      },
    },
    interactions: { policy, url: (_ctx, { uid, params }) => screenOf(uid, params['return_to']) },
    findAccount: async (_ctx, accountId) => ((await accountExists(accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined),
    loadExistingGrant: grantForOwnClient,
    // No session outlives its sign-in; see issuer.ts.
    expiresWithSession: () => false,
    ttl: {
      Interaction: TEN_MINUTES,
      Session: TEN_MINUTES,
      Grant: TEN_MINUTES,
      AuthorizationCode: ONE_MINUTE,
      AccessToken: ONE_MINUTE,
      IdToken: TEN_MINUTES,
      ClientCredentials: TEN_MINUTES,
    },
    renderError: reportErrors,
  };
}

const screenOf = (interaction: string, returnTo: unknown) =>
  `${SIGN_IN_SCREEN}?${new URLSearchParams({ interaction, ...(typeof returnTo === 'string' && { returnTo }) }).toString()}`;

const webClient = ({ PUBLIC_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: UsersConfig) => ({
  client_id: OIDC_CLIENT_ID,
  client_secret: OIDC_CLIENT_SECRET!,
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

/** An expired sign-in, or one of another browser, redirects to the screen, which offers a new one. */
function reportErrors(ctx: KoaContextWithOIDC, { error, error_description: description }: { error: string; error_description?: string }, cause: Error): void {
  if (cause instanceof errors.SessionNotFound) {
    ctx.status = 303;
    ctx.redirect(`${SIGN_IN_SCREEN}?problem=expired`);
    return;
  }
  ctx.type = 'text/plain';
  ctx.body = `This sign-in cannot go on: ${description ?? error}\n`;
}

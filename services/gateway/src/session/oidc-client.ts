import { Injectable } from '@nestjs/common';
import { InjectConfig, log, Problem } from '@sprayhunt/service-kit';
import * as oidc from 'openid-client';
import type { GatewayConfig } from '../config.js';
import type { SignInFlow } from './sign-in-flows.js';

/** Timeout of the issuer's responses in seconds. */
const ISSUER_RESPONSES = 5;
const CALLBACK = '/api/login/callback';

/** Extra parameter for our own issuer, so that the sign-in returns to this browser only. */
export interface OwnHints {
  browser: string;
  return_to: string;
}

/** The gateway as OpenID client of our own or another issuer: code flow with PKCE only. */
@Injectable()
export class OidcClient {
  /** Whether players sign in at our own issuer, in the users service. */
  readonly isOurs: boolean;
  private readonly issuer: string;
  private loaded: Promise<oidc.Configuration> | undefined;

  constructor(@InjectConfig() private readonly config: GatewayConfig) {
    this.isOurs = config.OIDC_ISSUER === undefined;
    this.issuer = config.OIDC_ISSUER ?? `${config.PUBLIC_URL}/oidc`;
  }

  /** @throws Problem `UNAVAILABLE` while the issuer is unavailable */
  async authorizationUrl({ state, nonce, verifier }: SignInFlow, hints?: OwnHints): Promise<URL> {
    return oidc.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: this.config.PUBLIC_URL + CALLBACK,
      scope: this.config.OIDC_SCOPES,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...hints,
    });
  }

  /**
   * Exchanges the callback's parameters for an ID token.
   * @param url path and query of the callback
   * @returns undefined if the issuer refused, or the response does not belong to this flow
   * @throws Problem `UNAVAILABLE` while the issuer is unavailable
   */
  async idToken(url: string, { state, nonce, verifier }: SignInFlow): Promise<string | undefined> {
    const configuration = await this.configuration();
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(this.config.PUBLIC_URL + url), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return tokens.id_token;
    } catch (error) {
      if (isOutage(error)) throw unavailable(error);
      log.info({ err: error }, 'A sign-in was refused');
      return undefined;
    }
  }

  /** The issuer's logout address; undefined if it has no session to end or is unavailable. */
  async logoutUrl(idToken: string): Promise<URL | undefined> {
    const configuration = await this.configuration().catch(() => undefined);
    if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
    return oidc.buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${this.config.PUBLIC_URL}/`,
    });
  }

  /** The issuer's metadata is loaded when first needed, and again after it was unavailable. */
  private async configuration(): Promise<oidc.Configuration> {
    this.loaded ??= this.discover();
    try {
      return await this.loaded;
    } catch (error) {
      this.loaded = undefined;
      throw unavailable(error);
    }
  }

  private discover(): Promise<oidc.Configuration> {
    const { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = this.config;
    return oidc.discovery(new URL(this.issuer), id, undefined, secret ? oidc.ClientSecretBasic(secret) : oidc.None(), {
      timeout: ISSUER_RESPONSES,
      ...(this.isOurs && { [oidc.customFetch]: this.straightToUsers }),
      ...(this.issuer.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }),
    });
  }

  /** Our own issuer is at the public address, but reachable directly from here. */
  private readonly straightToUsers: oidc.CustomFetch = (url, options) =>
    fetch(url.replace(this.config.PUBLIC_URL, this.config.USERS_URL), options);
}

/** The issuer's errors about a sign-in have their own code; others concern reaching it. */
function isOutage(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (error instanceof oidc.AuthorizationResponseError)
    return ['server_error', 'temporarily_unavailable'].includes(error.error);
  if (error instanceof oidc.ClientError)
    return ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(error.code ?? '');
  return error instanceof TypeError;
}

function unavailable(error: unknown): Problem {
  log.warn({ err: error }, 'The issuer did not respond');
  return new Problem('UNAVAILABLE', 'Signing in is temporarily unavailable. Please try again.', {
    retryAfter: 5,
    cause: error,
  });
}

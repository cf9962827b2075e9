import { Injectable } from '@nestjs/common';
import { InjectConfig, log, Problem } from '@sprayhunt/service-kit';
import * as oidc from 'openid-client';
import type { GatewayConfig } from '../config.js';
import type { SignInFlow } from './sign-in-flows.js';

/** Seconds that the issuer may take over one answer. */
const ISSUER_ANSWERS = 5;
const CALLBACK = '/api/login/callback';

/** What the page's own issuer is told beside the standard, to lead back here and to no other browser. */
export interface OwnHints {
  browser: string;
  return_to: string;
}

/** The gateway as a client of the issuer, ours or another one: code flow with PKCE, nothing else. */
@Injectable()
export class OidcClient {
  /** True where players sign in at our own issuer, which is the users service. */
  readonly isOurs: boolean;
  private readonly issuer: string;
  private known: Promise<oidc.Configuration> | undefined;

  constructor(@InjectConfig() private readonly config: GatewayConfig) {
    this.isOurs = config.OIDC_ISSUER === undefined;
    this.issuer = config.OIDC_ISSUER ?? `${config.PUBLIC_URL}/oidc`;
  }

  /** @throws Problem `UNAVAILABLE` while the issuer is away */
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
   * Turns what the browser brought back into an ID token.
   * @param url path and query of the callback
   * @returns undefined where the issuer refused, or the answer is not the one to this flow
   * @throws Problem `UNAVAILABLE` while the issuer is away
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
      if (isOutage(error)) throw away(error);
      log.info({ err: error }, 'A sign-in was refused');
      return undefined;
    }
  }

  /** Where the issuer ends its own session; undefined where there is none to end, or it cannot be asked. */
  async logoutUrl(idToken: string): Promise<URL | undefined> {
    const configuration = await this.configuration().catch(() => undefined);
    if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
    return oidc.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: `${this.config.PUBLIC_URL}/` });
  }

  /** The issuer is asked for its addresses when they are first needed, and again after it was away. */
  private async configuration(): Promise<oidc.Configuration> {
    this.known ??= this.discover();
    try {
      return await this.known;
    } catch (error) {
      this.known = undefined;
      throw away(error);
    }
  }

  private discover(): Promise<oidc.Configuration> {
    const { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = this.config;
    return oidc.discovery(new URL(this.issuer), id, undefined, secret ? oidc.ClientSecretBasic(secret) : oidc.None(), {
      timeout: ISSUER_ANSWERS,
      ...(this.isOurs && { [oidc.customFetch]: this.straightToUsers }),
      ...(this.issuer.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }),
    });
  }

  /** Our own issuer answers under the public address; from here there is a shorter way. */
  private readonly straightToUsers: oidc.CustomFetch = (url, options) => fetch(url.replace(this.config.PUBLIC_URL, this.config.USERS_URL), options);
}

/** What the issuer says of a sign-in has a code of its own; all else is about reaching it. */
function isOutage(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (error instanceof oidc.AuthorizationResponseError) return ['server_error', 'temporarily_unavailable'].includes(error.error);
  if (error instanceof oidc.ClientError) return ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(error.code ?? '');
  return error instanceof TypeError;
}

function away(error: unknown): Problem {
  log.warn({ err: error }, 'The issuer did not answer');
  return new Problem('UNAVAILABLE', 'Signing in is away for a moment. Please try again.', { retryAfter: 5, cause: error });
}

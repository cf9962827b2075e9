import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { interactionPolicy, Provider } from 'oidc-provider';
import type { HttpResponse, Browser } from './browser.js';

export const CLIENT = { OIDC_CLIENT_ID: 'sprayhunt-at-home', OIDC_CLIENT_SECRET: 'a secret of the gateway' };

/** Another issuer than our own: a real one, at which `subject` is signed in without being asked. */
export class ForeignIssuer {
  subject = 'zoe';
  /** Of the gateway; while one is exchanged, two of them. */
  secrets = [CLIENT.OIDC_CLIENT_SECRET];
  /** Responds instead of the issuer. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  private provider: Provider;

  private constructor(
    readonly url: string,
    readonly stop: () => void,
  ) {}

  static async listen(): Promise<ForeignIssuer> {
    const server = createServer((request, response) => issuer.respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new ForeignIssuer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
      server.closeAllConnections();
      server.close();
    });
    return issuer;
  }

  /** Lets the gateway sign people in here. */
  register(gateway: string): void {
    const policy = interactionPolicy.base();
    policy.remove('consent');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    this.provider = new Provider(this.url, {
      clients: [
        {
          client_id: CLIENT.OIDC_CLIENT_ID,
          client_secret: CLIENT.OIDC_CLIENT_SECRET,
          redirect_uris: [`${gateway}/api/login/callback`],
          post_logout_redirect_uris: [`${gateway}/`],
        },
      ],
      jwks: {
        keys: [
          {
            ...(privateKey.export({ format: 'jwk' }) as {
              kty: 'RSA';
              n: string;
              e: string;
              d: string;
              p: string;
              q: string;
              dp: string;
              dq: string;
              qi: string;
            }),
            kid: 'one',
          },
        ],
      },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['a key'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { policy, url: () => '/screen' },
      findAccount: (_ctx, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, email: `${accountId}@home.example`, email_verified: true }),
      }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.account!.accountId });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
    this.provider.Client.prototype.compareClientSecret = (given) => this.secrets.includes(given);
  }

  private respond(request: IncomingMessage, response: ServerResponse): void {
    if (this.instead) return this.instead(request, response);
    if (request.url !== '/screen') return void this.provider.callback()(request, response);
    const result = this.subject === '' ? { error: 'access_denied' } : { login: { accountId: this.subject } };
    void this.provider.interactionFinished(request, response, result);
  }
}

/** Follows the browser through the issuer until it is led back. @returns path and query of the way back */
export async function throughIssuer(login: HttpResponse, cookies = new Map<string, string>()): Promise<string> {
  let address = new URL(login.headers.get('location')!);
  const { origin } = address;
  while (address.origin === origin) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: [...cookies.values()].join('; ') },
    });
    for (const line of response.headers.getSetCookie()) cookies.set(line.split('=', 1)[0]!, line.split(';', 1)[0]!);
    const to = response.headers.get('location');
    if (!to) throw new Error(`The issuer stopped with ${response.status}: ${await response.text()}`);
    address = new URL(to, address);
  }
  return address.pathname + address.search;
}

/** From `/api/login` to the way back. */
export const begin = async (browser: Browser, returnTo = '/profile') =>
  throughIssuer(await browser.get(`/api/login?${new URLSearchParams({ returnTo }).toString()}`));

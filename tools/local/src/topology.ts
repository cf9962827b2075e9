import path from 'node:path';
import { backendNames, type ServiceName, urlVariable } from '@sprayhunt/contracts/services';
import type { Secrets } from './secrets.js';

/** What the launcher passes to the services. */
export interface StackContext {
  /** Data folder. */
  folder: string;
  secrets: Secrets;
  /** Public address of the product, without a trailing slash. */
  publicUrl: string;
  /** Folder of the built page. */
  web: string;
  /** Environment variables of a service's NATS connection. */
  nats: (service: ServiceName) => Record<string, string>;
  /** Address of a service's own schema. */
  databaseUrl: (service: ServiceName) => string;
  /** Ports of each service on this machine. */
  ports: Record<ServiceName, { http: number; metrics: number }>;
  /** Port of the payments sandbox on this machine. */
  sandboxPort: number;
  /** Address that the gateway listens on; everything else is on loopback. */
  publicHost: string;
}

/** The environment of one service: common and own variables. See each service's `config.ts`. */
export function environmentOf(service: ServiceName, place: StackContext): Record<string, string> {
  return { ...common(service, place), ...own[service]?.(place) };
}

/** Address of a service's HTTP port, from this machine. */
export function addressOf(service: ServiceName, { ports, publicHost }: Pick<StackContext, 'ports' | 'publicHost'>): string {
  const named = service === 'gateway' && !['0.0.0.0', '::'].includes(publicHost);
  return `http://${named ? publicHost : '127.0.0.1'}:${ports[service].http}`;
}

function common(service: ServiceName, { ports, nats, publicUrl, secrets, databaseUrl }: StackContext): Record<string, string> {
  return {
    NODE_ENV: 'production',
    MODE: 'local',
    HOST: '127.0.0.1',
    PORT: String(ports[service].http),
    PUBLIC_URL: publicUrl,
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(ports[service].metrics),
    DATABASE_URL: databaseUrl(service),
    ...nats(service),
    IDENTITY_PUBLIC_KEY: secrets.identityPublicKey,
  };
}

const payments: Partial<Record<ServiceName, (place: StackContext) => Record<string, string>>> = {
  commerce: (place) => ({
    TRIAL_SECRET: place.secrets.trialSecret,
    ...sandboxUrl(place),
    ...(!hasStripeKeys() && { STRIPE_WEBHOOK_SECRET: place.secrets.paymentsWebhookSecret }),
  }),
};

/** Variables of one service; a service without any has no entry. */
const own: Partial<Record<ServiceName, (place: StackContext) => Record<string, string>>> = {
  users: ({ secrets }) => ({
    CODE_SECRET: secrets.codeSecret,
    OIDC_SIGNING_KEY: secrets.oidcSigningKey,
    OIDC_COOKIE_KEY: secrets.oidcCookieKey,
    PUSH_PRIVATE_KEY: secrets.pushPrivateKey,
    ...ownClient(secrets),
  }),
  media: ({ folder, secrets }) => ({
    STORE_DRIVER: 'folder',
    STORE_FOLDER: path.join(folder, 'objects'),
    SPOOL_FOLDER: path.join(folder, 'uploads'),
    UPLOAD_SECRET: secrets.uploadSecret,
    // glibc's arenas would keep a third more memory than the running pictures need.
    MALLOC_ARENA_MAX: '2',
  }),
  ...payments,
  gateway: (place) => ({
    HOST: place.publicHost,
    WEB_DIST: place.web,
    ...Object.fromEntries(backendNames.map((name) => [urlVariable(name), addressOf(name, place)])),
    IDENTITY_PRIVATE_KEY: place.secrets.identityPrivateKey,
    ...sandboxUrl(place),
    ...ownClient(place.secrets),
  }),
};

/** Whether the operator's environment names Stripe itself, in place of the sandbox. */
export const hasStripeKeys = (): boolean => Boolean(process.env.STRIPE_SECRET_KEY);

const sandboxUrl = ({ sandboxPort }: StackContext): Record<string, string> => (hasStripeKeys() ? {} : { STRIPE_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}` });

/** The gateway's client secret at our own issuer; another issuer has its own. */
const ownClient = ({ oidcClientSecret }: Secrets): Record<string, string> => (process.env.OIDC_ISSUER ? {} : { OIDC_CLIENT_SECRET: oidcClientSecret });

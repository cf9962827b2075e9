import path from 'node:path';
import { backendNames, type ServiceName, urlVariable } from '@sprayhunt/contracts/services';
import type { Secrets } from './secrets.js';

/** The context from which the launcher configures the services. */
export interface StackContext {
  /** Data folder. */
  folder: string;
  secrets: Secrets;
  /** Public address of the product, without a trailing slash. */
  publicUrl: string;
  /** Folder of the built page. */
  web: string;
  /** Folder of the checkout whose programs run. */
  programs: string;
  /** Environment variables of a service's NATS connection. */
  nats: (service: ServiceName) => Record<string, string>;
  /** Address of a service's own schema. */
  databaseUrl: (service: ServiceName) => string;
  /** `host:port` of a pooler in transaction mode before the database. */
  pooler?: string;
  /**
   * Ports of each service on this machine: where others reach it, and those of its programs. One program has that port
   * itself.
   */
  ports: Record<ServiceName, { http: number; instances: { http: number; metrics: number }[] }>;
  /** Port of the payments sandbox on this machine. */
  sandboxPort: number;
  /** Address that the gateway listens on; everything else is on loopback. */
  publicHost: string;
}

/** The environment of one program of a service: common and own variables. See each service's `config.ts`. */
export function environmentOf(service: ServiceName, context: StackContext, index = 0): Record<string, string> {
  const { http, metrics } = context.ports[service].instances[index]!;
  return {
    ...common(service, context),
    PORT: String(http),
    METRICS_PORT: String(metrics),
    ...own[service]?.(context),
    ...(isReplicated(service, context) && asReplica(service, context, index)),
  };
}

/** The first program of a service is named like it; also its log. */
export const instanceName = (service: ServiceName, index: number): string =>
  index === 0 ? service : `${service}-${index + 1}`;

/** Whether a balancer listens at the service's address. */
const isReplicated = (service: ServiceName, { ports }: Pick<StackContext, 'ports'>): boolean =>
  ports[service].instances.length > 1;

/**
 * Time for which a stopping program keeps serving: longer than the balancer's check and the gateway's idle connections,
 * plus the delay of busy programs.
 */
const DRAIN_MS = 2_500;

/** The variables that differ for programs behind a balancer. */
function asReplica(service: ServiceName, { folder }: StackContext, index: number): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    DRAIN_DELAY_MS: String(DRAIN_MS),
    ...(service === 'media' && { SPOOL_FOLDER: path.join(folder, 'uploads', instanceName(service, index)) }),
  };
}

/** Address of a service's HTTP port, from this machine. */
export function addressOf(
  service: ServiceName,
  { ports, publicHost }: Pick<StackContext, 'ports' | 'publicHost'>,
): string {
  return `http://${service === 'gateway' ? urlHost(publicHost) : '127.0.0.1'}:${ports[service].http}`;
}

/** Where a program that listens on this address is reached from this machine. */
export const urlHost = (host: string): string => (['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host);

function common(
  service: ServiceName,
  { nats, publicUrl, secrets, databaseUrl, pooler }: StackContext,
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    MODE: 'local',
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    METRICS_HOST: '127.0.0.1',
    ...databaseVariables(databaseUrl(service), pooler),
    ...nats(service),
    IDENTITY_PUBLIC_KEY: secrets.identityPublicKey,
    // One of glibc's arenas for each thread keeps up to 10 MB of an idle service, and a third more than running
    // pictures need.
    MALLOC_ARENA_MAX: '2',
  };
}

function databaseVariables(direct: string, pooler?: string): Record<string, string> {
  if (!pooler) return { DATABASE_URL: direct };
  const pooled = new URL(direct);
  pooled.host = pooler;
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: direct };
}

/** Variables of one service; a service without any has no entry. */
const own: Partial<Record<ServiceName, (context: StackContext) => Record<string, string>>> = {
  users: ({ secrets }) => ({
    CODE_SECRET: secrets.codeSecret,
    OIDC_SIGNING_KEY: secrets.oidcSigningKey,
    OIDC_COOKIE_KEY: secrets.oidcCookieKey,
    PUSH_PRIVATE_KEY: secrets.pushPrivateKey,
    SUSPENSION_SECRET: secrets.suspensionSecret,
    ...ownClient(secrets),
  }),
  media: ({ folder, secrets }) => ({
    STORE_DRIVER: 'folder',
    STORE_FOLDER: path.join(folder, 'objects'),
    SPOOL_FOLDER: path.join(folder, 'uploads'),
    UPLOAD_SECRET: secrets.uploadSecret,
  }),
  commerce: (context) => ({
    TRIAL_SECRET: context.secrets.trialSecret,
    ...sandboxUrl(context),
    ...(!hasStripeKeys() && { STRIPE_WEBHOOK_SECRET: context.secrets.paymentsWebhookSecret }),
  }),
  gateway: (context) => ({
    HOST: context.publicHost,
    WEB_DIST: context.web,
    ...Object.fromEntries(backendNames.map((name) => [urlVariable(name), addressOf(name, context)])),
    IDENTITY_PRIVATE_KEY: context.secrets.identityPrivateKey,
    ...sandboxUrl(context),
    ...ownClient(context.secrets),
  }),
};

/** Whether the operator's environment names Stripe itself, in place of the sandbox. */
export const hasStripeKeys = (): boolean => Boolean(process.env.STRIPE_SECRET_KEY);

const sandboxUrl = ({ sandboxPort }: StackContext): Record<string, string> =>
  hasStripeKeys() ? {} : { STRIPE_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}` };

/** The gateway's client secret at our own issuer; another issuer has its own. */
const ownClient = ({ oidcClientSecret }: Secrets): Record<string, string> =>
  process.env.OIDC_ISSUER ? {} : { OIDC_CLIENT_SECRET: oidcClientSecret };

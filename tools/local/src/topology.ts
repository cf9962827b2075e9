import path from 'node:path';
import { backendNames, type ServiceName, urlVariable } from '@sprayhunt/contracts';
import type { Secrets } from './secrets.js';

/** What the launcher knows when it starts the services. */
export interface Place {
  /** Data folder. */
  folder: string;
  secrets: Secrets;
  /** Where people reach the product, without a trailing slash. */
  publicUrl: string;
  /** Folder of the built page. */
  web: string;
  /** How a service reaches NATS, as variables of its environment. */
  nats: (service: ServiceName) => Record<string, string>;
  /** Address of a service's own schema. */
  databaseUrl: (service: ServiceName) => string;
  /** Ports of each service on this machine. */
  ports: Record<ServiceName, { http: number; metrics: number }>;
  /** Address that the gateway listens on; everything else is on loopback. */
  publicHost: string;
}

/** The environment of one service: what all get, and its own variables. See each service's `config.ts`. */
export function environmentOf(service: ServiceName, place: Place): Record<string, string> {
  return { ...common(service, place), ...own[service]?.(place) };
}

/** Address of a service's HTTP port, from this machine. */
export function addressOf(service: ServiceName, { ports, publicHost }: Pick<Place, 'ports' | 'publicHost'>): string {
  const named = service === 'gateway' && !['0.0.0.0', '::'].includes(publicHost);
  return `http://${named ? publicHost : '127.0.0.1'}:${ports[service].http}`;
}

function common(service: ServiceName, { ports, nats, publicUrl, secrets, databaseUrl }: Place): Record<string, string> {
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

/** What one service alone needs; one that needs nothing has no entry. */
const own: Partial<Record<ServiceName, (place: Place) => Record<string, string>>> = {
  users: ({ secrets }) => ({
    CODE_SECRET: secrets.codeSecret,
    OIDC_SIGNING_KEY: secrets.oidcSigningKey,
    OIDC_COOKIE_KEY: secrets.oidcCookieKey,
    ...ownClient(secrets),
  }),
  media: ({ folder, secrets }) => ({
    STORE_DRIVER: 'folder',
    STORE_FOLDER: path.join(folder, 'objects'),
    SPOOL_FOLDER: path.join(folder, 'uploads'),
    UPLOAD_SECRET: secrets.uploadSecret,
    // glibc's arenas would keep a third more memory than the pictures at work need.
    MALLOC_ARENA_MAX: '2',
  }),
  gateway: (place) => ({
    HOST: place.publicHost,
    WEB_DIST: place.web,
    ...Object.fromEntries(backendNames.map((name) => [urlVariable(name), addressOf(name, place)])),
    IDENTITY_PRIVATE_KEY: place.secrets.identityPrivateKey,
    ...ownClient(place.secrets),
  }),
};

/** What the gateway shows to our own issuer; another issuer has its own way of knowing it. */
const ownClient = ({ oidcClientSecret }: Secrets): Record<string, string> => (process.env.OIDC_ISSUER ? {} : { OIDC_CLIENT_SECRET: oidcClientSecret });

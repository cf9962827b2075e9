import path from 'node:path';
import type { Secrets } from './secrets.js';

export const serviceNames = ['users', 'discovery', 'media', 'missions', 'commerce', 'gateway'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** All start together; the gateway comes when these are ready, because it needs their answers. */
export const behindTheGateway = serviceNames.filter((name) => name !== 'gateway');

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
  return { ...common(service, place), ...own(service, place) };
}

/** Address of a service's HTTP port, from this machine. */
export function addressOf(service: ServiceName, { ports, publicHost }: Pick<Place, 'ports' | 'publicHost'>): string {
  const named = service === 'gateway' && !['0.0.0.0', '::'].includes(publicHost);
  return `http://${named ? publicHost : '127.0.0.1'}:${ports[service].http}`;
}

function common(service: ServiceName, { ports, nats, secrets, databaseUrl }: Place): Record<string, string> {
  return {
    NODE_ENV: 'production',
    MODE: 'local',
    HOST: '127.0.0.1',
    PORT: String(ports[service].http),
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(ports[service].metrics),
    DATABASE_URL: databaseUrl(service),
    ...nats(service),
    IDENTITY_PUBLIC_KEY: secrets.identityPublicKey,
  };
}

function own(service: ServiceName, place: Place): Record<string, string> {
  const { secrets, publicUrl } = place;
  switch (service) {
    case 'users':
      return {
        PUBLIC_URL: publicUrl,
        CODE_SECRET: secrets.codeSecret,
        OIDC_SIGNING_KEY: secrets.oidcSigningKey,
        OIDC_COOKIE_KEY: secrets.oidcCookieKey,
        ...ownClient(secrets),
      };
    case 'discovery':
      return { PUBLIC_URL: publicUrl };
    case 'media':
      return {
        PUBLIC_URL: publicUrl,
        STORE_DRIVER: 'folder',
        STORE_FOLDER: path.join(place.folder, 'objects'),
        UPLOAD_SECRET: secrets.uploadSecret,
        // glibc's arenas would keep a third more memory than the pictures at work need.
        MALLOC_ARENA_MAX: '2',
      };
    case 'gateway':
      return {
        HOST: place.publicHost,
        PUBLIC_URL: publicUrl,
        WEB_DIST: place.web,
        USERS_URL: addressOf('users', place),
        DISCOVERY_URL: addressOf('discovery', place),
        MEDIA_URL: addressOf('media', place),
        MISSIONS_URL: addressOf('missions', place),
        COMMERCE_URL: addressOf('commerce', place),
        IDENTITY_PRIVATE_KEY: secrets.identityPrivateKey,
        ...ownClient(secrets),
      };
    case 'missions':
    case 'commerce':
      return {};
  }
}

/** What the gateway shows to our own issuer; another issuer has its own way of knowing it. */
const ownClient = ({ oidcClientSecret }: Secrets): Record<string, string> => (process.env.OIDC_ISSUER ? {} : { OIDC_CLIENT_SECRET: oidcClientSecret });

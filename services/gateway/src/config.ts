import { isIP } from 'node:net';
import { backendNames, urlVariable, type BackendName } from '@sprayhunt/contracts';
import { pem, serviceConfig } from '@sprayhunt/service-kit';
import { z } from 'zod';

/** `points/seconds`: calls from one address in a number of seconds. */
const rate = z
  .string()
  .regex(/^\d+\/\d+$/, 'is not of the form points/seconds')
  .transform((text) => {
    const [points, seconds] = text.split('/').map(Number);
    return { points: points!, seconds: seconds! };
  })
  .refine(({ points, seconds }) => points > 0 && seconds > 0, 'must have two numbers above 0');

const itemsOf = (text: string): string[] => text.split(',').map((item) => item.trim()).filter(Boolean);

const list = z.string().default('').transform(itemsOf);

/** The three names stand for the private networks that Fastify knows by them. Trust in every address would let each caller choose its own. */
const isProxy = (item: string): boolean => {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
  const version = isIP(address);
  if (bits === undefined) return version > 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(item);
  return version > 0 && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128);
};

const proxies = z
  .string()
  .transform((text) => (text === 'none' ? [] : itemsOf(text)))
  .refine((items) => items.every(isProxy), 'is neither `none` nor a list of addresses and networks such as 10.0.0.0/8');

const service = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** `USERS_URL` and so on: the address of each service. */
const serviceUrls = Object.fromEntries(backendNames.map((name) => [urlVariable(name), service])) as Record<ReturnType<typeof urlVariable<BackendName>>, typeof service>;

/** How a contact is written in security.txt (RFC 9116): an address of the web, of e-mail or of a telephone. */
const contacts = list.refine((items) => items.every((item) => /^(https:\/\/|mailto:|tel:)[\x21-\x7e]+$/.test(item)), 'is not a list of addresses that begin with https://, mailto: or tel:');

/** In local mode all callers have one address, including tests. */
const RATES = {
  local: { RATE_READS: '100000/10', RATE_DOCUMENTS: '100000/10', PLANNING_SHARE: 1, RATE_WRITES: '5000/10', RATE_SENSITIVE: '3000/60', RATE_EXPORTS: '1000/3600', RATE_WEBHOOKS: '100000/10', RATE_POINTS: '100000000/3600' },
  production: { RATE_READS: '1500/10', RATE_DOCUMENTS: '60/60', PLANNING_SHARE: 0.2, RATE_WRITES: '300/10', RATE_SENSITIVE: '60/60', RATE_EXPORTS: '10/3600', RATE_WEBHOOKS: '1000/10', RATE_POINTS: '1000000/3600' },
};

/** Streets from open data without a key or an account (https://openfreemap.org). */
const OPEN_STREETS = 'https://tiles.openfreemap.org/styles/positron';
const NO_STREETS = 'none';

/** The style for the page, if any: other streets that are configured replace the default one. */
function styleOf({ MAP_STYLE_URL, MAP_PMTILES, TILE_URL }: { MAP_STYLE_URL?: string; MAP_PMTILES?: string; TILE_URL?: string }): string | undefined {
  if (MAP_STYLE_URL) return MAP_STYLE_URL === NO_STREETS ? undefined : MAP_STYLE_URL;
  return MAP_PMTILES || TILE_URL ? undefined : OPEN_STREETS;
}

export const gatewayConfig = serviceConfig({
  /** Public address of the product, without a trailing slash; https makes the cookie Secure. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  /** Private half of the identity key (Ed25519, PEM, PKCS 8). */
  IDENTITY_PRIVATE_KEY: pem,
  /** Another OpenID issuer for players; by default our own, under PUBLIC_URL/oidc. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  /** Our client id at the issuer. */
  OIDC_CLIENT_ID: z.string().min(1).default('sprayhunt-web'),
  /** Required by our own issuer; without it the gateway is a public client of another one. */
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Space-separated; our own issuer supports only `openid`. */
  OIDC_SCOPES: z.string().optional(),
  ...serviceUrls,
  /** Timeout of a service's response in milliseconds. */
  SUBGRAPH_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Connections to each service. */
  SUBGRAPH_CONNECTIONS: z.coerce.number().int().min(1).max(1_000).default(64),
  /** Addresses or networks of trusted proxies, whose `X-Forwarded-For` is used, comma-separated; `none` if callers connect themselves. Has to be set in production. */
  TRUST_PROXY: proxies.optional(),
  /** Folder with the built page; without it the gateway serves only the APIs. */
  WEB_DIST: z.string().optional(),
  /** Where vulnerabilities are reported, the preferred one first, comma-separated: `mailto:…`, `https://…` or `tel:…`; served as /.well-known/security.txt. */
  SECURITY_CONTACT: contacts,
  GOOGLE_MAPS_KEY: z.string().optional(),
  GOOGLE_MAP_ID: z.string().optional(),
  /** MapLibre style of the road map by day; `none` turns streets off. By default OpenFreeMap's, unless `MAP_PMTILES` or `TILE_URL` gives others. */
  MAP_STYLE_URL: z.union([z.literal('none'), z.url({ protocol: /^https?$/ })]).optional(),
  /** The same by night; without it the page darkens the one by day. */
  MAP_STYLE_NIGHT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Streets of the operator's own: path or address of a PMTiles archive in the schema of Protomaps, which the gateway serves. */
  MAP_PMTILES: z.string().min(1).optional(),
  /** Raster tiles with `{z}/{x}/{y}`. */
  TILE_URL: z.string().optional(),
  SATELLITE_TILE_URL: z.string().optional(),
  TERRAIN_TILE_URL: z.string().optional(),
  /** Attribution of the map's tiles. */
  TILE_ATTRIBUTION: z.string().optional(),
  /** Further origins of the style's tiles, glyphs or sprites, comma-separated. */
  MAP_HOSTS: list,
  /** The payments sandbox, to which the page sends test cards; with Stripe itself, its script does that. Only with MODE=local. */
  STRIPE_SANDBOX_URL: z.url({ protocol: /^http$/ }).transform((url) => new URL(url).origin).optional(),
  /** Address of the trailer, a file or an embeddable page; loaded only when the player presses play. */
  TRAILER_URL: z.url().optional(),
  /** Days without a visit after which a session ends, and its longest life in days. */
  SESSION_IDLE_DAYS: z.coerce.number().positive().max(365).default(30),
  SESSION_MAX_DAYS: z.coerce.number().positive().max(365).default(180),
  /** Reads, writes, and calls that send a message or open an account: from one address. */
  RATE_READS: rate.optional(),
  RATE_WRITES: rate.optional(),
  RATE_SENSITIVE: rate.optional(),
  /** GraphQL documents from one address that this process has not seen before; each is validated and planned. */
  RATE_DOCUMENTS: rate.optional(),
  /** Fraction of this process's time for new documents of all callers together. */
  PLANNING_SHARE: z.coerce.number().positive().max(1).optional(),
  /** Data exports by one account. */
  RATE_EXPORTS: rate.optional(),
  /** Stripe's events from one address. */
  RATE_WEBHOOKS: rate.optional(),
  /** Points of one partner's client, at all gateways together. */
  RATE_POINTS: rate.optional(),
  /** Open live connections of one session, or of one address without a session. */
  LIVE_CONNECTIONS: z.coerce.number().int().min(1).max(1_000).default(10),
}).superRefine((config, context) => {
  const fault = (name: keyof typeof config, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (!config.OIDC_ISSUER && !config.OIDC_CLIENT_SECRET) fault('OIDC_CLIENT_SECRET', 'is needed where OIDC_ISSUER is not set');
  if (config.MAP_PMTILES && config.MAP_STYLE_URL && config.MAP_STYLE_URL !== NO_STREETS) fault('MAP_PMTILES', 'and MAP_STYLE_URL both give the streets; set one of them');
  if (config.MAP_STYLE_NIGHT_URL && !config.MAP_STYLE_URL) fault('MAP_STYLE_NIGHT_URL', 'needs MAP_STYLE_URL');
  // Behind a proxy all callers would share one rate limit; without one each could choose the address it is counted by.
  if (config.MODE === 'production' && !config.TRUST_PROXY) fault('TRUST_PROXY', 'has to be set in production: the addresses or networks of the proxies in front, or `none`');
  if (config.MODE === 'production' && config.STRIPE_SANDBOX_URL) fault('STRIPE_SANDBOX_URL', 'is for MODE=local only');
  if (config.MODE === 'production' && config.OIDC_ISSUER?.startsWith('http:')) fault('OIDC_ISSUER', 'must be an https address in production');
}).transform((config) => ({
  ...config,
  TRUST_PROXY: config.TRUST_PROXY ?? [],
  RATE_READS: config.RATE_READS ?? rate.parse(RATES[config.MODE].RATE_READS),
  RATE_DOCUMENTS: config.RATE_DOCUMENTS ?? rate.parse(RATES[config.MODE].RATE_DOCUMENTS),
  PLANNING_SHARE: config.PLANNING_SHARE ?? RATES[config.MODE].PLANNING_SHARE,
  RATE_WRITES: config.RATE_WRITES ?? rate.parse(RATES[config.MODE].RATE_WRITES),
  RATE_WEBHOOKS: config.RATE_WEBHOOKS ?? rate.parse(RATES[config.MODE].RATE_WEBHOOKS),
  RATE_EXPORTS: config.RATE_EXPORTS ?? rate.parse(RATES[config.MODE].RATE_EXPORTS),
  RATE_POINTS: config.RATE_POINTS ?? rate.parse(RATES[config.MODE].RATE_POINTS),
  RATE_SENSITIVE: config.RATE_SENSITIVE ?? rate.parse(RATES[config.MODE].RATE_SENSITIVE),
  MAP_STYLE_URL: styleOf(config),
  OIDC_SCOPES: config.OIDC_ISSUER ? (config.OIDC_SCOPES ?? 'openid email') : 'openid',
}));

export type GatewayConfig = z.infer<typeof gatewayConfig>;

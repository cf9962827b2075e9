import { isIP } from 'node:net';
import { backendNames, urlVariable, type BackendName } from '@sprayhunt/contracts';
import { meanings, pem, secret, serviceConfig } from '@sprayhunt/service-kit';
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

const itemsOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const list = z.string().default('').transform(itemsOf);

/** The three names are Fastify's for private networks. Trusting every address would let each caller choose its own. */
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
const serviceUrls = Object.fromEntries(
  backendNames.map((name) => [urlVariable(name), service.describe(`address of ${name}, one for all its processes`)]),
) as Record<ReturnType<typeof urlVariable<BackendName>>, typeof service>;

/** How a contact is written in security.txt (RFC 9116): an address of the web, of e-mail or of a telephone. */
const contacts = list.refine(
  (items) => items.every((item) => /^(https:\/\/|mailto:|tel:)[\x21-\x7e]+$/.test(item)),
  'is not a list of addresses that begin with https://, mailto: or tel:',
);

/** In local mode all callers have one address, including tests. */
const RATES = {
  local: {
    RATE_READS: '100000/10',
    RATE_DOCUMENTS: '100000/10',
    PLANNING_SHARE: 1,
    RATE_WRITES: '5000/10',
    RATE_SENSITIVE: '3000/60',
    RATE_EXPORTS: '1000/3600',
    RATE_WEBHOOKS: '100000/10',
    RATE_PAGE_REPORTS: '5000/10',
    PAGE_REPORTS: 1,
    RATE_POINTS: '100000000/3600',
  },
  production: {
    RATE_READS: '1500/10',
    RATE_DOCUMENTS: '60/60',
    PLANNING_SHARE: 0.2,
    RATE_WRITES: '300/10',
    RATE_SENSITIVE: '60/60',
    RATE_EXPORTS: '10/3600',
    RATE_WEBHOOKS: '1000/10',
    RATE_PAGE_REPORTS: '30/60',
    PAGE_REPORTS: 0.1,
    RATE_POINTS: '1000000/3600',
  },
};

const byMode = (name: keyof typeof RATES.local) => ({ local: RATES.local[name], production: RATES.production[name] });

const rateOf = (name: keyof typeof RATES.local, description: string) =>
  rate.optional().meta({ description, byMode: byMode(name) });

/** Streets from open data without a key or an account (https://openfreemap.org). */
const OPEN_STREETS = 'https://tiles.openfreemap.org/styles/positron';
const NO_STREETS = 'none';

/** The style for the page, if any: other streets that are configured replace the default one. */
function styleOf({
  MAP_STYLE_URL,
  MAP_PMTILES,
  TILE_URL,
}: {
  MAP_STYLE_URL?: string;
  MAP_PMTILES?: string;
  TILE_URL?: string;
}): string | undefined {
  if (MAP_STYLE_URL) return MAP_STYLE_URL === NO_STREETS ? undefined : MAP_STYLE_URL;
  return MAP_PMTILES || TILE_URL ? undefined : OPEN_STREETS;
}

export const gatewayConfig = serviceConfig({
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .describe(meanings.PUBLIC_URL),
  IDENTITY_PRIVATE_KEY: pem.meta(
    secret('signs the identity of callers (Ed25519, PEM, PKCS 8); its public half goes to all services'),
  ),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(meanings.OIDC_ISSUER),
  OIDC_CLIENT_ID: z.string().min(1).default('sprayhunt-web').describe(meanings.OIDC_CLIENT_ID),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().meta(secret(meanings.OIDC_CLIENT_SECRET)),
  OIDC_SCOPES: z.string().optional().meta({
    description: 'scopes requested from another provider, space-separated; our own supports only `openid`',
    defaultText: '`openid email`',
  }),
  ...serviceUrls,
  SUBGRAPH_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(10_000)
    .describe("timeout of a service's response in milliseconds"),
  SUBGRAPH_CONNECTIONS: z.coerce.number().int().min(1).max(1_000).default(64).describe('connections to each service'),
  TRUST_PROXY: proxies
    .optional()
    .describe(
      'addresses or networks of trusted proxies, whose `X-Forwarded-For` is used, comma-separated; ' +
        '`none` if callers connect themselves',
    ),
  WEB_DIST: z
    .string()
    .optional()
    .describe(
      'folder of the built page, with the compressed copies that its build writes; ' +
        'without it the gateway serves only the APIs. The image has it',
    ),
  SECURITY_CONTACT: contacts.describe(
    'where vulnerabilities are reported, the preferred one first, comma-separated: ' +
      '`mailto:…`, `https://…` or `tel:…`; served as `/.well-known/security.txt`, ' +
      'which is 404 without it ([SECURITY.md](../../SECURITY.md))',
  ),
  GOOGLE_MAPS_KEY: z
    .string()
    .optional()
    .describe('key of Google Maps, which replaces our own map; players can see the key'),
  GOOGLE_MAP_ID: z.string().optional().describe('style of the Google map'),
  MAP_STYLE_URL: z
    .union([z.literal('none'), z.url({ protocol: /^https?$/ })])
    .optional()
    .meta({
      description:
        "MapLibre style of the road map by day. Players' browsers fetch it and its tiles from that host; " +
        '`none` turns streets off, and the shipped geography is drawn',
      defaultText: "OpenFreeMap's, unless `MAP_PMTILES` or `TILE_URL` is set",
    }),
  MAP_STYLE_NIGHT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('MapLibre style of the road map by night; without it the page darkens the style by day'),
  MAP_PMTILES: z
    .string()
    .min(1)
    .optional()
    .describe(
      'streets from an archive of your own, which the gateway serves: path or address of a ' +
        '[PMTiles](https://docs.protomaps.com/pmtiles/) archive (version 3) in the schema of Protomaps. ' +
        'A missing or broken archive fails the start; an address that does not respond does not. ' +
        'A file that replaces it is read from the next start on',
    ),
  TILE_URL: z.string().optional().describe('raster tiles with `{z}/{x}/{y}`'),
  SATELLITE_TILE_URL: z.string().optional().describe('raster tiles of the satellite map, with `{z}/{x}/{y}`'),
  TERRAIN_TILE_URL: z.string().optional().describe('raster tiles of the terrain map, with `{z}/{x}/{y}`'),
  TILE_ATTRIBUTION: z.string().optional().describe("attribution of the map's tiles"),
  MAP_HOSTS: list.describe(
    "further origins of the style's tiles, glyphs or sprites, comma-separated, for the content security policy",
  ),
  STRIPE_SANDBOX_URL: z
    .url({ protocol: /^http$/ })
    .transform((url) => new URL(url).origin)
    .optional()
    .describe(meanings.STRIPE_SANDBOX_URL),
  TRAILER_URL: z
    .url()
    .optional()
    .describe('address of the trailer, a file or an embeddable page; loaded only when the player presses play'),
  SESSION_IDLE_DAYS: z.coerce
    .number()
    .positive()
    .max(365)
    .default(30)
    .describe('days without a visit after which a session ends'),
  SESSION_MAX_DAYS: z.coerce.number().positive().max(365).default(180).describe('longest life of a session in days'),
  RATE_READS: rateOf(
    'RATE_READS',
    'reads/seconds from one address (IPv6: from one /64) or of one partner, at each gateway process ' +
      '([what a limit means with several](scale.md#limits-with-several-gateways)). ' +
      'Every root field of a GraphQL document counts as a call of its REST kind; ' +
      'all of them are counted before anything runs, or none',
  ),
  RATE_WRITES: rateOf('RATE_WRITES', 'writes/seconds, counted the same way'),
  RATE_SENSITIVE: rateOf(
    'RATE_SENSITIVE',
    'calls/seconds that send a message or open an account, counted the same way',
  ),
  RATE_DOCUMENTS: rateOf(
    'RATE_DOCUMENTS',
    'GraphQL documents/seconds from one address or partner that the process has not seen before; ' +
      'each is validated and planned',
  ),
  PLANNING_SHARE: z.coerce
    .number()
    .positive()
    .max(1)
    .optional()
    .meta({
      description:
        "fraction of a process's time for new documents of all callers together; " +
        'above it they are 503, and known ones continue',
      byMode: byMode('PLANNING_SHARE'),
    }),
  RATE_EXPORTS: rateOf('RATE_EXPORTS', 'data exports/seconds of one account, at each gateway process'),
  RATE_WEBHOOKS: rateOf('RATE_WEBHOOKS', "Stripe's events/seconds from one address, at each gateway process"),
  RATE_PAGE_REPORTS: rateOf(
    'RATE_PAGE_REPORTS',
    'reports of the page/seconds from one address, at each gateway process',
  ),
  PAGE_REPORTS: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({
      description:
        'fraction of page loads that report their load times (`POST /api/page-reports`); ' +
        'with 0 the page reports no errors either',
      byMode: byMode('PAGE_REPORTS'),
    }),
  RATE_POINTS: rateOf('RATE_POINTS', "points/seconds of one partner's client, at all gateways together"),
  LIVE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(10)
    .describe('open live connections of one session, or of one address without a session, in each process'),
})
  .superRefine((config, context) => {
    const fault = (name: keyof typeof config, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (!config.OIDC_ISSUER && !config.OIDC_CLIENT_SECRET)
      fault('OIDC_CLIENT_SECRET', 'is needed where OIDC_ISSUER is not set');
    if (config.MAP_PMTILES && config.MAP_STYLE_URL && config.MAP_STYLE_URL !== NO_STREETS)
      fault('MAP_PMTILES', 'and MAP_STYLE_URL both give the streets; set one of them');
    if (config.MAP_STYLE_NIGHT_URL && !config.MAP_STYLE_URL) fault('MAP_STYLE_NIGHT_URL', 'needs MAP_STYLE_URL');
    // Behind a proxy all callers would share one rate limit; without one each could choose the address it is counted
    // by.
    if (config.MODE === 'production' && !config.TRUST_PROXY)
      fault('TRUST_PROXY', 'has to be set in production: the addresses or networks of the proxies in front, or `none`');
    if (config.MODE === 'production' && config.STRIPE_SANDBOX_URL)
      fault('STRIPE_SANDBOX_URL', 'is for MODE=local only');
    if (config.MODE === 'production' && config.OIDC_ISSUER?.startsWith('http:'))
      fault('OIDC_ISSUER', 'must be an https address in production');
  })
  .transform((config) => ({
    ...config,
    TRUST_PROXY: config.TRUST_PROXY ?? [],
    RATE_READS: config.RATE_READS ?? rate.parse(RATES[config.MODE].RATE_READS),
    RATE_DOCUMENTS: config.RATE_DOCUMENTS ?? rate.parse(RATES[config.MODE].RATE_DOCUMENTS),
    PLANNING_SHARE: config.PLANNING_SHARE ?? RATES[config.MODE].PLANNING_SHARE,
    RATE_WRITES: config.RATE_WRITES ?? rate.parse(RATES[config.MODE].RATE_WRITES),
    RATE_WEBHOOKS: config.RATE_WEBHOOKS ?? rate.parse(RATES[config.MODE].RATE_WEBHOOKS),
    RATE_PAGE_REPORTS: config.RATE_PAGE_REPORTS ?? rate.parse(RATES[config.MODE].RATE_PAGE_REPORTS),
    PAGE_REPORTS: config.PAGE_REPORTS ?? RATES[config.MODE].PAGE_REPORTS,
    RATE_EXPORTS: config.RATE_EXPORTS ?? rate.parse(RATES[config.MODE].RATE_EXPORTS),
    RATE_POINTS: config.RATE_POINTS ?? rate.parse(RATES[config.MODE].RATE_POINTS),
    RATE_SENSITIVE: config.RATE_SENSITIVE ?? rate.parse(RATES[config.MODE].RATE_SENSITIVE),
    MAP_STYLE_URL: styleOf(config),
    OIDC_SCOPES: config.OIDC_ISSUER ? (config.OIDC_SCOPES ?? 'openid email') : 'openid',
  }));

export type GatewayConfig = z.infer<typeof gatewayConfig>;

import { createHash } from 'node:crypto';
import type { GatewayConfig } from '../config.js';

type Sources = Record<string, string[]>;

/** Google's own list for the Maps JavaScript API (its content security policy guide). */
const GOOGLE: Sources = {
  'script-src': [
    "'unsafe-eval'",
    'blob:',
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    '*.google.com',
    'https://*.ggpht.com',
    '*.googleusercontent.com',
  ],
  'img-src': ['https://*.googleapis.com', 'https://*.gstatic.com', '*.google.com', '*.googleusercontent.com'],
  'connect-src': ['https://*.googleapis.com', '*.google.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  'frame-src': ['*.google.com'],
  'font-src': ['https://fonts.gstatic.com'],
  'style-src': ['https://fonts.googleapis.com'],
};

/** Stripe's own list for Stripe.js (its security guide). */
const STRIPE: Sources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

type PageConfig = Pick<
  GatewayConfig,
  | 'PUBLIC_URL'
  | 'GOOGLE_MAPS_KEY'
  | 'MAP_STYLE_URL'
  | 'MAP_STYLE_NIGHT_URL'
  | 'TILE_URL'
  | 'SATELLITE_TILE_URL'
  | 'TERRAIN_TILE_URL'
  | 'MAP_HOSTS'
  | 'TRAILER_URL'
  | 'STRIPE_SANDBOX_URL'
>;

/**
 * Allows the page to load its own files and the hosts that the operator has configured.
 * @param html whose inline scripts are allowed by their hash
 */
export function contentSecurityPolicy(config: PageConfig, html: string): string {
  const tiles = [
    config.MAP_STYLE_URL,
    config.MAP_STYLE_NIGHT_URL,
    config.TILE_URL,
    config.SATELLITE_TILE_URL,
    config.TERRAIN_TILE_URL,
    ...config.MAP_HOSTS,
  ].flatMap(hostOf);
  const trailer = hostOf(config.TRAILER_URL);
  const own: Sources = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts(html)],
    // Radix and MapLibre position elements with inline styles.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...tiles],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...tiles],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': trailer.length ? trailer : ["'none'"],
    'media-src': ["'self'", 'blob:', ...trailer],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  const payments: Sources = config.STRIPE_SANDBOX_URL ? { 'connect-src': [config.STRIPE_SANDBOX_URL] } : STRIPE;
  for (const [directive, sources] of [
    ...Object.entries(payments),
    ...(config.GOOGLE_MAPS_KEY ? Object.entries(GOOGLE) : []),
  ])
    own[directive] = [...own[directive]!.filter((source) => source !== "'none'"), ...sources];
  return Object.entries(own)
    .map(([directive, sources]) => `${directive} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}

/**
 * Anything but a page must not be framed. The scripts of service workers and workers must not get a stricter policy,
 * because it would apply to the worker.
 */
const NO_FRAMES = "frame-ancestors 'none'";
/** Responses for programs are never shown as a document that loads anything. */
export const FOR_PROGRAMS = `default-src 'none'; ${NO_FRAMES}`;

/** Headers of every response. */
export const commonHeaders = ({ PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': NO_FRAMES,
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(PUBLIC_URL.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

/** Headers of the page itself. */
export const pageHeaders = (config: PageConfig, html: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': contentSecurityPolicy(config, html),
  'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
});

/** `{s}` and other placeholders in a host match any of its servers. */
function hostOf(url: string | undefined): string[] {
  const [, scheme, host] = /^(https?):\/\/([^/]+)/.exec(url ?? '') ?? [];
  return host ? [`${scheme}://${host.replace(/^\{[^}]*\}\./, '*.')}`] : [];
}

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );

import { pem, serviceConfig } from '@sprayhunt/service-kit';
import { isSupportedCountry } from 'libphonenumber-js';
import { z } from 'zod';
import { limitSettings, waitSettings } from './identity/limit-settings.js';

const days = z.coerce.number().int().min(1).max(365);

/** Reaches nobody. */
const NO_CONTACT = 'mailto:push@sprayhunt.example';

/** The users service's own variables; README.md has them as a table. */
export const usersConfig = serviceConfig({
  /** Public address of the product; identifies uploads, and passkeys are bound to its host name. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  /** Another OpenID issuer for players; by default our own, under PUBLIC_URL/oidc. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  /** The gateway's client id at the issuer. */
  OIDC_CLIENT_ID: z.string().min(1).default('sprayhunt-web'),
  /** Shared by the gateway and our own issuer. */
  OIDC_CLIENT_SECRET: z.string().min(32).optional(),
  /** Signs our own issuer's tokens (P-256, PEM, PKCS 8). Keys after the first are older ones, still published. */
  OIDC_SIGNING_KEY: pem,
  /** Key of the signatures on our own issuer's cookies. */
  OIDC_COOKIE_KEY: z.string().min(32),
  SMS_DRIVER: z.enum(['inbox', 'http']).default('inbox'),
  /** Endpoint that takes `POST {"to", "from", "text"}` with a bearer token. */
  SMS_HTTP_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_HTTP_TOKEN: z.string().min(1).optional(),
  SMS_FROM: z.string().min(1).max(20).default('Sprayhunt'),
  EMAIL_DRIVER: z.enum(['inbox', 'smtp']).default('inbox'),
  /** `smtps://user:password@host:port`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  EMAIL_FROM: z.string().min(3).optional(),
  /** Key of the hashes of one-time codes. */
  CODE_SECRET: z.string().min(32).optional(),
  /** Default country of national phone numbers. */
  PHONE_COUNTRY: z.string().refine(isSupportedCountry, 'is not a two-letter country code').default('AU'),
  /** Days after which an unverified account is deleted and its username is free. */
  PENDING_ACCOUNT_DAYS: days.default(7),
  /** Private key of web push (VAPID): 32 bytes of P-256 in base64url. Without it there is no push. */
  PUSH_PRIVATE_KEY: z.string().regex(/^[\w-]{43}$/, 'is not a private key of P-256 in base64url').optional(),
  /** Whom push services write to when something is wrong: a mailto: or https: address. */
  PUSH_CONTACT: z.url({ protocol: /^(mailto|https)$/ }).default(NO_CONTACT),
  /** Hosts of push services, by commas; `*.` stands for any name below. Messages go nowhere else. */
  PUSH_HOSTS: z
    .string()
    .default('fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.notify.windows.com')
    .transform((hosts) => hosts.split(',').map((host) => host.trim().toLowerCase()))
    .refine((hosts) => hosts.every((host) => /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?$/.test(host)), 'is not a list of hosts'),
  ...waitSettings,
  ...limitSettings,
}).superRefine((config, context) => {
  const need = (name: keyof typeof config, why: string) => {
    if (config[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: `is needed ${why}` });
  };
  if (config.SMS_DRIVER === 'http') {
    need('SMS_HTTP_URL', 'where SMS_DRIVER is http');
    need('SMS_HTTP_TOKEN', 'where SMS_DRIVER is http');
  }
  if (config.EMAIL_DRIVER === 'smtp') {
    need('SMTP_URL', 'where EMAIL_DRIVER is smtp');
    need('EMAIL_FROM', 'where EMAIL_DRIVER is smtp');
  }
  if (!config.OIDC_ISSUER) need('OIDC_CLIENT_SECRET', 'where OIDC_ISSUER is not set');
  if (config.MODE !== 'production') return;
  if (config.OIDC_ISSUER?.startsWith('http:')) context.addIssue({ code: 'custom', path: ['OIDC_ISSUER'], message: 'must be an https address in production' });
  if (config.PUSH_PRIVATE_KEY && config.PUSH_CONTACT === NO_CONTACT) context.addIssue({ code: 'custom', path: ['PUSH_CONTACT'], message: 'must be an address of yours in production' });
  need('CODE_SECRET', 'in production');
  for (const name of ['SMS_DRIVER', 'EMAIL_DRIVER'] as const)
    if (config[name] === 'inbox')
      context.addIssue({ code: 'custom', path: [name], message: 'must not be the local inbox in production: it shows codes to everyone' });
});

export type UsersConfig = z.infer<typeof usersConfig>;

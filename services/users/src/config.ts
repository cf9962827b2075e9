import { meanings, pem, rotatingSecret, secret, serviceConfig } from '@sprayhunt/service-kit';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { limitSettings, waitSettings } from './identity/limit-settings.js';

const days = z.coerce.number().int().min(1).max(365);

/** An address without a mailbox. */
const NO_CONTACT = 'mailto:push@sprayhunt.example';

export const usersConfig = serviceConfig({
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .describe(meanings.PUBLIC_URL),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(meanings.OIDC_ISSUER),
  OIDC_CLIENT_ID: z.string().min(1).default('sprayhunt-web').describe(meanings.OIDC_CLIENT_ID),
  OIDC_CLIENT_SECRET: rotatingSecret.optional().meta(secret(meanings.OIDC_CLIENT_SECRET)),
  OIDC_SIGNING_KEY: pem.meta(
    secret("signs our own issuer's tokens (P-256, PEM, PKCS 8). Keys after the first are published and sign nothing"),
  ),
  OIDC_COOKIE_KEY: rotatingSecret.meta(
    secret("signs our own issuer's cookies, 32 characters or more; during its rotation several, one per line"),
  ),
  SMS_DRIVER: z
    .enum(['inbox', 'http'])
    .default('inbox')
    .describe(
      "how SMS are sent: `http` posts `{to, from, text}` with a bearer token, the inbox is this machine's page " +
        '`/dev/inbox`',
    ),
  SMS_HTTP_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the SMS provider'),
  SMS_HTTP_TOKEN: z.string().min(1).optional().meta(secret('bearer token of the SMS provider')),
  SMS_FROM: z.string().min(1).max(20).default('Sprayhunt').describe('sender of SMS'),
  EMAIL_DRIVER: z
    .enum(['inbox', 'smtp'])
    .default('inbox')
    .describe('how e-mail is sent: `smtp` uses the mail server of `SMTP_URL`, the inbox is the page `/dev/inbox`'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta(secret('the mail server: `smtps://user:password@host:port`')),
  EMAIL_FROM: z.string().min(3).optional().describe('sender of e-mail'),
  CODE_SECRET: rotatingSecret
    .optional()
    .meta(
      secret(
        'key of the hashes of one-time codes and of the links that end digests, 32 characters or more; during ' +
          'its rotation several, one per line',
      ),
    ),
  SUSPENSION_SECRET: rotatingSecret.meta(
    secret(
      'key of the hashes of suspended contacts, 32 characters or more; after a rotation several, one per line. ' +
        'If a key is removed, contacts that were hashed with it can be used for a new account',
    ),
  ),
  PHONE_COUNTRY: z
    .string()
    .refine(isSupportedCountry, 'is not a two-letter country code')
    .default('AU')
    .describe('country of phone numbers without a country code'),
  PENDING_ACCOUNT_DAYS: days
    .default(7)
    .describe('days after which an unverified account is deleted and its username is free'),
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'is not a private key of P-256 in base64url')
    .optional()
    .meta(
      secret(
        'private key of web push (VAPID): 32 bytes of P-256 in base64url. Without it there is no push; a new ' +
          'one ends all subscriptions',
      ),
    ),
  PUSH_CONTACT: z
    .url({ protocol: /^(mailto|https)$/ })
    .default(NO_CONTACT)
    .meta({
      description: 'contact for push services, `mailto:` or `https:`; needed in production with a key',
      defaultText: 'none',
    }),
  PUSH_HOSTS: z
    .string()
    .default('fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.notify.windows.com')
    .transform((hosts) => hosts.split(',').map((host) => host.trim().toLowerCase()))
    .refine(
      (hosts) => hosts.every((host) => /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?$/.test(host)),
      'is not a list of hosts',
    )
    .describe(
      'hosts of push services, comma-separated; `*.` matches all subdomains. Messages are sent to no other hosts',
    ),
  ...waitSettings,
  ...limitSettings,
}).superRefine((config, context) => {
  const requireVariable = (name: keyof typeof config, condition: string) => {
    if (config[name] === undefined)
      context.addIssue({ code: 'custom', path: [name], message: `is needed ${condition}` });
  };
  if (config.SMS_DRIVER === 'http') {
    requireVariable('SMS_HTTP_URL', 'where SMS_DRIVER is http');
    requireVariable('SMS_HTTP_TOKEN', 'where SMS_DRIVER is http');
  }
  if (config.EMAIL_DRIVER === 'smtp') {
    requireVariable('SMTP_URL', 'where EMAIL_DRIVER is smtp');
    requireVariable('EMAIL_FROM', 'where EMAIL_DRIVER is smtp');
  }
  if (!config.OIDC_ISSUER) requireVariable('OIDC_CLIENT_SECRET', 'where OIDC_ISSUER is not set');
  if (config.MODE !== 'production') return;
  if (config.OIDC_ISSUER?.startsWith('http:'))
    context.addIssue({ code: 'custom', path: ['OIDC_ISSUER'], message: 'must be an https address in production' });
  if (config.PUSH_PRIVATE_KEY && config.PUSH_CONTACT === NO_CONTACT)
    context.addIssue({ code: 'custom', path: ['PUSH_CONTACT'], message: 'must be your own address in production' });
  requireVariable('CODE_SECRET', 'in production');
  for (const name of ['SMS_DRIVER', 'EMAIL_DRIVER'] as const)
    if (config[name] === 'inbox')
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'must not be the local inbox in production: it shows codes to everyone',
      });
});

export type UsersConfig = z.infer<typeof usersConfig>;

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Inject } from '@nestjs/common';
import { tracingConfig } from '../tracing/tracing.js';

export const CONFIG = Symbol('config');

/** Injects the checked configuration of the running service. */
export const InjectConfig = () => Inject(CONFIG);

export const ACK_WAIT_MS = 10_000;

const port = z.coerce.number().int().min(1).max(65_535);

/** A PEM key, with real line breaks or with `\n` written out as many secret stores do. */
export const pem = z
  .string()
  .transform((value) => value.replaceAll('\\n', '\n'))
  .refine((value) => value.includes('-----BEGIN'), 'is not a PEM key');

/** Marks a secret variable, with its description for `docs/operations/configure.md`: `z.string().meta(secret('…'))`. */
export const secret = (description: string) => ({ description, secret: true });

/** Descriptions of variables that several services read, each with its own schema; all get the same value. */
export const meanings = {
  PUBLIC_URL:
    'public address of the product, https in production, without a trailing slash. Base of upload and picture ' +
    'addresses and of our own issuer, `PUBLIC_URL/oidc`; passkeys are bound to its host name; https makes cookies Secure',
  OIDC_ISSUER: 'another OpenID provider that signs players in, https in production; by default our own',
  OIDC_CLIENT_ID: "the gateway's client id at the provider",
  OIDC_CLIENT_SECRET:
    "the gateway's client secret at the provider. Our own provider requires 32 characters or more; in users " +
    'during its rotation several, one per line. Redirect address: `PUBLIC_URL/api/login/callback`, after logout ' +
    '`PUBLIC_URL/`',
  STRIPE_SANDBOX_URL:
    "in place of Stripe's keys, with `MODE=local` only: the [payments " +
    'sandbox](../../tools/stripe-sandbox/README.md), to which the page may send test cards. `npm start` sets it ' +
    'unless there are keys',
} as const;

const base = {
  MODE: z.enum(['local', 'production']).describe('`production` refuses every convenience of the local mode'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  PORT: port.describe('port to listen on'),
  METRICS_PORT: port.describe('port of Prometheus metrics; never reachable through the public address'),
  METRICS_HOST: z
    .string()
    .optional()
    .describe('address for the metrics, if it is not `HOST`; use loopback if `HOST` is open to everyone'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .meta(secret("Postgres, with the service's own role: `postgres://SERVICE:PASSWORD@HOST:PORT/DATABASE`")),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta(
      secret(
        'the address of Postgres itself, with the same role, where `DATABASE_URL` is that of a pooler in ' +
          'transaction mode ([PgBouncer](pgbouncer.md))',
      ),
    ),
  DATABASE_NAMED_STATEMENTS: z.stringbool().optional().meta({
    description: 'whether the program prepares frequent statements under names',
    defaultText: '`true`; behind a pooler `false`',
  }),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('connections in the pool of one process; a process uses up to three more, for jobs and LISTEN'),
  NATS_URL: z.string().min(1).describe('servers of NATS with JetStream, comma-separated: `nats://HOST:4222`'),
  NATS_USER: z
    .string()
    .optional()
    .describe("the service's own user at NATS; user and password may be in `NATS_URL` instead"),
  NATS_PASSWORD: z.string().optional().meta(secret('password of the NATS user')),
  STREAM: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .default('sprayhunt')
    .describe('name of the JetStream stream'),
  STREAM_REPLICAS: z.coerce
    .number()
    .int()
    .refine((count) => [1, 3, 5].includes(count), 'must be 1, 3 or 5')
    .default(1)
    .describe(
      'servers that hold a copy of the stream: 1, 3 or 5. Used when the stream is created; if an existing ' +
        'stream has another number, the service logs it',
    ),
  EVENT_ACK_WAIT_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(600_000)
    .default(ACK_WAIT_MS)
    .describe(
      'milliseconds after which an event that a process received and did not acknowledge is delivered again; ' +
        'the events of a killed process wait this long',
    ),
  IDENTITY_PUBLIC_KEY: pem.describe(
    "public half of the gateway's identity key (Ed25519, PEM); during its rotation those of both keys, one " +
      'after the other',
  ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe("pino's levels"),
  DRAIN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe(
      'milliseconds between "not ready" and closing the port, so that load balancers notice; responses end ' +
        'their connections from then on',
    ),
  // The default allows for the longest request: an upload and the processing of its picture.
  STOP_WITHIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600_000)
    .default(150_000)
    .describe(
      'milliseconds for running requests after the port is closed. The supervisor has to wait longer before it ' +
        'kills the process',
    ),
  ...tracingConfig,
};

/** The configuration of one service: what every service needs, and its own variables. */
export const serviceConfig = <T extends z.ZodRawShape>(own: T) =>
  z.object({ ...base, ...own }).superRefine((config, context) => {
    const { MODE, PUBLIC_URL: address } = config as { MODE: string; PUBLIC_URL?: string };
    // Cookies, codes and upload addresses would be sent unencrypted.
    if (MODE === 'production' && address !== undefined && new URL(address).protocol !== 'https:')
      context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message: 'must be an https address in production' });
  });

export type ServiceConfig = z.infer<z.ZodObject<typeof base>>;

/** Lists all errors of the environment at once, so that an operator can fix them together. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Checks the environment against a schema. Empty variables count as missing. In place of any variable `NAME`,
 * `NAME_FILE` may name a file with its value, such as a mounted secret; a line break at its end is dropped.
 */
export function loadConfig<T extends z.ZodType>(schema: T, env: NodeJS.ProcessEnv = process.env): z.infer<T> {
  const { values: given, faults } = resolveFileVariables(env);
  const result = schema.safeParse(given);
  if (result.success && faults.size === 0) return result.data;
  const issues = (result.error?.issues ?? []).filter(({ path }) => !faults.has(path.join('.')));
  throw new ConfigError([
    ...faults.values(),
    ...issues.map((issue) => {
      const name = issue.path.join('.');
      const choice = issue.code === 'invalid_value' ? `; it is one of ${issue.values.join(', ')}` : '';
      return given[name] !== undefined || issue.code === 'custom'
        ? `${name}: ${issue.message}`
        : `${name}: is missing${choice}`;
    }),
  ]);
}

const FILE_VARIABLE = /^(.+)_FILE$/;

/** A file is read only if the schema has its variable; other variables may end in `_FILE`, too. */
function resolveFileVariables(env: NodeJS.ProcessEnv): { values: Record<string, string>; faults: Map<string, string> } {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  const values = Object.fromEntries(entries);
  const faults = new Map<string, string>();
  for (const [variable, file] of entries) {
    const name = FILE_VARIABLE.exec(variable)?.[1];
    if (!name) continue;
    const ownValue = values[name];
    const get = () => {
      if (ownValue === undefined)
        return readValue(file, (reason) => faults.set(name, `${variable}: ${file} cannot be read: ${reason}`));
      faults.set(name, `${name}: is given twice, also by ${variable}`);
      return ownValue;
    };
    Object.defineProperty(values, name, { get, enumerable: true });
  }
  return { values, faults };
}

function readValue(file: string, onError: (reason: string) => void): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    onError((error as NodeJS.ErrnoException).code ?? (error as Error).message);
    return undefined;
  }
}

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

const base = {
  /** `production` refuses every convenience of the local mode. It has to be set explicitly. */
  MODE: z.enum(['local', 'production']),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  /** Prometheus metrics; never reachable through the public address. */
  METRICS_PORT: port,
  /** Address for the metrics where it is not HOST: loopback, when HOST is open to everyone. */
  METRICS_HOST: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Connections in the pool of this process. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  NATS_URL: z.string().min(1),
  /** In place of a name and password in the address. */
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  /** Name of the JetStream stream; tests use one each. */
  STREAM: z.string().regex(/^[A-Za-z0-9_-]+$/).default('sprayhunt'),
  /** Servers that hold a copy of the stream, where the service has to create it. */
  STREAM_REPLICAS: z.coerce.number().int().refine((count) => [1, 3, 5].includes(count), 'must be 1, 3 or 5').default(1),
  /** Milliseconds after which an event that a process took and did not acknowledge is delivered again. */
  EVENT_ACK_WAIT_MS: z.coerce.number().int().min(1_000).max(600_000).default(ACK_WAIT_MS),
  /** Public half of the gateway's identity key (Ed25519, PEM). */
  IDENTITY_PUBLIC_KEY: pem,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Milliseconds between "not ready" and closing the port, so that load balancers notice. */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  /**
   * Milliseconds that running requests may still take once the port is closed. The default is that of the longest one: an
   * upload (UPLOAD_SECONDS of media), and the picture that is made of it. Whoever stops the process has to wait longer.
   */
  STOP_WITHIN_MS: z.coerce.number().int().min(0).max(3_600_000).default(150_000),
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
 * Checks the environment against a schema. Empty variables count as missing. In place of any variable `NAME`, `NAME_FILE`
 * may name a file with its value, such as a mounted secret; a line break at its end is no part of it.
 */
export function loadConfig<T extends z.ZodType>(schema: T, env: NodeJS.ProcessEnv = process.env): z.infer<T> {
  const { given, faults } = withFiles(env);
  const result = schema.safeParse(given);
  if (result.success && faults.size === 0) return result.data;
  const issues = (result.error?.issues ?? []).filter(({ path }) => !faults.has(path.join('.')));
  throw new ConfigError([
    ...faults.values(),
    ...issues.map((issue) => {
      const name = issue.path.join('.');
      const choice = issue.code === 'invalid_value' ? `; it is one of ${issue.values.join(', ')}` : '';
      return given[name] !== undefined || issue.code === 'custom' ? `${name}: ${issue.message}` : `${name}: is missing${choice}`;
    }),
  ]);
}

const FILE = /^(.+)_FILE$/;

/** Files are read when the schema asks for their variable: others of that name in the environment are none of ours. */
function withFiles(env: NodeJS.ProcessEnv): { given: Record<string, string>; faults: Map<string, string> } {
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
  const given = Object.fromEntries(set);
  const faults = new Map<string, string>();
  for (const [variable, file] of set) {
    const name = FILE.exec(variable)?.[1];
    if (!name) continue;
    const direct = given[name];
    const get = () => {
      if (direct === undefined) return readValue(file, (reason) => faults.set(name, `${variable}: ${file} cannot be read: ${reason}`));
      faults.set(name, `${name}: is given twice, also by ${variable}`);
      return direct;
    };
    Object.defineProperty(given, name, { get, enumerable: true });
  }
  return { given, faults };
}

function readValue(file: string, failed: (reason: string) => void): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    failed((error as NodeJS.ErrnoException).code ?? (error as Error).message);
    return undefined;
  }
}

import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@sprayhunt/contracts';
import type { z } from 'zod';

const services = fileURLToPath(new URL('../../../services/', import.meta.url));

/**
 * A service's schema of its variables: tools do not import services, so it is loaded by its path, `dist/config.js` or
 * `src/config.ts`.
 */
export async function configOf(service: ServiceName, file: string): Promise<z.ZodType> {
  const module = (await import(path.join(services, service, file))) as Record<string, z.ZodType>;
  return module[`${service}Config`]!;
}

/** Variables and their schemas, below refinements and transformations of the whole. */
export function variablesOf(schema: z.ZodType): Record<string, z.ZodType> {
  const object = schema as unknown as { shape?: Record<string, z.ZodType>; in?: z.ZodType };
  return object.shape ?? variablesOf(object.in!);
}

const key = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const SAMPLES: Record<string, string> = {
  MODE: 'production',
  PORT: '8080',
  METRICS_PORT: '9464',
  PUBLIC_URL: 'https://play.example.com',
  NATS_URL: 'nats://nats:4222',
  DATABASE_URL: 'postgres://service:secret@postgres-rw/sprayhunt',
  DATABASE_DIRECT_URL: 'postgres://service:secret@postgres-rw/sprayhunt',
  IDENTITY_PUBLIC_KEY: key.publicKey,
  IDENTITY_PRIVATE_KEY: key.privateKey,
  OIDC_SIGNING_KEY: key.privateKey,
  SMTP_URL: 'smtps://name:secret@mail.example.com',
  PUSH_PRIVATE_KEY: 'A'.repeat(43),
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
};

/** A value that a variable accepts; for those not named here, one of a secret or of an address. */
export const sampleOf = (name: string): string =>
  SAMPLES[name] ?? (name.endsWith('_URL') ? 'http://service:8080' : 'a secret that is longer than 32 characters');

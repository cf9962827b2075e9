import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ServiceName, serviceNames } from '@sprayhunt/contracts';
import { loadConfig } from '@sprayhunt/service-kit';
import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { canRender, k8s, type Manifest, podOf, render, type Variable } from './render.js';

/** Variables of the runtime, not of our programs. */
const RUNTIME = ['NODE_OPTIONS', 'MALLOC_ARENA_MAX'];
/** Read by programs that know PgBouncer. */
const OPTIONAL_LATER = ['DATABASE_DIRECT_URL'];

const key = generateKeyPairSync('ed25519', { privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
const SAMPLES: Record<string, string> = {
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
const sampleOf = (name: string) => SAMPLES[name] ?? 'a secret that is longer than 32 characters';

const variablesOf = (deployment: Manifest): Variable[] => podOf(deployment)!.spec.containers[0]!.env!;

/** The environment of a service's program, with samples for its secrets. */
function environmentOf(objects: Manifest[], deployment: Manifest): Record<string, string> {
  const configMap = (name: string) => objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)?.data;
  const env: Record<string, string> = {};
  for (const { configMapRef } of podOf(deployment)!.spec.containers[0]!.envFrom!) Object.assign(env, configMap(configMapRef.name));
  for (const { name, value, valueFrom: { secretKeyRef, configMapKeyRef } = {} } of variablesOf(deployment)) {
    const given = secretKeyRef ? sampleOf(secretKeyRef.key) : configMapKeyRef ? configMap(configMapKeyRef.name)?.[configMapKeyRef.key] : value;
    if (given !== undefined) env[name] = given;
    else if (!configMapKeyRef?.optional) throw new Error(`${deployment.metadata.name}: ${name} has no value`);
  }
  return env;
}

/** A service's schema of its variables: tools do not import services, so it is loaded by its path. */
async function configOf(service: ServiceName): Promise<z.ZodType> {
  const module = (await import(path.join(k8s, '../services', service, 'src/config.ts'))) as Record<string, z.ZodType>;
  return module[`${service}Config`]!;
}

const namesIn = (schema: z.ZodType): string[] => {
  const object = schema as unknown as { shape?: object; in?: z.ZodType };
  return object.shape ? Object.keys(object.shape) : namesIn(object.in!);
};

const checked = canRender ? describe.each : describe.skip.each;

checked(['overlays/local', 'overlays/production'])('the variables of %s', (folder) => {
  const objects = canRender ? render(folder) : [];
  const deploymentOf = (service: string) => objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === service)!;

  it.each(serviceNames)('are all that %s needs, and none that it does not know', async (service) => {
    const schema = await configOf(service);
    const env = environmentOf(objects, deploymentOf(service));
    expect(loadConfig(schema, env)).toMatchObject({ MODE: folder.endsWith('local') ? 'local' : 'production', STREAM_REPLICAS: folder.endsWith('local') ? 1 : 3 });
    const known = [...namesIn(schema), ...RUNTIME, ...OPTIONAL_LATER];
    expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(serviceNames)('are secret of %s alone, and written down', (service) => {
    const manual = readFileSync(`${k8s}README.md`, 'utf8');
    for (const { valueFrom } of variablesOf(deploymentOf(service))) {
      if (!valueFrom?.secretKeyRef) continue;
      const { name, key } = valueFrom.secretKeyRef;
      expect(name).toBe(service);
      expect(manual).toContain(`\`${key}\``);
    }
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it.each(serviceNames)('would be missed by %s, were one not there', async (service) => {
    const schema = await configOf(service);
    const env = environmentOf(objects, deploymentOf(service));
    for (const name of ['MODE', 'DATABASE_URL', 'NATS_URL', 'IDENTITY_PUBLIC_KEY']) expect(() => loadConfig(schema, { ...env, [name]: '' })).toThrow(name);
  });

  it('are longer than the longest upload, where they bound a stop', async () => {
    const media = loadConfig(await configOf('media'), environmentOf(objects, deploymentOf('media'))) as { UPLOAD_SECONDS: number; PIPELINE_WAIT_MS: number; STOP_WITHIN_MS: number };
    // A picture takes 20 s at most.
    expect(media.STOP_WITHIN_MS).toBeGreaterThan(media.UPLOAD_SECONDS * 1_000 + media.PIPELINE_WAIT_MS + 20_000);
  });
});

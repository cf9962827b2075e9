import { readFileSync } from 'node:fs';
import { type ServiceName, serviceNames } from '@sprayhunt/contracts';
import { loadConfig } from '@sprayhunt/service-kit';
import { describe, expect, it } from '@jest/globals';
import { configOf, sampleOf, variablesOf } from './configuration.js';
import { canRender, k8s, type Manifest, podOf, render, type Variable } from './render.js';

/** Variables of the runtime, not of our programs. */
const RUNTIME = ['NODE_OPTIONS', 'MALLOC_ARENA_MAX'];

const givenTo = (deployment: Manifest): Variable[] => podOf(deployment)!.spec.containers[0]!.env!;

/** The environment of a service's program, with samples for its secrets. */
function environmentOf(objects: Manifest[], deployment: Manifest): Record<string, string> {
  const configMap = (name: string) =>
    objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)?.data;
  const env: Record<string, string> = {};
  for (const { configMapRef } of podOf(deployment)!.spec.containers[0]!.envFrom!)
    Object.assign(env, configMap(configMapRef.name));
  for (const { name, value, valueFrom: { secretKeyRef, configMapKeyRef } = {} } of givenTo(deployment)) {
    const given = secretKeyRef
      ? sampleOf(secretKeyRef.key)
      : configMapKeyRef
        ? configMap(configMapKeyRef.name)?.[configMapKeyRef.key]
        : value;
    if (given !== undefined) env[name] = given;
    else if (!configMapKeyRef?.optional) throw new Error(`${deployment.metadata.name}: ${name} has no value`);
  }
  return env;
}

const schemaOf = (service: ServiceName) => configOf(service, 'src/config.ts');

const checked = canRender ? describe.each : describe.skip.each;

checked(['overlays/local', 'overlays/production'])('the variables of %s (needs kubectl or kustomize)', (folder) => {
  const objects = canRender ? render(folder) : [];
  const deploymentOf = (service: string) =>
    objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === service)!;

  it.each(serviceNames)('are all that %s needs, and none that it does not know', async (service) => {
    const schema = await schemaOf(service);
    const env = environmentOf(objects, deploymentOf(service));
    expect(loadConfig(schema, env)).toMatchObject({
      MODE: folder.endsWith('local') ? 'local' : 'production',
      STREAM_REPLICAS: folder.endsWith('local') ? 1 : 3,
    });
    const known = [...Object.keys(variablesOf(schema)), ...RUNTIME];
    expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(serviceNames)('are secret of %s alone, and written down', (service) => {
    const manual = readFileSync(`${k8s}README.md`, 'utf8');
    for (const { valueFrom } of givenTo(deploymentOf(service))) {
      if (!valueFrom?.secretKeyRef) continue;
      const { name, key } = valueFrom.secretKeyRef;
      expect(name).toBe(service);
      expect(manual).toContain(`\`${key}\``);
    }
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it.each(serviceNames)('are none of a ConfigMap, where %s keeps them secret', async (service) => {
    const open = givenTo(deploymentOf(service))
      .filter(({ valueFrom }) => !valueFrom?.secretKeyRef)
      .map(({ name }) => name);
    const secrets = Object.entries(variablesOf(await schemaOf(service))).filter(
      ([, variable]) => variable.meta()?.['secret'],
    );
    expect(secrets.map(([name]) => name)).toContain('DATABASE_URL');
    expect(secrets.filter(([name]) => open.includes(name))).toEqual([]);
  });

  it.each(serviceNames)('would be missed by %s, were one not there', async (service) => {
    const schema = await schemaOf(service);
    const env = environmentOf(objects, deploymentOf(service));
    for (const name of ['MODE', 'DATABASE_URL', 'NATS_URL', 'IDENTITY_PUBLIC_KEY'])
      expect(() => loadConfig(schema, { ...env, [name]: '' })).toThrow(name);
  });

  it('are longer than the longest upload, where they bound a stop', async () => {
    const media = loadConfig(await schemaOf('media'), environmentOf(objects, deploymentOf('media'))) as {
      UPLOAD_SECONDS: number;
      PIPELINE_WAIT_MS: number;
      STOP_WITHIN_MS: number;
    };
    // A picture takes 20 s at most.
    expect(media.STOP_WITHIN_MS).toBeGreaterThan(media.UPLOAD_SECONDS * 1_000 + media.PIPELINE_WAIT_MS + 20_000);
  });
});

(canRender ? it.each : it.skip.each)(serviceNames)(
  'the pooler keeps named statements of %s (needs kubectl or kustomize)',
  async (service) => {
    const objects = render('overlays/production');
    const env = environmentOf(
      objects,
      objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === service)!,
    );
    expect(loadConfig(await schemaOf(service), env)).toMatchObject({ DATABASE_NAMED_STATEMENTS: true });
    expect(objects.find(({ kind }) => kind === 'Pooler')!.spec!.pgbouncer).toMatchObject({
      poolMode: 'transaction',
      parameters: { max_prepared_statements: expect.stringMatching(/^[1-9]\d*$/) },
    });
  },
);

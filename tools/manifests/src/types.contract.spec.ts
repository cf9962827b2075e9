import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';
import { canRender, type Manifest, render } from './render.js';

const require = createRequire(__filename);

/** Packages with the types of Kubernetes and of the custom resources, by API group. */
const CUSTOM: Record<string, string> = {
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
  'keda.sh': '@kubernetes-models/keda',
  'traefik.io': '@kubernetes-models/traefik',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

type Model = new (data: object) => { validate(): void };

/**
 * An object of the plugin for backups, whose types no package has: its configuration is that of a Cluster's own
 * backups.
 */
function asCluster(store: Manifest): Pick<Manifest, 'apiVersion' | 'kind'> {
  const { configuration, retentionPolicy } = (
    store as unknown as { spec: { configuration: object; retentionPolicy: string } }
  ).spec;
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata: store.metadata,
    spec: { instances: 1, storage: { size: '1Gi' }, backup: { barmanObjectStore: configuration, retentionPolicy } },
  } as Pick<Manifest, 'apiVersion' | 'kind'>;
}

/** Throws for an object that its type does not allow. */
function validate(object: Pick<Manifest, 'apiVersion' | 'kind'>): void {
  const { apiVersion, kind, ...rest } = object.kind === 'ObjectStore' ? asCluster(object as Manifest) : object;
  const [group] = apiVersion.split('/') as [string];
  const models = require(`${CUSTOM[group] ?? 'kubernetes-models'}/${apiVersion}`) as Record<string, Model>;
  const Type = models[kind];
  if (!Type) throw new Error(`There is no ${kind} in ${apiVersion}`);
  new Type({ ...rest }).validate();
}

const checked = canRender ? it.each : it.skip.each;

checked(['base', 'overlays/local', 'overlays/production', 'overlays/restore'])(
  'every object of %s is one that Kubernetes takes (needs kubectl or kustomize)',
  (folder) => {
    const objects = render(folder);
    expect(objects.length).toBeGreaterThan(30);
    const faults = objects.flatMap((object) => {
      try {
        validate(object);
        return [];
      } catch (error) {
        return `${object.kind} ${object.metadata.name}: ${(error as Error).message}`;
      }
    });
    expect(faults).toEqual([]);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  },
);

it('a wrong object would be seen', () => {
  const wrong = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec: { replicas: 'two' } };
  expect(() => validate(wrong)).toThrow(/replicas|selector/);
  const incomplete = {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name: 'x' },
    spec: { scaleTargetRef: {} },
  };
  expect(() => validate(incomplete)).toThrow(/triggers|name/);
  const elsewhere = {
    apiVersion: 'barmancloud.cnpg.io/v1',
    kind: 'ObjectStore',
    metadata: { name: 'x' },
    spec: { configuration: { endpointURL: 'https://s3.example.com' } },
  };
  expect(() => validate(elsewhere)).toThrow('destinationPath');
  expect(() => validate({ apiVersion: 'apps/v1', kind: 'Deployments' })).toThrow('There is no Deployments');
});

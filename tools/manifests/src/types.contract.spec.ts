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

/** Throws for an object that its type does not allow. */
function validate({ apiVersion, kind, ...rest }: Pick<Manifest, 'apiVersion' | 'kind'>): void {
  const [group] = apiVersion.split('/') as [string];
  const models = require(`${CUSTOM[group] ?? 'kubernetes-models'}/${apiVersion}`) as Record<string, Model>;
  const Type = models[kind];
  if (!Type) throw new Error(`There is no ${kind} in ${apiVersion}`);
  new Type({ ...rest }).validate();
}

const checked = canRender ? it.each : it.skip.each;

checked(['base', 'overlays/local', 'overlays/production'])('every object of %s is one that Kubernetes takes', (folder) => {
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
});

it('a wrong object would be seen', () => {
  const wrong = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec: { replicas: 'two' } };
  expect(() => validate(wrong)).toThrow(/replicas|selector/);
  const incomplete = { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', metadata: { name: 'x' }, spec: { scaleTargetRef: {} } };
  expect(() => validate(incomplete)).toThrow(/triggers|name/);
  expect(() => validate({ apiVersion: 'apps/v1', kind: 'Deployments' })).toThrow('There is no Deployments');
});

import { backendNames, serviceNames } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { canRender, type Manifest, type Peer, podOf, render, type Rule, type Selector } from './render.js';

const OWN = 'sprayhunt';

interface Endpoint {
  name: string;
  namespace: string;
  labels: Record<string, string>;
}

const selects = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''));

function matches(peer: Peer, endpoint: Endpoint): boolean {
  if (peer.ipBlock) return endpoint.namespace === 'internet';
  if (endpoint.namespace === 'internet') return false;
  const inNamespace = peer.namespaceSelector
    ? selects(peer.namespaceSelector, { 'kubernetes.io/metadata.name': endpoint.namespace })
    : endpoint.namespace === OWN;
  return inNamespace && selects(peer.podSelector ?? {}, endpoint.labels);
}

const OUTSIDE: Endpoint[] = ['traefik', 'monitoring', 'cnpg-system', 'other', 'internet'].map((namespace) => ({
  name: namespace,
  namespace,
  labels: {},
}));

/** All connections that the policies let through, as `from > to:port`; both ends have to allow one. */
function connections(objects: Manifest[]): string[] {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec!);
  const pods: Endpoint[] = objects.flatMap((object) => {
    const pod = podOf(object);
    return pod ? [{ name: object.metadata.name, namespace: OWN, labels: pod.metadata.labels }] : [];
  });
  for (const {
    kind,
    metadata: { name },
    spec,
  } of objects.filter(({ apiVersion }) => apiVersion.startsWith('postgresql.cnpg.io')))
    // As the operator labels them from 1.30 on; before, a pooler's pods have the first label alone, and less is open.
    pods.push({
      name,
      namespace: OWN,
      labels:
        kind === 'Pooler'
          ? { 'cnpg.io/poolerName': name, 'cnpg.io/cluster': spec!.cluster!.name }
          : { 'cnpg.io/cluster': name },
    });
  const endpoints = [...pods, ...OUTSIDE];
  const ports = [
    ...new Set(
      policies
        .flatMap(({ ingress = [], egress = [] }) => [...ingress, ...egress])
        .flatMap((rule) => rule.ports.map(({ port }) => port)),
    ),
  ];
  const allows = (endpoint: Endpoint, direction: 'ingress' | 'egress', peer: Endpoint, port: number) => {
    if (endpoint.namespace !== OWN) return true;
    const type = direction === 'ingress' ? 'Ingress' : 'Egress';
    const applied = policies.filter(
      ({ policyTypes, podSelector }) => policyTypes!.includes(type) && selects(podSelector!, endpoint.labels),
    );
    if (applied.length === 0) return true;
    const fits = ({ from, to, ports: own }: Rule) =>
      (from ?? to ?? [{ podSelector: {}, namespaceSelector: {} }, { ipBlock: {} }]).some((each) =>
        matches(each, peer),
      ) && own.some((each) => each.port === port);
    return applied.some((policy) => (policy[direction] ?? []).some(fits));
  };
  const pairs = endpoints.flatMap((from) =>
    endpoints
      .filter((to) => from !== to && [from, to].some(({ namespace }) => namespace === OWN))
      .map((to) => ({ from, to })),
  );
  const isOpen = (from: Endpoint, to: Endpoint, port: number) =>
    allows(from, 'egress', to, port) && allows(to, 'ingress', from, port);
  return pairs
    .flatMap(({ from, to }) =>
      ports.filter((port) => isOpen(from, to, port)).map((port) => `${from.name} > ${to.name}:${port}`),
    )
    .sort();
}

/** The connections of the programs: see docs/architecture.md. */
const ofServices = [
  ...backendNames.map((name) => `gateway > ${name}:8080`),
  ...serviceNames.flatMap((name) => [
    `${name} > nats:4222`,
    `${name} > postgres:5432`,
    `monitoring > ${name}:9464`,
    `${name} > monitoring:4318`,
  ]),
  'traefik > gateway:8080',
  'database > postgres:5432',
  // Messages, push services; Stripe.
  ...[443, 465, 587].map((port) => `users > internet:${port}`),
  'commerce > internet:443',
];

/** The operator and, wherever it is, the cluster's API. */
const ofOperator = (name: string) => [
  ...[5432, 8000].map((port) => `cnpg-system > ${name}:${port}`),
  ...['traefik', 'monitoring', 'cnpg-system', 'other', 'internet'].flatMap((endpoint) =>
    [443, 6443].map((port) => `${name} > ${endpoint}:${port}`),
  ),
];
/** PgBouncer, for calls; what needs a connection to itself goes to Postgres. */
const pooled = [
  ...ofOperator('pooler'),
  ...[...serviceNames, 'database'].map((name) => `${name} > pooler:5432`),
  ...[5432, 8000].flatMap((port) => [`pooler > postgres:${port}`, `postgres > pooler:${port}`]),
];

const EXPECTED: [string, string[]][] = [
  ['overlays/local', [...ofServices, 'media > objects:7070', 'commerce > gateway:8080']],
  ['overlays/production', [...ofServices, 'media > internet:443', ...ofOperator('postgres'), ...pooled]],
];

const checked = canRender ? describe : describe.skip;

checked('network policies (needs kubectl or kustomize)', () => {
  it.each(EXPECTED)('of %s let through what the programs need, and nothing else', (folder, expected) => {
    const objects = render(folder);
    const open = connections(objects).filter((each) => !each.includes(':53'));
    expect(open).toEqual(expected.toSorted());
    expect(
      objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'default-deny')!.spec,
    ).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('would be seen to let too much through, or too little', () => {
    const objects = render('overlays/local');
    const open = connections(objects);
    const anyone = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'anyone' },
      spec: {
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'users' } },
        policyTypes: ['Ingress'],
        ingress: [{ ports: [{ port: 8080 }] }],
      },
    };
    expect(connections([...objects, anyone])).toContain('other > users:8080');
    const without = objects.filter(
      ({ kind, metadata }) => kind !== 'NetworkPolicy' || metadata.name !== 'services-to-nats',
    );
    expect(open.filter((each) => !connections(without).includes(each))).toEqual(
      serviceNames.map((name) => `${name} > nats:4222`).toSorted(),
    );
  });
});

import { serviceNames } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { canRender, type Manifest, podOf, render } from './render.js';

const TOKENLESS = { automountServiceAccountToken: false };
/** The payments sandbox listens on loopback, where no probe comes; its pod's service is probed. */
const UNPROBED = ['payments-sandbox'];

/** What Kubernetes' restricted profile and our own rules find wrong with a pod. */
function faultsOf(manifest: Manifest): string[] {
  const { spec } = podOf(manifest)!;
  const faults: string[] = [];
  const demand = (isMet: boolean | undefined, what: string) =>
    void (isMet === true || faults.push(`${manifest.kind} ${manifest.metadata.name}: ${what}`));
  const { securityContext: pod = {} } = spec;
  demand(pod.runAsNonRoot === true && pod.runAsUser! > 0, 'runs as root');
  demand(pod.seccompProfile?.type === 'RuntimeDefault', 'seccompProfile');
  demand(
    spec.automountServiceAccountToken === false && spec.serviceAccountName === manifest.metadata.name,
    'a ServiceAccount of its own without a token',
  );
  demand(spec.enableServiceLinks === false, 'enableServiceLinks');
  demand(!spec.hostNetwork && !spec.hostPID && !spec.hostIPC, 'a namespace of the host');
  for (const volume of spec.volumes ?? [])
    demand(
      [volume.emptyDir, volume.configMap, volume.secret, volume.persistentVolumeClaim].some(Boolean),
      `volume ${volume.name}`,
    );
  for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
    const { name, image, securityContext: own = {}, resources = {} } = container;
    const say = (what: string) => `${name}: ${what}`;
    demand(
      own.allowPrivilegeEscalation === false &&
        own.readOnlyRootFilesystem === true &&
        own.capabilities?.drop?.[0] === 'ALL' &&
        !own.capabilities.add &&
        !own.privileged,
      say('privileges'),
    );
    demand(
      [resources.requests?.['cpu'], resources.requests?.['memory'], resources.limits?.['memory']].every(Boolean),
      say('requests and limits'),
    );
    demand(/:(?!latest$)[\w.-]+$/.test(image), say(`no release in ${image}`));
    if (manifest.kind === 'Job' || UNPROBED.includes(name)) continue;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const)
      demand(container[probe] !== undefined, say(probe));
  }
  if (manifest.kind !== 'Job') demand((spec.topologySpreadConstraints ?? []).length > 0, 'spread');
  return faults;
}

const checked = canRender ? describe.each : describe.skip.each;

checked(['overlays/local', 'overlays/production'])('the pods of %s (needs kubectl or kustomize)', (folder) => {
  const objects = canRender ? render(folder) : [];
  const workloads = objects.filter(podOf);
  const of = (kind: string) => objects.filter((object) => object.kind === kind);
  const services = of('Deployment');

  it('are restricted, probed, limited and spread', () => {
    expect(workloads.flatMap(faultsOf)).toEqual([]);
    expect(of('Namespace')[0]!.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    for (const account of of('ServiceAccount')) expect(account).toMatchObject(TOKENLESS);
  });

  it('have the memory that was measured for each', () => {
    const memoryOf = ({ metadata, ...manifest }: Manifest) => {
      const { requests, limits } = podOf({ metadata, ...manifest })!.spec.containers[0]!.resources!;
      return [metadata.name, `${requests!['memory']} of ${limits!['memory']}`];
    };
    expect(Object.fromEntries(services.map(memoryOf))).toEqual({
      ...Object.fromEntries(serviceNames.map((name) => [name, '192Mi of 448Mi'])),
      gateway: '256Mi of 512Mi',
      media: '320Mi of 768Mi',
    });
  });

  it('are those of the list of services, each with what belongs to it', () => {
    const all = serviceNames.toSorted();
    expect(services.map(({ metadata }) => metadata.name).toSorted()).toEqual(all);
    for (const kind of ['Service', 'ServiceAccount', 'NetworkPolicy'])
      expect(of(kind).map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(all));
  });

  it('keep running while machines are emptied, one pod of each at a time', () => {
    const budgets = of('PodDisruptionBudget');
    for (const workload of workloads.filter(({ kind }) => kind !== 'Job')) {
      const labels = podOf(workload)!.metadata.labels;
      const own = budgets.filter(({ spec }) =>
        Object.entries(spec!.selector!.matchLabels!).every(([key, value]) => labels[key] === value),
      );
      expect(own.map(({ spec }) => spec!.maxUnavailable)).toEqual([1]);
    }
  });

  it('have longer to stop than the longest upload takes', () => {
    const common = of('ConfigMap').find(({ metadata }) => metadata.name.startsWith('common-'))!.data!;
    for (const service of services) {
      const { spec } = podOf(service)!;
      const before = spec.containers[0]!.lifecycle!.preStop.sleep.seconds * 1_000 + Number(common['DRAIN_DELAY_MS']);
      expect(before + Number(common['STOP_WITHIN_MS']) + 15_000).toBeLessThanOrEqual(
        spec.terminationGracePeriodSeconds! * 1_000,
      );
    }
  });

  it('distinguish liveness from readiness: liveness needs only the process', () => {
    for (const service of services) {
      const { startupProbe, livenessProbe, readinessProbe } = podOf(service)!.spec.containers[0]!;
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path)).toEqual([
        '/readyz',
        '/healthz',
        '/readyz',
      ]);
      expect(startupProbe!.periodSeconds * startupProbe!.failureThreshold).toBeGreaterThanOrEqual(600);
    }
  });

  it('are scaled by one thing each, where they are scaled', () => {
    const scaled = [...of('HorizontalPodAutoscaler'), ...of('ScaledObject')].map(
      ({ spec }) => spec!.scaleTargetRef!.name,
    );
    expect(scaled.toSorted()).toEqual(folder.endsWith('local') ? [] : serviceNames.toSorted());
    for (const { spec } of services) expect(spec!.replicas).toBeUndefined();
  });
});

it('a pod that is not restricted would be seen', () => {
  const bare = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'x' },
    spec: {
      template: {
        metadata: { labels: {} },
        spec: {
          containers: [{ name: 'x', image: 'x' }],
          hostNetwork: true,
          volumes: [{ name: 'host', hostPath: { path: '/' } }],
        },
      },
    },
  };
  expect(faultsOf(bare)).toHaveLength(13);
});

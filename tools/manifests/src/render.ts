import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

type Labels = Record<string, string>;

export interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; values: string[] }[];
}

/** One side of a network policy's rule. */
export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: object;
}

export interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports: { port: number }[];
}

interface KeyRef {
  name: string;
  key: string;
  optional?: boolean;
}

export interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: KeyRef; configMapKeyRef?: KeyRef };
}

interface Probe {
  httpGet?: { path: string };
  periodSeconds: number;
  failureThreshold: number;
}

interface Container {
  name: string;
  image: string;
  env?: Variable[];
  envFrom?: { configMapRef: { name: string } }[];
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    privileged?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  resources?: { requests?: Labels; limits?: Labels };
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
}

interface PodSpec {
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  automountServiceAccountToken?: boolean;
  serviceAccountName?: string;
  enableServiceLinks?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: object[];
  volumes?: { name: string; emptyDir?: object; configMap?: object; secret?: object; persistentVolumeClaim?: object }[];
  initContainers?: Container[];
  containers: Container[];
}

interface Pod {
  metadata: { labels: Labels };
  spec: PodSpec;
}

/** The fields of a Kubernetes object that the tests read. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels };
  data?: Record<string, string>;
  spec?: {
    template?: Pod;
    replicas?: number;
    selector?: Selector;
    maxUnavailable?: number;
    scaleTargetRef?: { name: string };
    podSelector?: Selector;
    policyTypes?: string[];
    ingress?: Rule[];
    egress?: Rule[];
    /** Of a `Pooler`. */
    cluster?: { name: string };
    pgbouncer?: object;
  };
}

export const k8s = fileURLToPath(new URL('../../../k8s/', import.meta.url));

/** The program that renders kustomizations; undefined if none is installed. */
const RENDERER = [
  ['kubectl', 'kustomize'],
  ['kustomize', 'build'],
].find(([program]) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
});

export const canRender = RENDERER !== undefined;

/** The objects of a kustomization, as they would be applied. */
export function render(folder: string): Manifest[] {
  const [program, verb] = RENDERER!;
  const text = execFileSync(program!, [verb!, k8s + folder], {
    encoding: 'utf8',
    maxBuffer: 16 * 1_024 * 1_024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** The pod template of an object that creates pods. */
export const podOf = ({ kind, spec }: Manifest): Pod | undefined =>
  ['Deployment', 'StatefulSet', 'Job'].includes(kind) ? spec?.template : undefined;

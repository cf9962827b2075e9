import { readFileSync } from 'node:fs';
import path from 'node:path';

/** An entry of `packages` in package-lock.json. */
interface LockEntry {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface Lock {
  name: string;
  version: string;
  packages: Record<string, LockEntry>;
}

/** A package that is installed, once for each folder and version. */
export interface Package {
  /** Its folder, from the workspace's root. */
  path: string;
  name: string;
  version: string;
  /** SPDX expression, as the package states it. */
  licence?: string;
  /** Subresource integrity of its archive: `sha512-` and base64. */
  integrity?: string;
  /** What a service runs or the page brings to browsers, rather than what builds and tests them. */
  production: boolean;
  /** One of this workspace's own. */
  own: boolean;
  /** Paths of the packages that it uses when it runs. */
  uses: string[];
}

/** Folders whose packages run in production, with their `dependencies`. */
const PRODUCT = /^(services|libs|apps)\/[^/]+$/;
const INSTALLED = 'node_modules/';

/** Every package of the lock file, in the order of its paths. */
export function packagesOf({ packages }: Lock): Package[] {
  const uses = new Map(
    Object.entries(packages).map(([at, entry]) => [at, entry.link ? [entry.resolved!] : usedBy(at, entry, packages)]),
  );
  const production = reachable(
    Object.keys(packages).filter((at) => PRODUCT.test(at)),
    uses,
  );
  return Object.entries(packages)
    .filter(([at, entry]) => at !== '' && !entry.link)
    .map(([at, { name, version = '', license, integrity }]) => ({
      path: at,
      name: name ?? at.slice(at.lastIndexOf(INSTALLED) + INSTALLED.length),
      version,
      ...(license && { licence: license }),
      ...(integrity && { integrity }),
      production: production.has(at),
      own: !at.includes(INSTALLED),
      uses: uses.get(at)!.map((used) => (packages[used]!.link ? packages[used]!.resolved! : used)),
    }));
}

export const readLock = (root: string): Lock =>
  JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;

/**
 * Where Node finds what the package at `at` imports. Optional dependencies may be missing; optional peers are used only
 * where one of ours lists them.
 */
function usedBy(
  at: string,
  { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }: LockEntry,
  packages: Lock['packages'],
): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  const names = new Set([...peers, ...Object.keys({ ...dependencies, ...optionalDependencies })]);
  return [...names].flatMap(
    (name) =>
      foldersAbove(at)
        .map((folder) => path.posix.join(folder, INSTALLED, name))
        .find((found) => packages[found]) ?? [],
  );
}

/** The folder itself and those around it, down to the root (``). */
function foldersAbove(at: string): string[] {
  const parts = at.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).concat('');
}

function reachable(from: string[], uses: Map<string, string[]>): Set<string> {
  const seen = new Set(from);
  for (const at of seen) for (const used of uses.get(at)!) seen.add(used);
  return seen;
}

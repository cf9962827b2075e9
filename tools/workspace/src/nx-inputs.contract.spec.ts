import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, packageFiles, root } from './files.js';

const run = promisify(execFile);
const nx = async (...args: string[]): Promise<string> => (await run(process.execPath, [`${root}node_modules/nx/dist/bin/nx.js`, ...args], { cwd: root, maxBuffer: 64 * 1024 * 1024 })).stdout;
const schemas = packageFiles().filter((file) => /^services\/[^/]+\/schema\.graphql$/.test(file));

/**
 * What a project reads outside of its folder, other than by import: the path that its sources name (`through`), the
 * target of Nx that comes to read it, and files below that path that change what the target does. No target where only
 * `generate` or the benchmark read it, which are never cached.
 */
const READS = [
  { project: 'services/gateway', through: 'services', target: '@sprayhunt/gateway:test', files: schemas },
  { project: 'apps/web', through: '.', target: '@sprayhunt/web:e2e', files: ['tools/build.mjs', 'services/users/src/main.ts', 'tools/local/src/stack.ts', 'docs/partners.md', ...schemas] },
  { project: 'apps/web', through: 'services/gateway/src/rest/openapi.json', target: '@sprayhunt/web:test', files: ['services/gateway/src/rest/openapi.json'] },
  { project: 'apps/web', through: 'docs/adr/0039-two-kinds-of-data-on-the-page.md', target: '@sprayhunt/web:test', files: ['docs/adr/0039-two-kinds-of-data-on-the-page.md'] },
  { project: 'apps/web', through: 'services/gateway/dist/plan-documents.js', target: undefined, files: [] },
  { project: 'apps/web', through: 'services/missions/dist/live-events/cli.js', target: '@sprayhunt/web:e2e', files: ['services/missions/src/live-events/cli.ts'] },
  { project: 'apps/web', through: 'services/users/dist/partners/cli.js', target: '@sprayhunt/web:e2e', files: ['services/users/src/partners/cli.ts'] },
  { project: 'apps/web', through: 'services/users/dist/standings/cli.js', target: '@sprayhunt/web:e2e', files: ['services/users/src/standings/cli.ts'] },
  { project: 'apps/web', through: 'tools/page-documents.mjs', target: undefined, files: [] },
  { project: 'apps/web', through: 'tools/partner-guide.mjs', target: undefined, files: [] },
  { project: 'apps/web', through: 'tools/partner-scopes.mjs', target: undefined, files: [] },
  { project: 'apps/web', through: 'services/gateway/src/graphql', target: '@sprayhunt/web:test', files: ['services/gateway/src/graphql/supergraph.graphql', 'services/gateway/src/graphql/page-documents.json'] },
  { project: 'tests/operations', through: '.', target: '@sprayhunt/operations-tests:e2e', files: ['docs/operations/rotate.md', 'tests/system/player.ts', 'tools/operations.mjs', 'tools/secrets.mjs', 'services/users/src/main.ts'] },
  { project: 'tests/operations', through: '.', target: '@sprayhunt/operations-tests:typecheck', files: ['tests/system/player.ts'] },
  { project: 'tests/operations', through: '.', target: '@sprayhunt/operations-tests:lint', files: ['tests/system/player.ts'] },
  { project: 'tests/system', through: '.', target: '@sprayhunt/system-tests:e2e', files: ['tools/start.mjs', 'tools/local/src/stack.ts', 'services/media/src/main.ts', 'libs/contracts/listeners.json', 'apps/web/src/main.tsx', ...filesBelow('services/discovery/data'), ...schemas] },
  { project: 'tests/system', through: 'observability', target: '@sprayhunt/system-tests:e2e', files: ['observability/prometheus/rules/causes.yml', 'observability/grafana/dashboards/sprayhunt-events.json'] },
  { project: 'tests/system', through: 'libs/service-kit/dist/tracing/tracing.js', target: '@sprayhunt/system-tests:e2e', files: ['libs/service-kit/src/tracing/tracing.ts'] },
  { project: 'tests/system', through: 'docs/access.md', target: '@sprayhunt/system-tests:e2e', files: ['docs/access.md'] },
  { project: 'tests/system', through: 'services/gateway/src/rest/openapi.json', target: '@sprayhunt/system-tests:e2e', files: ['services/gateway/src/rest/openapi.json'] },
  { project: 'tests/system', through: 'services/gateway/src/graphql/page-documents.json', target: '@sprayhunt/system-tests:e2e', files: ['services/gateway/src/graphql/page-documents.json'] },
  { project: 'tests/system', through: 'services/gateway/src/graphql/supergraph.graphql', target: '@sprayhunt/system-tests:e2e', files: ['services/gateway/src/graphql/supergraph.graphql'] },
  { project: 'tests/system', through: 'services/commerce/data/products.json', target: '@sprayhunt/system-tests:e2e', files: ['services/commerce/data/products.json'] },
  { project: 'tests/system', through: 'services/users/dist/standings/cli.js', target: '@sprayhunt/system-tests:e2e', files: ['services/users/src/standings/cli.ts'] },
  { project: 'tests/system', through: 'services/users/dist/partners/cli.js', target: '@sprayhunt/system-tests:e2e', files: ['services/users/src/partners/cli.ts'] },
  { project: 'bench', through: 'services/discovery/schema.graphql', target: undefined, files: [] },
  { project: 'bench', through: '.', target: undefined, files: [] },
  { project: 'bench', through: 'docs/operations/sizing.md', target: '@sprayhunt/bench:test', files: ['docs/operations/sizing.md'] },
  { project: 'services/commerce', through: 'tools/schema-types.mjs', target: '@sprayhunt/commerce:generate', files: ['tools/schema-types.mjs'] },
  { project: 'services/discovery', through: 'tools/schema-types.mjs', target: '@sprayhunt/discovery:generate', files: ['tools/schema-types.mjs'] },
  { project: 'services/media', through: 'tools/schema-types.mjs', target: '@sprayhunt/media:generate', files: ['tools/schema-types.mjs'] },
  { project: 'services/missions', through: 'tools/schema-types.mjs', target: '@sprayhunt/missions:generate', files: ['tools/schema-types.mjs'] },
  { project: 'services/users', through: 'tools/schema-types.mjs', target: '@sprayhunt/users:generate', files: ['tools/schema-types.mjs'] },
  { project: 'tools/local', through: '.', target: '@sprayhunt/local:test', files: ['tools/build.mjs'] },
  { project: 'tools/local', through: 'k8s/components', target: '@sprayhunt/local:test', files: ['k8s/components/nats/nats.conf', 'k8s/components/nats-cluster/cluster.conf'] },
  { project: 'tools/manifests', through: 'k8s', target: '@sprayhunt/manifests:test', files: ['k8s/README.md', 'k8s/base/services/users.yaml', 'k8s/overlays/production/product.env', 'services/users/src/config.ts', 'services/commerce/src/payments/payment-variables.ts'] },
  { project: 'tools/manifests', through: 'services', target: '@sprayhunt/manifests:generate', files: ['services/users/src/config.ts', 'services/users/src/identity/limit-settings.ts', 'libs/service-kit/src/config/service-config.ts'] },
  { project: 'tools/manifests', through: 'docs/operations/configure.md', target: undefined, files: [] },
  { project: 'tools/manifests', through: 'k8s/components/nats/authorization.conf', target: undefined, files: [] },
  {
    project: 'tools/workspace',
    through: '.',
    target: '@sprayhunt/workspace:test',
    files: ['docs/events.md', 'README.md', 'nx.json', 'services/users/src/main.ts', 'services/users/README.md', 'libs/service-kit/src/pictures/on-media-ready.handler.ts', 'libs/contracts/listeners.json', 'tests/system/player.ts', 'apps/web/src/main.tsx', 'package-lock.json'],
  },
] as const;

/** Files that are written, not read. */
const WRITTEN = ['.cache'];

/** `project -> path` of each path outside of its project that a source (relative to itself) or a target's command names. */
function readsInSources(): string[] {
  const found = packageFiles().filter((file) => /(\.(tsx?|mjs)|package\.json)$/.test(file)).flatMap((file) => {
    const project = file.startsWith('bench/') ? 'bench' : file.split('/').slice(0, 2).join('/');
    return pathsNamedIn(file)
      .filter((target) => !`${target}/`.startsWith(`${project}/`) && !WRITTEN.some((folder) => target.startsWith(folder)))
      .map((target) => `${project} -> ${target}`);
  });
  return [...new Set(found)].sort();
}

function pathsNamedIn(file: string): string[] {
  const text = readFileSync(root + file, 'utf8');
  if (file.endsWith('.json')) {
    const commands = [...text.matchAll(/"command": "(.*)"/g)].map(([, command]) => command!).join(' ');
    return commands.match(/\b(apps|bench|docs|libs|services|tests|tools)\/\S+/g) ?? [];
  }
  return [...text.matchAll(/(?:new URL\(|from (?='[^']*\.json')|path\.(?:resolve|join)\(__dirname,)\s*['"`](\.\.?\/[^'"`$]*)/g)].map(([, name]) => path.posix.join(path.posix.dirname(file), name!).replace(/\/$/, ''));
}

interface Generator {
  dependsOn?: (string | { projects: string[]; target: string })[];
  inputs?: unknown[];
  outputs: string[];
}

/** The `generate` targets, with the paths of their inputs and outputs from the root. */
const generators = packageFiles()
  .filter((file) => file.endsWith('/package.json'))
  .flatMap((file) => {
    const { name, nx } = JSON.parse(readFileSync(root + file, 'utf8')) as { name: string; nx?: { targets: { generate?: Generator } } };
    const { generate } = nx?.targets ?? {};
    const fromRoot = (paths: unknown[] = []) => paths.filter((each) => typeof each === 'string').map((each) => each.replace('{projectRoot}', path.posix.dirname(file)).replace('{workspaceRoot}/', ''));
    return generate ? [{ name, dependsOn: generate.dependsOn ?? [], inputs: fromRoot(generate.inputs), outputs: fromRoot(generate.outputs) }] : [];
  });

describe('the generators in Nx', () => {
  it('run after those whose files they read', () => {
    const read = generators.flatMap((reader) =>
      generators.filter((writer) => writer !== reader && writer.outputs.some((output) => reader.inputs.includes(output))).map((writer) => ({ reader, writer })),
    );
    expect(read.map(({ reader, writer }) => `${reader.name} after ${writer.name}`)).toContain('@sprayhunt/manifests after @sprayhunt/workspace');
    for (const { reader, writer } of read) expect(reader.dependsOn).toContainEqual({ projects: [writer.name], target: 'generate' });
  });
});

describe('the declared reads across projects in Nx', () => {
  it('is written down for every path that leads out of a project', () => {
    expect(readsInSources()).toEqual([...new Set(READS.map(({ project, through }) => `${project} -> ${through}`))].sort());
  });

  const targets = [...new Set(READS.flatMap(({ target }) => target ?? []))];
  it.each(targets)('makes each file that %s reads one of its inputs', async (target) => {
    const read = [...new Set(READS.filter((each) => each.target === target).flatMap(({ files }) => [...files] as string[]))];
    for (const file of read) expect(statSync(root + file).isFile()).toBe(true);
    const { files } = JSON.parse(await nx('show', 'target', 'inputs', target, '--json')) as { files: string[] };
    expect(read.filter((file) => !files.includes(file))).toEqual([]);
  }, 60_000);

  it('lets a changed file affect the projects that read it, and no others', async () => {
    const affected = async (...files: string[]) => (await nx('show', 'projects', '--affected', `--files=${files.join(',')}`)).trim().split('\n');
    expect(await affected('services/users/schema.graphql')).toEqual(expect.arrayContaining(['@sprayhunt/gateway', '@sprayhunt/system-tests', '@sprayhunt/users']));
    expect(await affected('docs/access.md', 'services/missions/src/main.ts')).not.toEqual(expect.arrayContaining(['@sprayhunt/users']));
  }, 60_000);
});

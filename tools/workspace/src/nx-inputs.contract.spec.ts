import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { subgraphNames } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, packageFiles, root } from './files.js';

const run = promisify(execFile);
const nx = async (...args: string[]): Promise<string> =>
  (
    await run(process.execPath, [`${root}node_modules/nx/dist/bin/nx.js`, ...args], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    })
  ).stdout;
const schemas = packageFiles().filter((file) => /^services\/[^/]+\/schema\.graphql$/.test(file));

interface Read {
  by: string[];
  through: string;
  target?: string;
  files: string[];
}

/**
 * What a project reads outside of its folder, other than by import: the files that name the path (`by`), the path
 * (`through`), the target of Nx that comes to read it, and files below that path that change what the target does. No
 * target where only `generate` or the benchmark read it, which are never cached.
 */
const READS: Read[] = [
  {
    by: ['services/gateway/src/graphql/compose.ts', 'services/gateway/test/stub-subgraph.ts'],
    through: 'services',
    target: '@sprayhunt/gateway:test',
    files: schemas,
  },
  {
    by: ['services/commerce/src/memberships/trial-input.contract.spec.ts'],
    through: 'services',
    target: '@sprayhunt/commerce:test',
    files: ['services/users/schema.graphql'],
  },
  {
    by: ['apps/web/e2e/consent.e2e.ts', 'apps/web/e2e/global-setup.ts'],
    through: '.',
    target: '@sprayhunt/web:e2e',
    files: [
      'tools/build.mjs',
      'services/users/src/main.ts',
      'tools/local/src/stack.ts',
      'docs/partners.md',
      ...schemas,
    ],
  },
  {
    by: [
      'apps/web/package.json',
      'apps/web/src/features/developers/consoles/for-partners.spec.ts',
      'apps/web/src/lib/limits.contract.spec.ts',
    ],
    through: 'services/gateway/src/rest/openapi.json',
    target: '@sprayhunt/web:test',
    files: ['services/gateway/src/rest/openapi.json'],
  },
  { by: ['apps/web/package.json'], through: 'services/gateway/dist/plan-documents.js', files: [] },
  {
    by: ['apps/web/e2e/operators.ts'],
    through: 'services',
    target: '@sprayhunt/web:e2e',
    files: [
      'services/missions/src/live-events/cli.ts',
      'services/users/src/partners/cli.ts',
      'services/users/src/standings/cli.ts',
    ],
  },
  { by: ['apps/web/package.json'], through: 'tools/page-documents.mjs', files: [] },
  { by: ['apps/web/package.json'], through: 'tools/partner-guide.mjs', files: [] },
  { by: ['apps/web/package.json'], through: 'tools/partner-scopes.mjs', files: [] },
  {
    by: ['apps/web/src/test/graph.ts'],
    through: 'services/gateway/src/graphql',
    target: '@sprayhunt/web:test',
    files: ['services/gateway/src/graphql/supergraph.graphql', 'services/gateway/src/graphql/page-documents.json'],
  },
  {
    by: ['tests/operations/documented-commands.ts'],
    through: '.',
    target: '@sprayhunt/operations-tests:e2e',
    files: [
      'docs/operations/rotate.md',
      'tests/system/player.ts',
      'tools/operations.mjs',
      'tools/secrets.mjs',
      'services/users/src/main.ts',
    ],
  },
  {
    by: ['tests/operations/documented-commands.ts'],
    through: '.',
    target: '@sprayhunt/operations-tests:typecheck',
    files: ['tests/system/player.ts'],
  },
  {
    by: ['tests/operations/documented-commands.ts'],
    through: '.',
    target: '@sprayhunt/operations-tests:lint',
    files: ['tests/system/player.ts'],
  },
  {
    by: [
      'tests/system/faults-seen.tests.ts',
      'tests/system/last-release.tests.ts',
      'tests/system/launcher.spec.ts',
      'tests/system/released-programs.ts',
    ],
    through: '.',
    target: '@sprayhunt/system-tests:e2e',
    files: [
      'tools/start.mjs',
      'tools/local/src/stack.ts',
      'services/media/src/main.ts',
      'libs/contracts/listeners.json',
      'apps/web/src/main.tsx',
      ...filesBelow('services/discovery/data'),
      ...schemas,
    ],
  },
  {
    by: ['tests/system/watched-stack.spec.ts'],
    through: 'observability',
    target: '@sprayhunt/system-tests:e2e',
    files: ['observability/prometheus/rules/causes.yml', 'observability/grafana/dashboards/sprayhunt-events.json'],
  },
  {
    by: ['tests/system/watched-stack.spec.ts'],
    through: 'libs/service-kit/dist/tracing/tracing.js',
    target: '@sprayhunt/system-tests:e2e',
    files: ['libs/service-kit/src/tracing/tracing.ts'],
  },
  {
    by: ['tests/system/texts.tests.ts'],
    through: 'services/gateway/src/rest/openapi.json',
    target: '@sprayhunt/system-tests:e2e',
    files: ['services/gateway/src/rest/openapi.json'],
  },
  {
    by: ['tests/system/service-away.tests.ts'],
    through: 'services/gateway/src/graphql/page-documents.json',
    target: '@sprayhunt/system-tests:e2e',
    files: ['services/gateway/src/graphql/page-documents.json'],
  },
  {
    by: ['tests/system/texts.tests.ts'],
    through: 'services/gateway/src/graphql/supergraph.graphql',
    target: '@sprayhunt/system-tests:e2e',
    files: ['services/gateway/src/graphql/supergraph.graphql'],
  },
  {
    by: ['tests/system/store-invariants.ts'],
    through: 'services/commerce/data/products.json',
    target: '@sprayhunt/system-tests:e2e',
    files: ['services/commerce/data/products.json'],
  },
  {
    by: ['tests/system/access/world.ts'],
    through: 'services/users/dist/standings/cli.js',
    target: '@sprayhunt/system-tests:e2e',
    files: ['services/users/src/standings/cli.ts'],
  },
  {
    by: ['tests/system/access/world.ts'],
    through: 'services/users/dist/partners/cli.js',
    target: '@sprayhunt/system-tests:e2e',
    files: ['services/users/src/partners/cli.ts'],
  },
  { by: ['bench/src/nearby.ts'], through: 'services/discovery/schema.graphql', files: [] },
  { by: ['bench/src/memory.ts'], through: '.', files: [] },
  {
    by: ['bench/src/load/sizing-page.contract.spec.ts'],
    through: 'docs/operations/sizing.md',
    target: '@sprayhunt/bench:test',
    files: ['docs/operations/sizing.md'],
  },
  ...subgraphNames.map((name) => ({
    by: [`services/${name}/package.json`],
    through: 'tools/schema-types.mjs',
    target: `@sprayhunt/${name}:generate`,
    files: ['tools/schema-types.mjs'],
  })),
  {
    by: ['tools/local/src/project-root.ts'],
    through: '.',
    target: '@sprayhunt/local:test',
    files: ['tools/build.mjs'],
  },
  {
    by: ['tools/local/src/nats-cluster.db.spec.ts'],
    through: 'k8s/components',
    target: '@sprayhunt/local:test',
    files: ['k8s/components/nats/nats.conf', 'k8s/components/nats-cluster/cluster.conf'],
  },
  {
    by: ['tools/manifests/src/render.ts'],
    through: 'k8s',
    target: '@sprayhunt/manifests:test',
    files: [
      'k8s/README.md',
      'k8s/base/services/users.yaml',
      'k8s/overlays/production/product.env',
      'services/users/src/config.ts',
      'services/commerce/src/payments/payment-variables.ts',
    ],
  },
  {
    by: ['tools/manifests/src/configuration.ts'],
    through: 'services',
    target: '@sprayhunt/manifests:generate',
    files: [
      'services/users/src/config.ts',
      'services/users/src/identity/limit-settings.ts',
      'libs/service-kit/src/config/service-config.ts',
    ],
  },
  { by: ['tools/manifests/src/generate.ts'], through: 'docs/operations/configure.md', files: [] },
  { by: ['tools/manifests/src/generate.ts'], through: 'k8s/components/nats/authorization.conf', files: [] },
  {
    by: [
      'tools/workspace/src/events-doc.contract.spec.ts',
      'tools/workspace/src/files.ts',
      'tools/workspace/src/generate.ts',
    ],
    through: '.',
    target: '@sprayhunt/workspace:test',
    files: [
      'docs/events.md',
      'README.md',
      'nx.json',
      'services/users/src/main.ts',
      'services/users/README.md',
      'libs/service-kit/src/pictures/on-media-ready.handler.ts',
      'libs/contracts/listeners.json',
      'tests/system/player.ts',
      'apps/web/src/main.tsx',
      'package-lock.json',
    ],
  },
];

/** Files that are written, not read. */
const WRITTEN = ['.cache'];

/** `file -> path` of each path outside of its project that a source or a target's command names. */
function readsInSources(): string[] {
  const found = packageFiles()
    .filter((file) => /(\.(tsx?|mjs)|package\.json)$/.test(file))
    .flatMap((file) => {
      const project = folderOf(file);
      return pathsNamedIn(file)
        .filter(
          (target) => !`${target}/`.startsWith(`${project}/`) && !WRITTEN.some((folder) => target.startsWith(folder)),
        )
        .map((target) => `${file} -> ${target}`);
    });
  return [...new Set(found)].sort();
}

const folderOf = (file: string): string =>
  file.startsWith('bench/') ? 'bench' : file.split('/').slice(0, 2).join('/');
const packageOf = (folder: string) =>
  JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8')) as { name: string } & Partial<
    Record<'dependencies' | 'devDependencies', Record<string, string>>
  >;

function pathsNamedIn(file: string): string[] {
  const text = readFileSync(root + file, 'utf8');
  if (file.endsWith('.json')) {
    const commands = [...text.matchAll(/"command": "(.*)"/g)].map(([, command]) => command!).join(' ');
    return commands.match(/\b(apps|bench|docs|libs|services|tests|tools)\/\S+/g) ?? [];
  }
  const relative = [
    ...text.matchAll(
      /(?:new URL\(|from (?='[^']*\.json')|path\.(?:resolve|join)\(__dirname,)\s*['"`](\.\.?\/[^'"`$]*)/g,
    ),
  ].map(([, name]) => path.posix.join(path.posix.dirname(file), name!).replace(/\/$/, ''));
  return [...relative, ...pathsFromRoot(text)];
}

const inRoot = new Set(readdirSync(root));

/**
 * Of calls such as readFileSync, which start at the working directory: that of Jest and of the commands is the root.
 */
function pathsFromRoot(text: string): string[] {
  return [
    ...text.matchAll(
      /\b(?:readFile|readdir|stat|exists|cp|copyFile|open|opendir|createReadStream)(?:Sync)?\(\s*['"`](?:\.\/)?(\w[^'"`$:]*)/g,
    ),
  ]
    .map(([, name]) => path.posix.normalize(name!).replace(/\/$/, ''))
    .filter((name) => inRoot.has(name.split('/')[0]!));
}

/** What the specs of this project read below `root`, by its name or by helpers that start there. */
function namedHere(): string[] {
  const texts = filesBelow('tools/workspace/src').map((file) => readFileSync(root + file, 'utf8'));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?:\b(?:filesBelow|read)\('|\$\{root\})([\w.][^'`$]*)/g)].map(([, name]) =>
      name!.replace(/\/$/, ''),
    ),
  );
  return names.filter((name) => inRoot.has(name.split('/')[0]!) && !/^(node_modules|\.cache)\b/.test(name));
}

interface Generator {
  command: string;
  dependsOn?: (string | { projects: string[]; target: string })[];
  inputs?: unknown[];
  outputs: string[];
}

/** The `generate` targets, with the paths of their inputs and outputs from the root. */
const generators = packageFiles()
  .filter((file) => file.endsWith('/package.json'))
  .flatMap((file) => {
    const { name, nx } = JSON.parse(readFileSync(root + file, 'utf8')) as {
      name: string;
      nx?: { targets: { generate?: Generator } };
    };
    const { generate } = nx?.targets ?? {};
    const fromRoot = (paths: unknown[] = []) =>
      paths
        .filter((each) => typeof each === 'string')
        .map((each) => each.replace('{projectRoot}', path.posix.dirname(file)).replace('{workspaceRoot}/', ''));
    return generate
      ? [
          {
            name,
            folder: path.posix.dirname(file),
            command: JSON.stringify(generate),
            dependsOn: generate.dependsOn ?? [],
            inputs: fromRoot(generate.inputs),
            outputs: fromRoot(generate.outputs),
          },
        ]
      : [];
  });

describe('the generators in Nx', () => {
  it('run after those whose files they read', () => {
    const read = generators.flatMap((reader) =>
      generators
        .filter((writer) => writer !== reader && writer.outputs.some((output) => reader.inputs.includes(output)))
        .map((writer) => ({ reader, writer })),
    );
    expect(read.map(({ reader, writer }) => `${reader.name} after ${writer.name}`)).toContain(
      '@sprayhunt/manifests after @sprayhunt/workspace',
    );
    for (const { reader, writer } of read)
      expect(reader.dependsOn).toContainEqual({ projects: [writer.name], target: 'generate' });
  });
});

describe('the declared reads across projects in Nx', () => {
  it('is written down for every path that leads out of a project', () => {
    expect(readsInSources()).toEqual(
      [...new Set(READS.flatMap(({ by, through }) => by.map((file) => `${file} -> ${through}`)))].sort(),
    );
  });

  it('finds paths from the working directory', () => {
    const calls = ['docs/access.md', './k8s/', '/proc', 'elsewhere'].map((name) => `await readFile('${name}')`);
    expect(pathsFromRoot(calls.join())).toEqual(['docs/access.md', 'k8s']);
  });

  it('has a target for each reader but generators and the measuring programs of the benchmark', () => {
    const uncached = (file: string, through: string) =>
      /^bench\/src\/(?!.*\.spec\.)|\/generate\.ts$/.test(file) ||
      (file.endsWith('/package.json') &&
        generators.some(({ folder, command }) => `${folder}/package.json` === file && command.includes(through)));
    expect(READS.filter(({ by, through, target }) => !target && !by.every((file) => uncached(file, through)))).toEqual(
      [],
    );
  });

  it('makes each file that a target reads one of its inputs', async () => {
    for (const { files } of READS) for (const file of files) expect(statSync(root + file).isFile()).toBe(true);
    const named = namedHere();
    expect(named).toEqual(expect.arrayContaining(['k8s', 'knip.json']));
    // The build is a program of plain Node, whose imports Nx does not see.
    const program = 'tools/build-package.mjs';
    const imported = [...readFileSync(root + program, 'utf8').matchAll(/from '\.\/(.+?)'/g)].map(
      ([, name]) => `tools/${name}`,
    );
    expect(imported.length).toBeGreaterThan(0);
    const reads = [
      ...READS.flatMap(({ target, files }) => (target ? [{ target, files }] : [])),
      {
        target: '@sprayhunt/workspace:test',
        files: named.flatMap((name) => (statSync(root + name).isFile() ? [name] : filesBelow(name))),
      },
      ...['web', 'contracts', ...subgraphNames].map((name) => ({
        target: `@sprayhunt/${name}:compile`,
        files: [program, ...imported],
      })),
    ];
    const targets = [...new Set(reads.map(({ target }) => target))];
    // What `nx show target inputs` calls, in one process for all targets.
    const script = `const { getTaskRawInputs } = require('nx/src/hasher/check-task-files');
      Promise.all(process.argv.slice(1).map(async (target) => [target, (await getTaskRawInputs(target)).files])).then((inputs) => process.stdout.write(JSON.stringify(inputs), () => process.exit()));`;
    const { stdout } = await run(process.execPath, ['-e', script, ...targets], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    });
    const inputs = new Map(
      (JSON.parse(stdout) as [string, string[]][]).map(([target, files]) => [target, new Set(files)]),
    );
    for (const { target, files } of reads)
      expect([target, files.filter((file) => !inputs.get(target)!.has(file))]).toEqual([target, []]);
  }, 60_000);

  it('names each package of ours that a project imports among its dependencies', () => {
    const imported = packageFiles()
      .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/^tools\/[^/]+$/.test(file))
      .flatMap((file) =>
        [
          ...readFileSync(root + file, 'utf8').matchAll(
            /\b(?:from|import|import\(|require\(|mock\()\s*'(@sprayhunt\/[\w-]+)/g,
          ),
        ].map(([, name]) => ({ folder: folderOf(file), name: name! })),
      );
    expect(imported.length).toBeGreaterThan(500);
    const missing = imported.filter(({ folder, name }) => {
      const { name: self, dependencies, devDependencies } = packageOf(folder);
      return name !== self && !(name in { ...dependencies, ...devDependencies });
    });
    expect([...new Set(missing.map(({ folder, name }) => `${folder}/package.json lacks ${name}`))]).toEqual([]);
  });

  it('lets a changed file affect the projects that read it, and no others', async () => {
    const affected = async (...files: string[]) =>
      (await nx('show', 'projects', '--affected', `--files=${files.join(',')}`)).trim().split('\n');
    expect(await affected('services/users/schema.graphql')).toEqual(
      expect.arrayContaining(['@sprayhunt/gateway', '@sprayhunt/system-tests', '@sprayhunt/users']),
    );
    expect(await affected('docs/access.md', 'services/missions/src/main.ts')).not.toEqual(
      expect.arrayContaining(['@sprayhunt/users']),
    );
  }, 60_000);
});

import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { allButEsModules } from './tools/jest/esm-packages.mjs';
import { writeTogether } from './tools/jest/together.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

const packages = ['libs', 'services', 'tools', 'tests', 'apps']
  .flatMap((group) => readdirSync(`${root}${group}`).map((name) => `${group}/${name}`))
  .concat('bench');
/** The folders that Jest crawls: no build results, no packages. */
const sources = packages
  .flatMap((folder) => (folder.startsWith('tests/') ? [folder] : [`${folder}/src`, `${folder}/test`]))
  .filter((folder) => existsSync(`${root}${folder}`));

/** As in .swcrc: Nest reads the types of constructors' parameters from decorator metadata, which swc emits. */
const swc = {
  swcrc: false,
  sourceMaps: true,
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
  },
};
const transformedAs = (parser) => ['@swc/jest', { ...swc, jsc: { ...swc.jsc, parser } }];

const common = {
  rootDir: root,
  cacheDirectory: '<rootDir>/.cache/jest',
  roots: sources.map((folder) => `<rootDir>/${folder}`),
  injectGlobals: false,
  moduleFileExtensions: ['js', 'ts', 'tsx', 'mjs', 'cjs', 'json', 'node'],
  resolver: '<rootDir>/tools/jest/resolver.cjs',
  setupFilesAfterEnv: ['<rootDir>/tools/jest/each-file.cjs'],
  // Everything of ours and packages that are ES modules become CommonJS, which Jest runs without experimental flags.
  transform: {
    '\\.ts$': transformedAs({ syntax: 'typescript', decorators: true }),
    '\\.tsx$': transformedAs({ syntax: 'typescript', tsx: true }),
    '\\.m?js$': ['@swc/jest', { ...swc, sourceMaps: false, jsc: { ...swc.jsc, parser: { syntax: 'ecmascript' } } }],
    '\\.svg$': '<rootDir>/tools/jest/address.cjs',
  },
  transformIgnorePatterns: [allButEsModules(root, packages)],
};

/** The specs of a tier: each by itself, or with TEST_TOGETHER in a few files. */
function tier(name, pattern) {
  const tests = { ...common, displayName: name, testRegex: `^${escaped(root)}${pattern}` };
  if (!process.env.TEST_TOGETHER) return tests;
  const folder = `.cache/together/${name}`;
  const files = sources.flatMap((source) =>
    readdirSync(`${root}${source}`, { recursive: true }).map((file) => `${source}/${file}`),
  );
  writeTogether(root, folder, files.filter((file) => new RegExp(`^${pattern}`).test(file)).sort());
  return { ...tests, roots: [...tests.roots, `<rootDir>/${folder}`], testRegex: `^${escaped(root)}${folder}/` };
}
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const node = (name, pattern, more = {}) => ({
  ...tier(name, pattern),
  testEnvironment: '<rootDir>/tools/jest/node-environment.cjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  ...more,
});

const servers = {
  globalSetup: '<rootDir>/tools/jest/servers.mjs',
  globalTeardown: '<rootDir>/tools/jest/stop-servers.mjs',
};

/**
 * Faults, what operators see, several of each, PgBouncer. With what operators do by the commands of docs/operations they
 * are a tier of their own.
 */
const OF_OPERATIONS = '(?:broken-stack|watched-stack|replicas(?:-faults)?|pgbouncer)';

/** The tiers of tests, cheapest first; `npm test` runs all but images and operations. One spec: `npx jest services/users/test/awards`. */
export default {
  // Tests often wait for servers: on two cores a third worker saves a quarter of the time.
  maxWorkers: Math.max(3, availableParallelism()),
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/tools/jest/longest-first.cjs',
  // Of tests and their set-up alike; two cores may be busy with other tests.
  testTimeout: 60_000,
  projects: [
    node('unit', '(?:(?:libs|services|tools)/[^/]+|bench)/src/(?!.*\\.(db|contract)\\.spec\\.ts$).*\\.spec\\.ts$'),
    node('contract', '(?:(?:libs|services|tools)/[^/]+|bench)/src/.*\\.contract\\.spec\\.ts$'),
    node('database', '(libs|services|tools)/[^/]+/src/.*\\.db\\.spec\\.ts$', servers),
    node('component', 'services/[^/]+/test/.*\\.spec\\.ts$', servers),
    // Of .ci/images.sh, which builds the images first.
    node('images', 'tests/system/images/.*\\.spec\\.ts$', servers),
    node('system', `tests/system/(?!images/|${OF_OPERATIONS}).*\\.spec\\.ts$`, {
      globalSetup: '<rootDir>/tools/jest/built.mjs',
    }),
    // .ci/run runs it after npm test.
    node('operations', `tests/(?:operations/.*|system/${OF_OPERATIONS})\\.spec\\.ts$`, {
      globalSetup: '<rootDir>/tools/jest/built.mjs',
    }),
    {
      ...tier('web', 'apps/web/src/.*\\.spec\\.tsx?$'),
      testEnvironment: '<rootDir>/tools/jest/jsdom.cjs',
      testEnvironmentOptions: { url: 'http://localhost:8080/', customExportConditions: ['node', 'node-addons'] },
      setupFilesAfterEnv: [...common.setupFilesAfterEnv, '<rootDir>/apps/web/src/test/setup.ts'],
      moduleNameMapper: {
        '(\\.css|\\?url)$': '<rootDir>/tools/jest/nothing.cjs',
        // Its `browser` field, which Jest does not read.
        '^tus-js-client$': '<rootDir>/node_modules/tus-js-client/lib.es5/browser/index.js',
      },
      // As a browser has them: what is queued runs at once, while what is timed waits for the test.
      fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
      restoreMocks: true,
    },
  ],
};

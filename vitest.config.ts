import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';

const node = (name: string, include: string[], exclude: string[] = [], more = {}) => ({
  // Nest reads constructor types from decorator metadata, which only swc emits here.
  plugins: [swc.vite()],
  oxc: false as const,
  // graphql as Node itself finds it: Vite would take its .mjs, a second copy whose errors and
  // types are foreign to the first.
  resolve: { conditions: ['source', 'node'], alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
    environment: 'node' as const,
    testTimeout: 20_000,
    // To load a whole service takes longer than most of its tests, so files share what is loaded; none mocks a module.
    isolate: false,
    ...more,
  },
});

const servers = { globalSetup: ['./tools/local/src/testing/servers.ts'], testTimeout: 30_000, hookTimeout: 60_000 };

/** The tiers of tests, cheapest first; `npm test` runs them all. */
export default defineConfig({
  test: {
    // Vitest would leave one core idle; the tests wait for servers often enough to share them all.
    maxWorkers: '100%',
    projects: [
      node('unit', ['{libs,services,tools}/*/src/**/*.spec.ts'], ['**/*.db.spec.ts', '**/*.contract.spec.ts']),
      node('contract', ['{libs,services,tools}/*/src/**/*.contract.spec.ts']),
      node('database', ['{libs,services,tools}/*/src/**/*.db.spec.ts'], [], servers),
      node('component', ['services/*/test/**/*.spec.ts'], [], { ...servers, globalSetup: [...servers.globalSetup, './services/media/test/built.ts'] }),
      node('system', ['tests/system/**/*.spec.ts'], [], { globalSetup: ['./tools/local/src/testing/built.ts'], testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false }),
      './apps/web/vite.config.ts',
    ],
  },
});

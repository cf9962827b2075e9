import js from '@eslint/js';
import i18next from 'eslint-plugin-i18next';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import resolverTypes from './tools/lint-resolver-types.mjs';

/** Attributes and properties with text that people read. */
const READ = [
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'closeLabel',
  'description',
  'error',
  'heading',
  'hint',
  'label',
  'message',
  'otherwise',
  'placeholder',
  'text',
  'title',
];

const TEST = '/^(it|test|describe)$/';

const REPEATED =
  'Repeated work is a repeated job: jobs.repeat(…), or a PollingLoop, see docs/adr/0022-one-queue-for-jobs.md.';

/** All rules but those that need types, which are in .oxlintrc.json. */
export default tseslint.config(
  {
    ignores: [
      '.cache/**',
      '**/dist/**',
      '**/dist.*/**',
      '**/node_modules/**',
      '**/test-results/**',
      '**/playwright-report/**',
      'apps/web/src/api/schema.ts',
      'apps/web/src/api/graph/**',
      '**/*.generated.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'off', // Nest's injection needs classes as values
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unsafe-function-type': 'off', // Nest and TypeORM speak of classes so
      'no-control-regex': 'off', // control characters are looked for on purpose
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'object-shorthand': ['error', 'properties'],
      'no-useless-rename': 'error',
    },
  },
  {
    files: ['services/*/src/**/*.resolver.ts'],
    plugins: { sprayhunt: { rules: { 'resolver-types': resolverTypes } } },
    rules: { 'sprayhunt/resolver-types': 'error' },
  },
  {
    // A service's methods take what the resolvers have: input of a generated type, of which zod checks the limits.
    files: ['services/*/src/**/*.service.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "MethodDefinition[accessibility!='private'] > FunctionExpression > Identifier.params > " +
            'TSTypeAnnotation > TSUnknownKeyword',
          message: 'Input has the type that schema.generated.ts gives it (imported as `import type * as Schema`).',
        },
      ],
    },
  },
  {
    // Work that a service does again and again is a repeated job: it runs once among all processes, and is
    // seen when it fails.
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts'],
    ignores: [
      '**/*.spec.ts',
      'libs/service-kit/src/events/listener.ts', // asks for more time while a handler is at work
      'services/gateway/src/live/live-feed.ts', // beats of this process's own connections
      'services/media/src/uploads/spool.ts', // clears a folder on the disk of this machine
      'services/media/src/pipeline/picture-worker.ts', // watches the memory of one child process
    ],
    rules: {
      'no-restricted-globals': ['error', { name: 'setInterval', message: REPEATED }],
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:timers', 'node:timers/promises'].map((name) => ({
            name,
            importNames: ['setInterval'],
            message: REPEATED,
          })),
        },
      ],
    },
  },
  {
    // A loop that sleeps is repeated work as well. The rule stands for the one above, so it has its `setInterval` too.
    files: ['services/*/src/**/*.ts'],
    ignores: [
      '**/*.spec.ts',
      'services/commerce/src/reconciliation/reconcile-now.ts', // an operator's command waits for the running service
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'node:timers', importNames: ['setInterval'], message: REPEATED },
            { name: 'node:timers/promises', importNames: ['setInterval', 'setTimeout'], message: REPEATED },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: globals.browser },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    // What people read on the page is in messages/{language}.json beside the component, see docs/add-a-text.md.
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}', 'apps/web/src/test/**'],
    plugins: { i18next },
    rules: {
      'i18next/no-literal-string': [
        'error',
        {
          mode: 'jsx-only',
          'jsx-attributes': { include: READ },
          // names, not texts
          callees: { exclude: ['includes', 'register', 'field', 'useWatch', 'Intl.supportedValuesOf'] },
          'object-properties': { exclude: ['dateStyle', 'timeStyle', 'style'] }, // options of Intl
          'should-validate-template': true,
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            `Property[key.name=/^(${READ.filter((name) => !name.includes('-')).join('|')})$/] > ` +
            `:matches(Literal[value=/[a-z]{2}/i], TemplateElement[value.raw=/[a-z]{2}/i])`,
          message: 'Text that people read is a message of messages/{language}.json.',
        },
        {
          selector: 'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
          message: 'Numbers and dates are written by lib/format.ts, in the language of the page.',
        },
      ],
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
  {
    files: ['**/*.spec.{ts,tsx}', '**/*.e2e.ts', '**/test/**/*.ts', 'tests/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: `MemberExpression[object.name=${TEST}][property.name='only']`,
          message: 'The other tests would not run; with TEST_TOGETHER not even those of other specs.',
        },
        {
          selector:
            `CallExpression[callee.object.name=${TEST}][callee.property.name='skip'], ` +
            `CallExpression[callee.object.object.name=${TEST}][callee.object.property.name='skip']`,
          message: 'A test is left out only where something is missing, by a condition.',
        },
      ],
    },
  },
);

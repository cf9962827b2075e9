// `npm test`: the tests, from the cheapest to the most expensive; continues after a failure.
import { mkdirSync, rmSync } from 'node:fs';
import { install } from './install.mjs';
import { notesOf, reportFolder, slowestFiles, testsOf } from './reports.mjs';
import { runCommand } from './steps.mjs';

const suites = [
  [
    'unit, contract, database, component and page tests',
    'jest',
    jest('jest', ['unit', 'contract', 'database', 'component', 'web']),
    { TEST_TOGETHER: '1' },
  ],
  // Two stacks beside each other: while one waits for a restart, the other computes.
  ['system tests', 'system', jest('system', ['system'], ['--maxWorkers=2'])],
  ['browser tests', 'browser', ['playwright', 'test', '--config', 'apps/web/playwright.config.ts']],
];

function jest(report, projects, more = []) {
  return [
    'jest',
    '--passWithNoTests',
    '--silent',
    ...more,
    '--selectProjects',
    ...projects,
    '--json',
    `--outputFile=${reportFolder}/${report}.json`,
  ];
}

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Repeated at the end, where a long run is read first. */
const notes = [];
const count = (passed, failed, what) => {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(what);
};

/** Far above a suite's usual time, for busy machines. */
const SUITE_MINUTES = 25;

async function suite([name, report, command, env = {}]) {
  console.log(`\n▸ ${name}`);
  const { ok, output, seconds } = await runCommand(command, {
    show: true,
    minutes: SUITE_MINUTES,
    env,
  });
  const tests = testsOf(report);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed').length;
  total.skipped += tests.filter(({ status }) => status === 'skipped').length;
  // A run that fails without a failed test, or reports no test, counts as failed.
  const unnamed = (!ok || tests.length === 0) && failed === 0 ? 1 : 0;
  console.log(
    `${failed + unnamed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed + unnamed} failed ` +
      `(${seconds.toFixed(0)} s)`,
  );
  console.log(slowestFiles(tests));
  count(passed, failed + unnamed, name);
  notes.push(...notesOf(tests));
  if (unnamed)
    notes.push(
      `✗ ${name} failed or ran no tests; its last lines:\n${output.split('\n').slice(-LAST_LINES).join('\n')}`,
    );
}

/** Lines of a run that ended badly. */
const LAST_LINES = 60;

const began = Date.now();
install();
rmSync(reportFolder, { recursive: true, force: true });
mkdirSync(reportFolder, { recursive: true });

const { ok, output, seconds } = await runCommand(['node', 'tools/build.mjs', '--uncached']);
console.log(`${ok ? '✓' : '✗'} build (${seconds.toFixed(1)} s)${ok ? '' : `\n${output}\n`}`);
count(ok ? 1 : 0, ok ? 0 : 1, 'build');
for (const each of suites) await suite(each);

if (notes.length > 0) console.log(`\n${notes.join('\n\n')}`);
console.log(
  `\n${failures.length > 0 ? `Failed: ${failures.join('; ')}\n` : ''}In ` +
    `${((Date.now() - began) / 60_000).toFixed(1)} minutes:`,
);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 ? 0 : 1;

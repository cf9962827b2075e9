import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { root } from './steps.mjs';

/** Folder of the JSON reports that Jest and Playwright write in `npm test`. */
export const reportFolder = `${root}test-results`;

/**
 * Every test of a report.
 *
 * @returns {{ title: string, file: string, status: 'passed' | 'failed' | 'skipped', seconds: number, faults: string[]
 *   }[]} A file that could not be loaded counts as one failed test.
 */
export function testsOf(name) {
  const file = `${reportFolder}/${name}.json`;
  if (!existsSync(file)) return [];
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return report.testResults
    ? jestTests(report)
    : playwrightTests(report.suites ?? [], '').concat((report.errors ?? []).map(brokenRun));
}

/** The tests of all reports. */
export function allTests() {
  if (!existsSync(reportFolder)) return [];
  return readdirSync(reportFolder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => testsOf(file.slice(0, -'.json'.length)));
}

/** A note for each test that failed or was skipped. */
export function notesOf(tests) {
  return tests.flatMap(({ title, status, faults }) => {
    if (status === 'failed') return [`✗ ${title}\n${shortened(faults[0] ?? '')}`];
    return status === 'skipped' ? [`○ skipped: ${title}`] : [];
  });
}

/** The files whose tests took longest, for the end of a run: where its time went. Hooks and starts are not counted. */
export function slowestFiles(tests, count = 8) {
  const seconds = new Map();
  for (const test of tests) seconds.set(test.file, (seconds.get(test.file) ?? 0) + test.seconds);
  const total = [...seconds.values()].reduce((sum, one) => sum + one, 0);
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, count);
  return [
    `  ${tests.length} tests took ${Math.round(total)} s; the slowest files:`,
    ...slowest.map(([file, of]) => `  ${of.toFixed(1).padStart(7)} s  ${file}`),
  ].join('\n');
}

/** Lines of an error that are shown. */
const FIRST_LINES = 6;
const FAULT_LINES = 18;
/** The cause is at the beginning of an error, or at the end of a log that it quotes. */
function shortened(fault) {
  const lines = fault.split('\n');
  const isFrame = (line) => /^\s+at /.test(line);
  const said = lines.filter((line) => !isFrame(line));
  const shown =
    said.length > FAULT_LINES ? [...said.slice(0, FIRST_LINES), '…', ...said.slice(FIRST_LINES - FAULT_LINES)] : said;
  return [...shown, ...lines.filter(isFrame).slice(0, 1)].map((line) => `    ${line}`).join('\n');
}

function jestTests({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.map((test) => ({
      title: titleOf(test),
      file: test.ancestorTitles.find(isSpec) ?? name.replace(root, ''),
      status: statusOf(test.status),
      seconds: (test.duration ?? 0) / 1_000,
      faults: test.failureMessages,
    }));
    const broken = status === 'failed' && tests.every((test) => test.status !== 'failed');
    return broken
      ? [
          ...tests,
          { title: `${name} could not be run`, file: name, status: 'failed', seconds: 0, faults: [message ?? ''] },
        ]
      : tests;
  });
}

/** Where specs run together, the path of each is the title above its tests. */
const isSpec = (title) => /\.spec\.tsx?$/.test(title);
const titleOf = ({ ancestorTitles, title }) => [...ancestorTitles.filter((name) => !isSpec(name)), title].join(' ');

function playwrightTests(suites, above) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => {
    const path = `${above} ${title}`.trim();
    const own = specs.flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        title: `${path} ${spec.title}`,
        file: spec.file,
        status: playwrightStatus(status),
        seconds: results.reduce((sum, { duration }) => sum + duration / 1_000, 0),
        faults: faultsOf(results),
      })),
    );
    return [...own, ...playwrightTests(inner, path)];
  });
}

function brokenRun({ message }) {
  return { title: String(message).split('\n')[0], file: '', status: 'failed', seconds: 0, faults: [String(message)] };
}

const faultsOf = (results) => results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message));

const statusOf = (status) => (status === 'passed' || status === 'failed' ? status : 'skipped');
const playwrightStatus = (status) => ({ expected: 'passed', skipped: 'skipped' })[status] ?? 'failed';

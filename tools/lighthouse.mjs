// `npm run lighthouse [-- URL] [--runs NUMBER]`: Lighthouse's phone profile for the landing page and the map home, of
// the product at URL or of one that is started for it. Prints medians; fails when a category of the landing page is
// below the limit.
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { install } from './install.mjs';

/** Minimum score of each category of the landing page, of 100. */
const LIMIT = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** A longer task blocks the page. */
const LONG_MS = 50;

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1 || runs > 20 || positionals.length > 1) {
  console.error('usage: npm run lighthouse [-- URL] [--runs 1…20]');
  process.exit(2);
}

install();
await build();
const { default: lighthouse } = await import('lighthouse');
const { BROWSER_ARGUMENTS, findBrowser } = await import('../apps/web/e2e/browser.mjs');
const { startStack } = await import('@sprayhunt/local');
const stack = positionals[0] ? undefined : await startStack({ print: (line) => console.log(line) });
const port = await freePort();
const browser = await openBrowser(port);
try {
  const address = positionals[0] ?? stack.url;
  const [landing] = [await measure(address, '/'), await measure(address, '/home')];
  const low = CATEGORIES.filter((category) => landing[category] < LIMIT);
  for (const category of low)
    console.error(`/ has ${landing[category]} of 100 for ${category}; the limit is ${LIMIT}.`);
  if (low.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await stack?.stop();
}

/** Prints the medians of a screen, and what blocks on it. @returns the medians by name */
async function measure(address, path) {
  const results = [];
  for (let run = 1; run <= runs; run++) {
    const { lhr, artifacts } = await lighthouse(new URL(path, address).href, {
      port,
      logLevel: 'error',
      onlyCategories: CATEGORIES,
    });
    if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
    results.push({
      ...lhr,
      blocking: blocking(artifacts.Trace.traceEvents, lhr.configSettings.throttling.cpuSlowdownMultiplier),
    });
  }
  const median = (of) => results.map(of).sort((a, b) => a - b)[Math.floor((runs - 1) / 2)];
  const audit = (id) => Math.round(median(({ audits }) => audits[id].numericValue));
  const figures = {
    ...Object.fromEntries(
      CATEGORIES.map((id) => [id, median(({ categories }) => Math.round(categories[id].score * 100))]),
    ),
    'first contentful paint, ms': audit('first-contentful-paint'),
    'largest contentful paint, ms': audit('largest-contentful-paint'),
    'blocking time, ms': audit('total-blocking-time'),
    'blocking time outside the map library, by CPU time, ms': Math.round(
      median(({ blocking }) =>
        blocking.filter(({ script }) => !/maplibre-gl/.test(script)).reduce((sum, { ms }) => sum + ms, 0),
      ),
    ),
  };
  console.log(`\n${path}, median of ${runs}`);
  console.table(figures);
  const last = results.at(-1);
  for (const { script, ms } of last.blocking) console.log(`  ${Math.round(ms)} ms blocked by ${script}`);
  for (const { id, title } of failed(last)) console.log(`  ${id}: ${title}`);
  return figures;
}

/**
 * What long tasks after the first paint take beyond the limit on a phone, by the script that they are in; most first.
 * Counted in CPU time: the map is painted in software here, by threads that take the time of the page's own.
 */
function blocking(events, slowdown) {
  const painted = events.find(({ name, args }) => name === 'firstContentfulPaint' && args.data?.navigationId);
  const tasks = events.filter(
    ({ name, pid, tid, ts, tdur }) =>
      name === 'RunTask' &&
      pid === painted.pid &&
      tid === painted.tid &&
      ts >= painted.ts &&
      (tdur * slowdown) / 1_000 > LONG_MS,
  );
  const byScript = new Map();
  for (const { ts, dur, tdur, pid, tid } of tasks) {
    const scripts = events.filter(
      (event) =>
        event.args.data?.url &&
        event.tdur &&
        event.pid === pid &&
        event.tid === tid &&
        event.ts >= ts &&
        event.ts < ts + dur,
    );
    const longest = scripts.sort((a, b) => b.tdur - a.tdur)[0]?.args.data.url ?? 'the browser';
    byScript.set(longest, (byScript.get(longest) ?? 0) + (tdur * slowdown) / 1_000 - LONG_MS);
  }
  return [...byScript].map(([script, ms]) => ({ script, ms })).sort((a, b) => b.ms - a.ms);
}

/** Audits outside performance that found something. */
function failed({ audits, categories }) {
  return CATEGORIES.slice(1).flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => audits[id]),
  );
}

/** The Chromium of the browser tests, which Lighthouse reaches at a port of this machine. */
async function openBrowser(debugPort) {
  const { executablePath, env } = await findBrowser();
  const { chromium } = await import('@playwright/test');
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...BROWSER_ARGUMENTS, `--remote-debugging-port=${debugPort}`],
  });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}

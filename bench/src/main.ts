/**
 * `npm run bench [-- --only SECTION]`: figures as ratios against baselines of the same run; also in
 * `results/latest.json`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { startStack } from '@sprayhunt/local';
import { BOUNDED_TABLES, benchBounded } from './bounded.js';
import { benchCreate } from './create-discovery.js';
import { benchEvents } from './events.js';
import { benchForum } from './forum.js';
import { benchMap } from './map-tiles.js';
import { benchMemory } from './memory.js';
import { benchNearby } from './nearby.js';
import { benchMissions } from './missions.js';
import { benchPictures } from './pictures.js';
import { benchRanks } from './ranks.js';
import { seed, WORKS } from './seed.js';
import { benchTracing } from './tracing.js';

/** Raises the limits: a benchmark has many calls from one address, and many works of a few players. */
const UNLIMITED = {
  RATE_READS: '1000000000/10',
  RATE_WRITES: '1000000000/10',
  DISCOVERIES_PER_MINUTE: '1000000000',
  DISCOVERIES_PER_DAY: '1000000000',
};

const ENV = { ...UNLIMITED, LOG_LEVEL: 'warn' };

const print = (line: string) => console.log(line);
/** The first one fills the map. */
const sections = {
  map: benchMap,
  nearby: benchNearby,
  create: benchCreate,
  pictures: benchPictures,
  events: benchEvents,
  forum: benchForum,
  ranks: benchRanks,
  missions: benchMissions,
} as const;
/** Starts a product of its own, after the other one has stopped. */
const MEMORY = 'memory';
/**
 * Tracing needs a second product beside the first, and tables of ten million rows half an hour, so they are measured on
 * request only.
 */
const TRACING = 'tracing';
const BOUNDED = 'bounded';
type Section = keyof typeof sections | typeof MEMORY | typeof TRACING | typeof BOUNDED;

const { only, tables } = parse();
const figures = {};
if (only !== MEMORY) await measureSections();
if (!only || only === MEMORY) {
  print('Measuring memory');
  Object.assign(figures, await benchMemory(print));
}
if (only === BOUNDED) console.log(JSON.stringify(figures));
else if (only) console.table(figures);
else report(figures);

async function measureSections(): Promise<void> {
  const stack = await startStack({ env: ENV, catalogues: false, print });
  try {
    if (only === 'nearby' || only === 'create' || only === TRACING) {
      print(`Putting ${WORKS} works on the map`);
      await seed(stack.adminUrl);
    }
    for (const [name, run] of Object.entries(sections)) {
      if (only && name !== only) continue;
      print(`Measuring ${name}`);
      Object.assign(figures, await run(stack, print));
    }
    if (only === BOUNDED) Object.assign(figures, await benchBounded(stack, print, tables));
    if (only === TRACING) Object.assign(figures, await benchTracing(stack, print, ENV));
  } finally {
    await stack.stop();
  }
}

/**
 * `--only SECTION` measures one part, and leaves `results/latest.json` as it is; `--tables` some of the tables of
 * `bounded`.
 */
function parse(): { only: Section | undefined; tables: string[] | undefined } {
  const { values } = parseArgs({ options: { only: { type: 'string' }, tables: { type: 'string' } } });
  const tables = values.tables?.split(',');
  requireKnown(
    '--only',
    [...Object.keys(sections), MEMORY, TRACING, BOUNDED],
    values.only === undefined ? [] : [values.only],
  );
  requireKnown('--tables', BOUNDED_TABLES, tables ?? []);
  return { only: values.only as Section | undefined, tables };
}

function requireKnown(option: string, names: readonly string[], given: readonly string[]): void {
  const unknown = given.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`${option} takes ${names.join(', ')}, not "${unknown}"`);
}

function report(figures: object): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine =
    `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ` +
    `Node ${process.version}`;
  console.table(figures);
  mkdirSync(new URL('../results/', import.meta.url), { recursive: true });
  const file = new URL('../results/latest.json', import.meta.url);
  writeFileSync(
    file,
    `${JSON.stringify({ ...figures, machine, commit, takenAt: new Date().toISOString() }, null, 2)}\n`,
  );
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, runCommand } from './steps.mjs';

/** Folders with a `src` that Node runs. */
export const nodePackages = ['libs', 'services', 'tools']
  .flatMap((group) => readdirSync(path.join(root, group)).map((name) => `${group}/${name}`))
  .concat('bench')
  .filter((folder) => existsSync(path.join(root, folder, 'src')));
/** All packages with a build. */
export const packages = ['apps/web', ...nodePackages];

/**
 * Files that a build may read; a superset is enough, because Nx decides what is built and what comes from its cache.
 */
const OF_A_PACKAGE = ['src', 'public', 'index.html', 'vite.config.ts', 'project.inlang/settings.json', 'package.json'];
const OF_ALL = [
  '.swcrc',
  'nx.json',
  'package-lock.json',
  'tools/build-package.mjs',
  'tools/bundle-program.mjs',
  'tools/licence-texts.mjs',
  'tools/steps.mjs',
];
/** The fingerprint of a build's inputs. */
const FINGERPRINT = 'dist/.inputs';

/**
 * Has Nx build the packages into their `dist`, and the services into their `dist.bundle`; a failed build leaves every
 * former one. Nothing is started where no file has changed since the last build.
 *
 * @param {{ folders?: string[], uncached?: boolean }} options which packages; all when left out
 * @returns {Promise<boolean>} whether there was something to build
 */
export async function build({ folders = packages, uncached = false } = {}) {
  const stale = () => folders.filter((folder) => uncached || changedSinceBuild(folder));
  if (stale().length === 0) return false;
  const release = await waitForOtherBuilds();
  try {
    // Another build may just have done it.
    return await buildAll(stale(), uncached);
  } finally {
    await release();
  }
}

/** Of a lock whose process was killed. */
const ABANDONED_MS = 30_000;
const LONGEST_BUILD_S = 15 * 60;

/**
 * Two builds at once would each remove what the other has written.
 * @returns {Promise<() => Promise<void>>} what lets the next one begin
 */
async function waitForOtherBuilds() {
  // Commands import this module before they install the packages.
  const { lock } = await import('proper-lockfile');
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const options = { lockfilePath: path.join(root, '.cache/build.lock'), stale: ABANDONED_MS };
  return lock(root, options).catch((error) => {
    if (error.code !== 'ELOCKED') throw error;
    console.log('Waiting for another build of this folder …');
    return lock(root, { ...options, retries: { retries: LONGEST_BUILD_S, factor: 1, minTimeout: 1_000 } });
  });
}

/** @returns {Promise<boolean>} whether there was something to build */
async function buildAll(folders, uncached) {
  if (folders.length === 0) return false;
  console.log(`Building ${folders.map((folder) => path.basename(folder)).join(', ')} …`);
  const began = new Date();
  const fingerprints = folders.map(fingerprintOf);
  const { ok, output } = await runCommand([
    'nx',
    'run-many',
    '-t',
    'build,bundle',
    '-p',
    folders.join(),
    '--outputStyle=static',
    ...(uncached ? ['--skip-nx-cache'] : []),
  ]);
  if (!ok) throw new Error(`The build failed:\n${output}`);
  folders.forEach((folder, index) => stamp(folder, fingerprints[index], began));
  return true;
}

/**
 * Some files are rewritten without a change: generated files by `npm run generate`, the settings of the texts by their
 * build.
 */
function changedSinceBuild(folder) {
  const file = path.join(root, folder, FINGERPRINT);
  const build = statSync(file, { throwIfNoEntry: false });
  if (!build) return true;
  const now = new Date();
  if (!inputsOf(folder).some((input) => touchedSince(input, build.mtimeMs))) return false;
  const fingerprint = fingerprintOf(folder);
  if (fingerprint !== readFileSync(file, 'utf8')) return true;
  stamp(folder, fingerprint, now);
  return false;
}

/** @param {Date} time from which on a touched file may be newer than the build */
function stamp(folder, fingerprint, time) {
  const file = path.join(root, folder, FINGERPRINT);
  writeFileSync(file, fingerprint);
  utimesSync(file, time, time);
}

/** A service's bundle holds the libs too. */
const sourcesOf = (folder) =>
  folder.startsWith('services/') ? [folder, ...packages.filter((other) => other.startsWith('libs/'))] : [folder];

const inputsOf = (folder) =>
  [...sourcesOf(folder).flatMap((source) => OF_A_PACKAGE.map((name) => `${source}/${name}`)), ...OF_ALL].map((file) =>
    path.join(root, file),
  );

function fingerprintOf(folder) {
  const hash = createHash('sha256');
  const add = (file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(file).sort()) add(path.join(file, name));
    else hash.update(`${file}\0${stat.size}\0`).update(readFileSync(file));
  };
  inputsOf(folder).forEach(add);
  return hash.digest('hex');
}

/** Uses the change time of the inode, which copying, moving and checking out also set. */
function touchedSince(file, time) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return false;
  return (
    stat.ctimeMs >= time ||
    (stat.isDirectory() && readdirSync(file).some((name) => touchedSince(path.join(file, name), time)))
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ uncached: process.argv.includes('--uncached') }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}

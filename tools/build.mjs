import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, runCommand } from './steps.mjs';

/** Folders with a `src` that Node runs. */
export const nodePackages = ['libs', 'services', 'tools']
  .flatMap((group) => readdirSync(path.join(root, group)).map((name) => `${group}/${name}`))
  .concat('bench')
  .filter((folder) => existsSync(path.join(root, folder, 'src')));
/** Everything that is built. */
export const packages = ['apps/web', ...nodePackages];

/** What a build may read: a superset is enough, because Nx decides what is built and what comes from its cache. */
const OF_A_PACKAGE = ['src', 'public', 'index.html', 'vite.config.ts', 'project.inlang', 'package.json'];
const OF_ALL = ['.swcrc', 'nx.json', 'package-lock.json', 'tools/build-package.mjs'];

/**
 * Has Nx build the packages into their `dist`; a failed build leaves every former one. Nothing is started where no
 * file was touched since the last build.
 *
 * @param {{ folders?: string[], uncached?: boolean }} options which packages; all when left out
 * @returns {Promise<boolean>} whether there was something to build
 */
export async function build({ folders = packages, uncached = false } = {}) {
  const stale = folders.filter((folder) => uncached || touchedSinceBuild(folder));
  if (stale.length === 0) return false;
  console.log(`Building ${stale.map((folder) => path.basename(folder)).join(', ')} …`);
  const began = new Date();
  const { ok, output } = await runCommand(['nx', 'run-many', '-t', 'build', '-p', stale.join(), '--outputStyle=static', ...(uncached ? ['--skip-nx-cache'] : [])]);
  if (!ok) throw new Error(`The build failed:\n${output}`);
  for (const folder of stale) utimesSync(path.join(root, folder, 'dist/.build'), began, began);
  return true;
}

function touchedSinceBuild(folder) {
  const build = statSync(path.join(root, folder, 'dist/.build'), { throwIfNoEntry: false });
  return !build || [...OF_A_PACKAGE.map((name) => `${folder}/${name}`), ...OF_ALL].some((file) => touchedSince(path.join(root, file), build.mtimeMs));
}

/** By the time of the last change of the inode, which copying, moving and checking out set too. */
function touchedSince(file, time) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return false;
  return stat.ctimeMs >= time || (stat.isDirectory() && readdirSync(file).some((name) => touchedSince(path.join(file, name), time)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ uncached: process.argv.includes('--uncached') }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}

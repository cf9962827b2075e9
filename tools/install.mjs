import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Installs the packages of package-lock.json that are missing in node_modules. Plain Node, so it runs in a fresh clone.
 */
export function install() {
  checkNode();
  const missing = missingPackages();
  if (missing === 0) return;
  const fresh = !existsSync(`${root}node_modules`);
  console.log(
    fresh
      ? 'Installing packages (this takes a minute or two the first time) …'
      : `Installing ${missing} new or changed packages …`,
  );
  // Like `npm ci` this installs from the lock file without writing it. `npm ci` itself refuses a lock
  // file that leaves out the binaries of other platforms, which npm forgets whenever it cannot find them.
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('Installing the packages failed; see the messages above.');
    process.exit(1);
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Number of packages of the lock file that are not installed in that version, by npm's own record. */
function missingPackages() {
  const wanted = packagesOf(`${root}package-lock.json`);
  const present = existsSync(`${root}node_modules/.package-lock.json`)
    ? packagesOf(`${root}node_modules/.package-lock.json`)
    : {};
  return Object.entries(wanted).filter(([path, { version, optional, devOptional, peer }]) => {
    if (!path.includes('node_modules/') || optional || devOptional || peer) return false;
    return present[path] === undefined || present[path].version !== version;
  }).length;
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) install();

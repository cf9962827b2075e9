import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/** Folders with a `src` that Node runs; the page is built by Vite. */
export const nodePackages = ['libs', 'services', 'tools']
  .flatMap((group) => readdirSync(path.join(root, group)).map((name) => `${group}/${name}`))
  .concat('bench')
  .filter((folder) => existsSync(path.join(root, folder, 'src')));
const page = 'apps/web';

/**
 * Builds what changed since its last build into each package's `dist`, two at a time.
 *
 * @param {{ folders?: string[] }} options which packages; all when left out
 * @returns {Promise<boolean>} whether there was something to build
 */
export async function build({ folders = [page, ...nodePackages] } = {}) {
  const stale = folders.map((folder) => ({ folder, fingerprint: fingerprintOf(folder) })).filter(({ folder, fingerprint }) => builtFrom(folder) !== fingerprint);
  if (stale.length === 0) return false;
  console.log(`Building ${stale.map(({ folder }) => path.basename(folder)).join(', ')} …`);
  const worker = async () => {
    for (let next = stale.shift(); next; next = stale.shift()) await buildOne(next.folder, next.fingerprint);
  };
  await Promise.all([worker(), worker()]);
  return true;
}

/** Builds beside the old result and then takes its place, so that a failed build leaves the old one. */
async function buildOne(folder, fingerprint) {
  const cwd = path.join(root, folder);
  const fresh = path.join(cwd, `dist.${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  try {
    if (folder === page) await run(bin('vite'), ['build', '--logLevel', 'error', '--emptyOutDir', '--outDir', fresh], cwd);
    else await run(bin('swc'), ['src', '-d', fresh, '--strip-leading-paths', '--copy-files', '--quiet', '--config-file', path.join(root, '.swcrc'), '--ignore', '**/*.spec.ts'], cwd);
    writeFileSync(path.join(fresh, '.built-from'), fingerprint);
    rmSync(path.join(cwd, 'dist'), { recursive: true, force: true });
    renameSync(fresh, path.join(cwd, 'dist'));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function run(command, args, cwd) {
  return new Promise((resolve, reject) => {
    // Whoever asks for the build, tests included: what is built is what players get.
    const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The build of ${path.relative(root, cwd)} failed.`))));
  });
}

function builtFrom(folder) {
  const file = path.join(root, folder, 'dist', '.built-from');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Everything that a build reads, as one hash. */
function fingerprintOf(folder) {
  const hash = createHash('sha256');
  const inputs = folder === page ? ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', '../../package-lock.json'] : ['src', 'package.json', '../../.swcrc'];
  for (const input of inputs) add(hash, path.join(root, folder, input));
  return hash.digest('hex');
}

function add(hash, file) {
  if (!existsSync(file)) return;
  const children = childrenOf(file);
  if (children) for (const name of children) add(hash, path.join(file, name));
  else if (!/\.spec\.tsx?$/.test(file)) hash.update(path.relative(root, file)).update(readFileSync(file));
}

function childrenOf(file) {
  try {
    return readdirSync(file).sort();
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}

// `node tools/build-package.mjs compile|swap FOLDER`: the two steps of one package's build, as nx.json runs them.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bin, root } from './steps.mjs';

const [step, folder] = process.argv.slice(2);
const cwd = path.join(root, folder);
/** The folder that Nx caches and restores, file by file. Programs never run from it. */
const compiled = path.join(cwd, 'dist.compiled');
const dist = path.join(cwd, 'dist');

if (step === 'compile') compile();
else swap();

function compile() {
  const fresh = path.join(cwd, `dist.${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  const [program, ...args] = existsSync(path.join(cwd, 'vite.config.ts'))
    ? ['vite', 'build', '--logLevel', 'error', '--emptyOutDir', '--outDir', fresh]
    : [
        'swc',
        'src',
        '-d',
        fresh,
        '--strip-leading-paths',
        '--copy-files',
        '--quiet',
        '--config-file',
        path.join(root, '.swcrc'),
        '--ignore',
        '**/*.spec.ts',
      ];
  // Production builds for all callers, including tests.
  const { status } = spawnSync(bin(program), args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) {
    writeFileSync(path.join(fresh, '.build'), randomUUID());
    replace(compiled, fresh);
  } else {
    rmSync(fresh, { recursive: true, force: true });
    process.exitCode = 1;
  }
}

/** Replaces the previous build in one step, unless it is the same. */
function swap() {
  if (idOf(compiled) === idOf(dist)) rmSync(compiled, { recursive: true, force: true });
  else replace(dist, compiled);
}

function replace(target, fresh) {
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}

function idOf(build) {
  const file = path.join(build, '.build');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

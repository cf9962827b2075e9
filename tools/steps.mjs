import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The program of a package; `node` and `npm` are installed already. */
export const bin = (name) =>
  name === 'node' ? process.execPath : name === 'npm' ? name : `${root}node_modules/.bin/${name}`;

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exitCode = 130;
  });
}

/**
 * Runs one command in the project's folder: `node`, `npm` or a program of `node_modules/.bin`.
 *
 * @param {string[]} command
 * @param {{ show?: boolean, env?: Record<string, string>, minutes?: number }} options
 *   `show`: prints its output while it runs
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>}
 */
export function runCommand([program, ...args], { show = false, env = {}, minutes = 15 } = {}) {
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(bin(program), args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: minutes * 60_000,
    });
    running.add(child);
    let output = '';
    for (const [stream, screen] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (show) screen.write(chunk);
      });
    }
    const finish = (ok) => {
      running.delete(child);
      resolve({ ok, output: output.trim(), seconds: (Date.now() - began) / 1000 });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

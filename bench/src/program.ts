import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Runs a program of this folder in a process of its own, as every contender does. */
export async function program(
  file: string,
  port: number,
  env: Record<string, string>,
): Promise<{ url: string; pid(): number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    await sleep(50);
  }
  return {
    url,
    pid: () => child.pid!,
    stop: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

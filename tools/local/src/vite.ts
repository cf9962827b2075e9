import path from 'node:path';
import { projectRoot } from './project-root.js';
import type { Program } from './supervisor.js';

/** Vite's development server on the public port; it proxies all other requests to the gateway. */
export function viteProgram(port: number, gatewayUrl: string): Program {
  return {
    name: 'vite',
    command: path.join(projectRoot, 'node_modules/.bin/vite'),
    args: ['--port', String(port), '--strictPort', '--host', '127.0.0.1'],
    cwd: path.join(projectRoot, 'apps/web'),
    env: { ...(process.env as Record<string, string>), GATEWAY_URL: gatewayUrl },
    ready: async () => (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5_000) })).ok,
    readyWithin: 60_000,
    stopSignal: 'SIGTERM',
    stopWithin: 2_000,
  };
}

import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connected, join } from './balancer.js';
import { projectRoot } from './project-root.js';
import type { Program, Supervisor } from './supervisor.js';
import { addressOf, type StackContext } from './topology.js';

/** Interval and number of attempts to reach a restarting program. */
const RETRY_INTERVAL_MS = 50;
const MAX_ATTEMPTS = 100;

/** The test mode of payments; it keeps its state in the data folder. */
export function paymentsSandbox(context: StackContext, port: number): Program {
  const { folder, publicUrl, secrets } = context;
  return {
    name: 'stripe-sandbox',
    command: process.execPath,
    args: [
      '--max-old-space-size=128',
      '--max-semi-space-size=2',
      '--optimize-for-size',
      'tools/stripe-sandbox/dist/main.js',
    ],
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      MODE: 'local',
      STRIPE_SANDBOX_PORT: String(port),
      STRIPE_SANDBOX_DATA: path.join(folder, 'stripe-sandbox'),
      STRIPE_SANDBOX_ORIGIN: publicUrl,
      STRIPE_SANDBOX_WEBHOOK_URL: `${addressOf('gateway', context)}/api/webhooks/stripe`,
      STRIPE_SANDBOX_WEBHOOK_SECRET: secrets.paymentsWebhookSecret,
    },
    ready: async () => (await fetch(`http://127.0.0.1:${port}/_sandbox`, { signal: AbortSignal.timeout(2_000) })).ok,
    readyWithin: 15_000,
    stopSignal: 'SIGTERM',
    stopWithin: 2_000,
  };
}

/**
 * Listens on a port of this machine, starts the program at the first connection, and passes all connections on to the
 * program's own port: without payments the sandbox takes no memory.
 * @returns stops listening; the program is the supervisor's
 */
export async function startOnDemand(
  supervisor: Pick<Supervisor, 'start'>,
  program: Program,
  ports: { outer: number; inner: number },
): Promise<() => void> {
  let starting: Promise<void> | undefined;
  const open = new Set<Socket>();
  const front: Server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    starting ??= supervisor.start(program).catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    starting.then(async () => join(socket, await reach(ports.inner))).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => front.once('error', reject).listen(ports.outer, '127.0.0.1', resolve));
  return () => {
    front.close();
    for (const socket of open) socket.destroy();
  };
}

/** Meanwhile the program may be restarting after a crash. */
async function reach(port: number): Promise<Socket> {
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    const socket = await connected(port);
    if (socket) return socket;
    await sleep(RETRY_INTERVAL_MS);
  }
  throw new Error(`Nothing listens at port ${port}.`);
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backendNames, type ServiceName, serviceNames } from '@sprayhunt/contracts/services';
import { freePorts, isFree } from '@sprayhunt/service-kit/local';
import { loadCatalogues } from './catalogues.js';
import { createDatabase, provisionServices } from './database.js';
import { stopFormerRun } from './former-run.js';
import { guard } from './guard.js';
import { OPERATOR, natsProgram, natsStore, natsUrl } from './nats.js';
import { paymentsSandbox, startOnDemand } from './payments-sandbox.js';
import { adminUrl, isReachable, postgresProgram } from './postgres.js';
import { projectRoot } from './project-root.js';
import { type Secrets, databasePassword, localSecrets, natsPassword } from './secrets.js';
import { serviceProgram } from './service-program.js';
import { type Program, Supervisor } from './supervisor.js';
import { hasStripeKeys, type StackContext } from './topology.js';

export interface StackOptions {
  /** Public port; a free one when left out. */
  port?: number;
  /** Data folder; a temporary one, removed at the end, when left out. */
  data?: string;
  /** Public address if it is not the gateway's own port (with a development server in front). */
  publicUrl?: string;
  /** Variables for every service, overriding those of the topology. */
  env?: Record<string, string>;
  /** Connects the services to the database through another address, which it returns: for faults on that connection. */
  databaseThrough?: (url: string) => Promise<string>;
  /** Whether the shipped walls and works are imported into new data; default true. */
  catalogues?: boolean;
  /** Called with progress, a line at a time. */
  say?: (line: string) => void;
  /** Aborts a running start. */
  abort?: AbortSignal;
}

export interface Stack {
  /** Public address of the product, without a trailing slash. */
  url: string;
  /** The product's database, for its superuser. */
  adminUrl: string;
  /** NATS address with all rights. */
  natsUrl: string;
  /** The address of the gateway itself. */
  gatewayUrl: string;
  /** Where payments in test mode go; the sandbox starts with the first connection. */
  sandboxUrl: string;
  service(name: ServiceName): { kill(signal: NodeJS.Signals): void; pid(): number | null; url: string; metricsUrl: string };
  /** One service alone: stopped in order and not restarted, and started again; returns when it is ready. */
  stopService(name: ServiceName): Promise<void>;
  startService(name: ServiceName): Promise<void>;
  /** Process id of an embedded server; null if the environment names another one, or if nobody has paid yet. */
  pid(server: 'postgres' | 'nats-server' | 'stripe-sandbox'): number | null;
  /** The embedded nats-server alone: stopped, started, and started with an empty store. */
  stopNats(): Promise<void>;
  startNats(): Promise<void>;
  wipeNats(): Promise<void>;
  /** Stops PostgreSQL in the given mode, and returns when it is available again. */
  restartPostgres(manner: 'fast' | 'immediate'): Promise<void>;
  /** Keeps an additional program running. */
  run(program: Program): Promise<void>;
  /** Stops everything, in order. */
  stop(): Promise<void>;
}

/** Starts the whole product on this machine: `npm start`, the system tests and the benchmark all use it. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { say = () => {}, env = {} } = options;
  const folder = options.data ? path.resolve(options.data) : mkdtempSync(path.join(tmpdir(), 'sprayhunt-stack-'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await stopFormerRun(folder, say);
  const publicHost = process.env.PUBLIC_HOST ?? '127.0.0.1';
  if (options.port && !(await isFree(options.port, publicHost))) {
    throw new Error(`Port ${options.port} is taken by another program. Choose another one: npm start -- --port ${options.port + 1}`);
  }
  const supervisor = new Supervisor(folder, say);
  if (!options.data) guard(folder);
  const extra: string[] = [];
  const loading = new AbortController();
  let closeSandbox = (): void => {};

  const stop = async (): Promise<void> => {
    supervisor.close();
    loading.abort();
    await supervisor.stop([...extra, 'gateway']);
    await supervisor.stop(backendNames);
    closeSandbox();
    await supervisor.stop(['stripe-sandbox']);
    await supervisor.stop(['nats-server', 'postgres']);
    supervisor.finish();
    if (!options.data) rmSync(folder, { recursive: true, force: true });
  };
  options.abort?.addEventListener('abort', () => supervisor.close());

  try {
    const secrets = localSecrets(folder);
    const free = await freePorts(2 * serviceNames.length + 4);
    const nextPort = (): number => free.pop()!;
    const [database, nats] = await Promise.all([
      startDatabase(supervisor, folder, nextPort(), databasePassword(secrets, 'postgres'), say),
      startNats(supervisor, folder, nextPort(), secrets, say),
    ]);
    const databaseUrl = options.databaseThrough ? await options.databaseThrough(database.url) : database.url;
    say('Preparing the database');
    const ports = Object.fromEntries(
      serviceNames.map((name) => [name, { http: name === 'gateway' && options.port ? options.port : nextPort(), metrics: nextPort() }]),
    ) as StackContext['ports'];
    const gatewayUrl = `http://localhost:${ports.gateway.http}`;
    const place: StackContext = {
      folder,
      secrets,
      ports,
      sandboxPort: nextPort(),
      publicHost,
      publicUrl: options.publicUrl ?? gatewayUrl,
      web: path.join(projectRoot, 'apps/web/dist'),
      nats: nats.of,
      databaseUrl: await provisionServices(databaseUrl, secrets, folder),
    };
    if (!hasStripeKeys()) {
      const inner = nextPort();
      closeSandbox = await startOnDemand(supervisor, paymentsSandbox(place, inner), { outer: place.sandboxPort, inner });
      say('Payments run in test mode: test cards only, and no money');
    }
    // The gateway starts when these are ready, because it needs them.
    say(`Starting ${backendNames.join(', ')}`);
    await Promise.all(backendNames.map((name) => supervisor.start(serviceProgram(name, place, env))));
    say(`Starting the gateway${options.catalogues === false ? '' : ', checking for new walls, works and missions to import'}`);
    await Promise.all([
      supervisor.start(serviceProgram('gateway', place, env)),
      options.catalogues === false ? undefined : loadCatalogues(place, env, say, loading.signal),
    ]);
    return {
      url: place.publicUrl,
      adminUrl: database.url,
      natsUrl: nats.url,
      gatewayUrl,
      sandboxUrl: `http://127.0.0.1:${place.sandboxPort}`,
      service: (name) => ({
        kill: (signal) => supervisor.kill(name, signal),
        pid: () => supervisor.pid(name),
        url: `http://127.0.0.1:${ports[name].http}`,
        metricsUrl: `http://127.0.0.1:${ports[name].metrics}/metrics`,
      }),
      stopService: (name) => supervisor.stop([name]),
      startService: (name) => supervisor.start(serviceProgram(name, place, env)),
      pid: (server) => supervisor.pid(server),
      stopNats: nats.stop,
      startNats: nats.start,
      wipeNats: nats.wipe,
      restartPostgres: database.restart,
      run: async (program) => {
        extra.push(program.name);
        await supervisor.start(program);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabase(supervisor: Supervisor, folder: string, port: number, password: string, say: (line: string) => void) {
  const given = process.env.DATABASE_ADMIN_URL;
  if (given) {
    say('Using the PostgreSQL of DATABASE_ADMIN_URL');
    await isReachable(given).catch((error: Error) => {
      throw new Error(`DATABASE_ADMIN_URL names a server that does not let us in: ${error.message}`);
    });
    return { url: given, restart: () => Promise.reject(new Error('The PostgreSQL of DATABASE_ADMIN_URL is not ours to restart.')) };
  }
  say('Starting PostgreSQL');
  const program = await postgresProgram({ folder: path.join(folder, 'postgres'), port, password });
  await supervisor.start(program);
  return {
    url: await createDatabase(adminUrl(port, password)),
    restart: async (manner: 'fast' | 'immediate') => {
      supervisor.kill('postgres', manner === 'immediate' ? 'SIGQUIT' : 'SIGINT');
      await supervisor.restarted('postgres');
    },
  };
}

async function startNats(supervisor: Supervisor, folder: string, port: number, secrets: Secrets, say: (line: string) => void) {
  const given = process.env.NATS_URL;
  if (given) {
    say('Using the nats-server of NATS_URL');
    const notOurs = () => Promise.reject(new Error('The nats-server of NATS_URL is not ours to stop.'));
    return { url: given, of: (service: ServiceName) => givenNats(given, service), stop: notOurs, start: notOurs, wipe: notOurs };
  }
  say('Starting nats-server');
  const passwordOf = (user: string) => natsPassword(secrets, user);
  const program = await natsProgram({ folder, port, stream: process.env.STREAM ?? 'sprayhunt', passwordOf });
  const start = () => supervisor.start(program);
  const stop = () => supervisor.stop([program.name]);
  await start();
  return {
    url: natsUrl(port, { name: OPERATOR, password: passwordOf(OPERATOR) }),
    of: (service: ServiceName) => ({ NATS_URL: natsUrl(port), NATS_USER: service, NATS_PASSWORD: passwordOf(service) }),
    start,
    stop,
    wipe: async () => {
      await stop();
      rmSync(natsStore(folder), { recursive: true, force: true });
      await start();
    },
  };
}

/** A server that is not ours: everyone comes by its address, unless a service has a password of its own. */
function givenNats(url: string, service: ServiceName): Record<string, string> {
  const password = process.env[`NATS_PASSWORD_${service.toUpperCase()}`];
  return { NATS_URL: url, ...(password && { NATS_USER: service, NATS_PASSWORD: password }) };
}

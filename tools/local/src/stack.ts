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
import { balance, programsOf } from './replicas.js';
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
  /**
   * Puts a pooler in transaction mode between the services and the database; is given the superuser's address of it,
   * and returns the pooler's `host:port`.
   */
  pooler?: (adminUrl: string) => Promise<string>;
  /** Processes of each service; default 1. */
  replicas?: number;
  /** Folder of the checkout whose built programs run; default this one. */
  programs?: string;
  /** Whether the shipped walls and works are imported into new data; default true. */
  catalogues?: boolean;
  /** Called with progress, a line at a time. */
  print?: (line: string) => void;
  /** Aborts a running start. */
  abort?: AbortSignal;
}

/** One process of a service. */
export interface Instance {
  /** `users`, `users-2` and so on. */
  name: string;
  kill(signal: NodeJS.Signals): void;
  pid(): number | null;
  /** Its own address. */
  url: string;
  metricsUrl: string;
  /** Stops it in order; it is not restarted. */
  stop(): Promise<void>;
  /** Starts it after that, with other variables or from another checkout if need be, and returns when it is ready. */
  start(changed?: Record<string, string>, programs?: string): Promise<void>;
  /** Both. */
  restart(changed?: Record<string, string>, programs?: string): Promise<void>;
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
  /** A service, or the first of its processes. */
  service(name: ServiceName): Instance;
  /** All processes of a service. */
  instances(name: ServiceName): Instance[];
  /**
   * One service alone, all its processes: stopped in order and not restarted, and started again, with other variables
   * if need be; returns when it is ready.
   */
  stopService(name: ServiceName): Promise<void>;
  startService(name: ServiceName, changed?: Record<string, string>): Promise<void>;
  /** Process id of an embedded server; null if the environment names another one, or before the first payment. */
  pid(server: 'postgres' | 'nats-server' | 'stripe-sandbox'): number | null;
  /** The embedded nats-server alone: stopped, started, and started with an empty store. */
  stopNats(): Promise<void>;
  startNats(): Promise<void>;
  wipeNats(): Promise<void>;
  /** Stops PostgreSQL in the given mode, and returns when it is available again. */
  restartPostgres(shutdownMode: 'fast' | 'immediate'): Promise<void>;
  /** Keeps an additional program running. */
  run(program: Program): Promise<void>;
  /** Stops everything, in order. */
  stop(): Promise<void>;
}

/** Connections of one process of each service, and as many again to spare. */
const CONNECTIONS = 100;

/** Starts the whole product on this machine: `npm start`, the system tests and the benchmark all use it. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { print = () => {}, env = {} } = options;
  const folder = options.data ? path.resolve(options.data) : mkdtempSync(path.join(tmpdir(), 'sprayhunt-stack-'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await stopFormerRun(folder, print);
  const publicHost = process.env.PUBLIC_HOST ?? '127.0.0.1';
  if (options.port && !(await isFree(options.port, publicHost))) {
    throw new Error(
      `Port ${options.port} is taken by another program. Choose another one: npm start -- --port ${options.port + 1}`,
    );
  }
  const supervisor = new Supervisor(folder, print);
  if (!options.data) guard(folder);
  const extra: string[] = [];
  const loading = new AbortController();
  let closeSandbox = (): void => {};
  let closeBalancers = (): void => {};
  const replicas = options.replicas ?? 1;
  let stopServices = (_names: readonly ServiceName[]): Promise<void> => Promise.resolve();

  const stop = async (): Promise<void> => {
    supervisor.close();
    loading.abort();
    await Promise.all([supervisor.stop(extra), stopServices(['gateway'])]);
    await stopServices(backendNames);
    closeBalancers();
    closeSandbox();
    await supervisor.stop(['stripe-sandbox']);
    await supervisor.stop(['nats-server', 'postgres']);
    supervisor.finish();
    if (!options.data) rmSync(folder, { recursive: true, force: true });
  };
  options.abort?.addEventListener('abort', () => supervisor.close());

  try {
    const secrets = localSecrets(folder);
    const free = await freePorts((2 * replicas + 1) * serviceNames.length + 4);
    const nextPort = (): number => free.pop()!;
    const [database, nats] = await Promise.all([
      startDatabase(
        supervisor,
        folder,
        { port: nextPort(), password: databasePassword(secrets, 'postgres'), replicas },
        print,
      ),
      startNats(supervisor, folder, nextPort(), secrets, print),
    ]);
    const databaseUrl = options.databaseThrough ? await options.databaseThrough(database.url) : database.url;
    print('Preparing the database');
    const portsOf = (name: ServiceName) => {
      const http = name === 'gateway' && options.port ? options.port : nextPort();
      return {
        http,
        instances: Array.from({ length: replicas }, () => ({
          http: replicas === 1 ? http : nextPort(),
          metrics: nextPort(),
        })),
      };
    };
    const ports = Object.fromEntries(serviceNames.map((name) => [name, portsOf(name)])) as StackContext['ports'];
    const gatewayUrl = `http://localhost:${ports.gateway.http}`;
    const context: StackContext = {
      folder,
      secrets,
      ports,
      sandboxPort: nextPort(),
      publicHost,
      publicUrl: options.publicUrl ?? gatewayUrl,
      web: path.join(projectRoot, 'apps/web/dist'),
      programs: options.programs ?? projectRoot,
      nats: nats.of,
      databaseUrl: await provisionServices(databaseUrl, secrets, folder),
      pooler: await options.pooler?.(databaseUrl),
    };
    if (!hasStripeKeys()) {
      const inner = nextPort();
      closeSandbox = await startOnDemand(supervisor, paymentsSandbox(context, inner), {
        outer: context.sandboxPort,
        inner,
      });
      print('Payments run in test mode: test cards only, and no money');
    }
    const programs = programsOf(context, env);
    const startServices = (names: readonly ServiceName[], changed: Record<string, string> = {}) => {
      const requested = programsOf(context, { ...env, ...changed });
      return Promise.all(names.flatMap((name) => requested[name]).map((program) => supervisor.start(program)));
    };
    stopServices = (names) => supervisor.stop(names.flatMap((name) => programs[name]).map(({ name }) => name));
    closeBalancers = await balance(programs, context);
    // The gateway starts when these are ready, because it needs them.
    print(`Starting ${backendNames.join(', ')}${replicas === 1 ? '' : `, ${replicas} of each`}`);
    await startServices(backendNames);
    print(
      `Starting the gateway${
        options.catalogues === false ? '' : ', checking for new walls, ' + 'works and missions to import'
      }`,
    );
    await Promise.all([
      startServices(['gateway']),
      options.catalogues === false ? undefined : loadCatalogues(context, env, print, loading.signal),
    ]);
    const instances = (service: ServiceName): Instance[] =>
      programs[service].map((program, index): Instance => ({
        name: program.name,
        kill: (signal) => supervisor.kill(program.name, signal),
        pid: () => supervisor.pid(program.name),
        url: `http://127.0.0.1:${ports[service].instances[index]!.http}`,
        metricsUrl: `http://127.0.0.1:${ports[service].instances[index]!.metrics}/metrics`,
        stop: () => supervisor.stop([program.name]),
        start: (changed = {}, folder = context.programs) =>
          supervisor.start(programsOf({ ...context, programs: folder }, { ...env, ...changed })[service][index]!),
        async restart(changed, folder) {
          await this.stop();
          await this.start(changed, folder);
        },
      }));
    return {
      url: context.publicUrl,
      adminUrl: database.url,
      natsUrl: nats.url,
      gatewayUrl,
      sandboxUrl: `http://127.0.0.1:${context.sandboxPort}`,
      service: (name) => instances(name)[0]!,
      instances,
      stopService: (name) => stopServices([name]),
      startService: async (name, changed) => void (await startServices([name], changed)),
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

async function startDatabase(
  supervisor: Supervisor,
  folder: string,
  { port, password, replicas }: { port: number; password: string; replicas: number },
  print: (line: string) => void,
) {
  const given = process.env.DATABASE_ADMIN_URL;
  if (given) {
    print('Using the PostgreSQL of DATABASE_ADMIN_URL');
    await isReachable(given).catch((error: Error) => {
      throw new Error(`DATABASE_ADMIN_URL names a server that does not let us in: ${error.message}`);
    });
    return {
      url: given,
      restart: () => Promise.reject(new Error('The PostgreSQL of DATABASE_ADMIN_URL is not ours to restart.')),
    };
  }
  print('Starting PostgreSQL');
  const program = await postgresProgram({
    folder: path.join(folder, 'postgres'),
    port,
    password,
    ...(replicas > 1 && { settings: { max_connections: String(CONNECTIONS * (1 + replicas)) } }),
  });
  await supervisor.start(program);
  return {
    url: await createDatabase(adminUrl(port, password)),
    restart: async (shutdownMode: 'fast' | 'immediate') => {
      supervisor.kill('postgres', shutdownMode === 'immediate' ? 'SIGQUIT' : 'SIGINT');
      await supervisor.restarted('postgres');
    },
  };
}

async function startNats(
  supervisor: Supervisor,
  folder: string,
  port: number,
  secrets: Secrets,
  print: (line: string) => void,
) {
  const given = process.env.NATS_URL;
  if (given) {
    print('Using the nats-server of NATS_URL');
    const requireOwnServer = () => Promise.reject(new Error('The nats-server of NATS_URL is not ours to stop.'));
    return {
      url: given,
      of: (service: ServiceName) => givenNats(given, service),
      stop: requireOwnServer,
      start: requireOwnServer,
      wipe: requireOwnServer,
    };
  }
  print('Starting nats-server');
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

/** A server that is not ours: all services use its address, unless a service has its own password. */
function givenNats(url: string, service: ServiceName): Record<string, string> {
  const password = process.env[`NATS_PASSWORD_${service.toUpperCase()}`];
  return { NATS_URL: url, ...(password && { NATS_USER: service, NATS_PASSWORD: password }) };
}

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { backendNames, type ServiceName, serviceNames, urlVariable } from '@sprayhunt/contracts/services';
import { freePorts } from '@sprayhunt/service-kit/local';
import { eventually, testDatabaseName, testNats, withServer } from '@sprayhunt/service-kit/testing';

const run = promisify(execFile);
const OWNER = 10_001;
/** As a cluster runs them: nothing is written but to /tmp and to volumes, and no right is left. */
const CLOSED = [
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'all',
  '--security-opt',
  'no-new-privileges',
  '--network',
  'host',
  '--ulimit',
  'nofile=16384:16384',
  '--ulimit',
  'nproc=4096:4096',
  '--label',
  'sprayhunt.test=images',
];
/** Health checks are run by `healthy`, because podman has systemd do it, which is not everywhere. */
const env = { ...process.env, DISABLE_HC_SYSTEMD: 'true' };
const podman = async (...args: string[]) =>
  (
    await run('podman', ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...args], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    })
  ).stdout.trim();

/** The product as containers, on a database and a stream of its own of the test servers. */
export class Containers {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-images-'));
  private readonly database = testDatabaseName('images');
  private readonly started = new Map<ServiceName, string>();
  private ports!: Record<ServiceName, [number, number]>;

  get url(): string {
    return `http://localhost:${this.ports.gateway[0]}`;
  }

  async prepare(): Promise<void> {
    const free = await freePorts(2 * serviceNames.length);
    this.ports = Object.fromEntries(
      serviceNames.map((name) => [name, [free.pop()!, free.pop()!]]),
    ) as typeof this.ports;
    await withServer((server) => server.query(`CREATE DATABASE ${this.database} TEMPLATE template0`));
    for (const each of ['secrets', 'objects']) mkdirSync(path.join(this.folder, each));
    await run('chown', ['-R', String(OWNER), this.folder]);
    await this.operations('secrets', '/secrets', '--database', this.address());
  }

  /** A command of the image `operations`. */
  async operations(...command: string[]): Promise<string> {
    const admin = new URL(process.env['TEST_DATABASE_ADMIN_URL']!);
    admin.pathname = `/${this.database}`;
    const passwords = serviceNames.flatMap((name) => file(`DATABASE_PASSWORD_${name.toUpperCase()}`));
    return podman(
      'run',
      '--rm',
      ...CLOSED,
      '--volume',
      `${this.folder}/secrets:/secrets`,
      '--env',
      `DATABASE_ADMIN_URL=${admin.href}`,
      ...passwords,
      'localhost/sprayhunt/operations',
      ...command,
    );
  }

  async start(name: ServiceName): Promise<void> {
    const volumes = [
      '--volume',
      `${this.folder}/secrets:/secrets:ro`,
      ...(name === 'media' ? ['--volume', `${this.folder}/objects:/objects`] : []),
    ];
    this.started.set(
      name,
      await podman('run', '--detach', ...CLOSED, ...volumes, ...this.environment(name), `localhost/sprayhunt/${name}`),
    );
  }

  /** Returns when the container's own health check says so. */
  async healthy(name: ServiceName): Promise<void> {
    const id = this.started.get(name)!;
    await eventually(() => podman('healthcheck', 'run', id), { timeout: 60_000, interval: 500 }).catch(
      async (error: Error) => {
        throw new Error(`${name} is not healthy: ${error.message}\n${await this.log(name)}`);
      },
    );
  }

  log = (name: ServiceName): Promise<string> =>
    run('podman', ['logs', this.started.get(name)!]).then(({ stdout, stderr }) => stdout + stderr);

  inspect = async (
    name: ServiceName,
  ): Promise<{ Config: { User: string; StopSignal: string; Labels: Record<string, string> } }> =>
    (JSON.parse(await podman('inspect', this.started.get(name)!)) as [never])[0];

  /** @returns the exit code after SIGTERM */
  async stop(name: ServiceName): Promise<number> {
    await podman('stop', '--time', '20', this.started.get(name)!);
    return Number(await podman('inspect', '--format', '{{.State.ExitCode}}', this.started.get(name)!));
  }

  async remove(): Promise<void> {
    for (const id of this.started.values()) await podman('rm', '--force', '--time', '1', id);
    await withServer((server) => server.query(`DROP DATABASE IF EXISTS ${this.database} WITH (FORCE)`));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private address(): string {
    const { host } = new URL(process.env['TEST_DATABASE_ADMIN_URL']!);
    return `${host}/${this.database}`;
  }

  private environment(name: ServiceName): string[] {
    const [port, metrics] = this.ports[name];
    const values: Record<string, string> = {
      MODE: 'local',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metrics),
      PUBLIC_URL: this.url,
      NATS_URL: testNats(name),
      STREAM: this.database,
      ...(name === 'media' && { STORE_FOLDER: '/objects' }),
      // These tests have no payments; the sandbox is not started.
      ...(name === 'commerce' && { STRIPE_SANDBOX_URL: 'http://127.0.0.1:12111' }),
      ...(name === 'gateway' &&
        Object.fromEntries(backendNames.map((each) => [urlVariable(each), `http://127.0.0.1:${this.ports[each][0]}`]))),
    };
    const secrets = [...file('DATABASE_URL', `database_url_${name}`), ...SECRETS.flatMap((each) => file(each))];
    return [...Object.entries(values).flatMap(([key, value]) => ['--env', `${key}=${value}`]), ...secrets];
  }
}

/** Given as files; a program reads those that are its own. */
const SECRETS = [
  'CODE_SECRET',
  'OIDC_SIGNING_KEY',
  'OIDC_COOKIE_KEY',
  'OIDC_CLIENT_SECRET',
  'PUSH_PRIVATE_KEY',
  'SUSPENSION_SECRET',
  'UPLOAD_SECRET',
  'TRIAL_SECRET',
  'STRIPE_WEBHOOK_SECRET',
  'IDENTITY_PRIVATE_KEY',
  'IDENTITY_PUBLIC_KEY',
];

const file = (variable: string, name = variable.toLowerCase()): string[] => [
  '--env',
  `${variable}_FILE=/secrets/${name}`,
];

// docs/operations/install.md, command by command, into clean folders: the result is a product in production mode.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { serviceNames } from '@sprayhunt/contracts';
import { natsServer, startTestServers } from '@sprayhunt/local/testing';
import { freePorts, reservePort } from '@sprayhunt/service-kit/local';
import { eventually } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandsOf, pageOf, root } from './documented-commands.js';

const ORIGIN = 'https://play.example.com';
const PHONE = '+15145550100';

const folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-install-'));
const [SETTINGS, DATA] = [path.join(folder, 'etc'), path.join(folder, 'var')];
const running: ChildProcess[] = [];
let stopServers: () => Promise<void>;

/** SMS that the provider received. */
const texts: { to: string; text: string }[] = [];
const provider = createServer((request, response) => {
  let body = '';
  request
    .on('data', (chunk) => (body += String(chunk)))
    .on('end', () => {
      texts.push(JSON.parse(body) as (typeof texts)[number]);
      response.end('{}');
    });
});

beforeAll(async () => {
  stopServers = await startTestServers();
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
}, 120_000);
afterAll(async () => {
  await Promise.all(running.map((program) => ended(program)));
  provider.close();
  await stopServers();
  rmSync(folder, { recursive: true, force: true });
});

it('an operator who follows the page has the product running', async () => {
  const admin = new URL(process.env.TEST_DATABASE_ADMIN_URL!);
  const server = new pg.Client({ connectionString: admin.href });
  await server.connect();
  await server.query('CREATE DATABASE sprayhunt');
  await server.end();
  const [natsPort] = await freePorts(1);
  const port = await firstOfSix();
  const variables = {
    SETTINGS,
    DATA,
    DATABASE_ADMIN_URL: Object.assign(admin, { pathname: '/sprayhunt' }).href,
    DATABASE: `${admin.host}/sprayhunt`,
    NATS: `127.0.0.1:${natsPort}`,
    PUBLIC_URL: ORIGIN,
  };
  const sh = async (commands: string) =>
    (
      await promisify(execFile)('sh', ['-euc', commands], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: folder, ...variables },
      })
    ).stdout;

  // The build was made before the tests.
  const [, secrets, nats, database, settings] = commandsOf('install.md', 'A plain machine') as [
    string,
    string,
    string,
    string,
    string,
  ];
  await sh(secrets);
  for (const [name, value] of [
    ['smtp_url', 'smtps://user:secret@mail.example.com'],
    ['sms_http_token', 'token'],
    ['stripe_secret_key', 'sk_live_1'],
    ['stripe_publishable_key', 'pk_live_1'],
  ] as const)
    writeFileSync(path.join(SETTINGS, 'secrets', name), value);
  await sh(nats);
  start('nats-server', await natsServer(), ['-c', `${SETTINGS}/nats.conf`], {});
  expect((await sh(database)).trim().split('\n').slice(-serviceNames.length)).toEqual(
    serviceNames.map((name) => `${name}: up to date`),
  );
  await sh(settings.replace('port=8080', `port=${port}`));
  const users = path.join(SETTINGS, 'users.env');
  writeFileSync(
    users,
    readFileSync(users, 'utf8').replace(
      'https://sms.example.com/send',
      `http://127.0.0.1:${(provider.address() as AddressInfo).port}/send`,
    ),
  );

  const unit = /^ExecStart=(.*)$/m.exec(pageOf('install.md'))![1]!;
  for (const name of serviceNames) {
    const [command, ...args] = unit.replaceAll('%i', name).split(' ') as [string, ...string[]];
    start(name, command, args, { ...pathOf('common.env'), ...pathOf(`${name}.env`) });
  }
  const gateway = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${gateway}/readyz`)).status).toBe(200), {
    timeout: 90_000,
    interval: 500,
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${logs()}`);
  });
  await signUp(gateway);
}, 240_000);

/** As the proxy passes it on: a player signs up, gets a code by SMS and is in. */
async function signUp(gateway: string): Promise<void> {
  const cookies = new Map<string, string>();
  const send = async (method: string, to: string, body?: object) => {
    const headers = {
      origin: ORIGIN,
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      ...(body && { 'content-type': 'application/json' }),
    };
    const response = await fetch(gateway + to, {
      method,
      headers,
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) cookies.set(line.split('=', 1)[0]!, /=([^;]*)/.exec(line)![1]!);
    return response;
  };
  expect((await send('GET', '/')).status).toBe(200);
  const form = {
    firstName: 'Zoe',
    lastName: 'Z',
    email: 'zoe@example.org',
    phone: PHONE,
    city: 'Montréal',
    country: 'Canada',
    username: 'zoe',
    dateOfBirth: '1990-02-03',
    experience: 'beginner',
    referralSource: 'friend',
  };
  // The gateway may be ready a moment before a service, for which it returns 503.
  await eventually(
    async () => {
      const signedUp = await send('POST', '/api/sms-signup', form);
      expect([signedUp.status, await signedUp.text()]).toEqual([201, expect.anything()]);
    },
    { timeout: 30_000, interval: 500 },
  );
  const code = await eventually(() => /\b\d{6}\b/.exec(texts.find(({ to }) => to === PHONE)!.text)![0], {
    timeout: 20_000,
  });
  expect((await send('POST', '/api/verify-contact', { code })).status).toBe(204);
  expect(await (await send('GET', '/api/auth/user')).json()).toMatchObject({ username: 'zoe' });
  expect((await send('POST', '/api/discoveries', { title: 'A wall', latitude: 45.5, longitude: -73.6 })).status).toBe(
    201,
  );
}

function start(name: string, command: string, args: string[], env: Record<string, string>): void {
  const log = openSync(logOf(name), 'a');
  running.push(
    spawn(command, args, { cwd: root, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', log, log] }),
  );
  closeSync(log);
}

const logOf = (name: string) => path.join(folder, `${name}.log`);

/** The ends of the logs, for a failure. */
const logs = () =>
  serviceNames.map((name) => readFileSync(logOf(name), 'utf8').trim().split('\n').slice(-3).join('\n')).join('\n');

function ended(program: ChildProcess): Promise<void> {
  const end = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  return program.exitCode === null && program.kill('SIGTERM') ? end : Promise.resolve();
}

/** As systemd reads a file of variables. */
const pathOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(path.join(SETTINGS, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** The first of as many free ports in a row as there are programs, with room for their metrics. */
async function firstOfSix(): Promise<number> {
  for (;;) {
    const [first] = (await freePorts(1)) as [number];
    const wanted = serviceNames
      .flatMap((_, index) => [first + index, first + index + 1_000])
      .filter((port) => port < 65_536);
    if (
      wanted.length === 2 * serviceNames.length &&
      (await Promise.all(wanted.filter((port) => port !== first).map(reservePort))).every(Boolean)
    )
      return first;
  }
}

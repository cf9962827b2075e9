import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { discoveryCreated } from '@sprayhunt/contracts';
import { natsUsers } from '@sprayhunt/contracts/nats-users';
import { liveEvents } from '@sprayhunt/service-kit';
import { eventually, freePorts } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { natsProgram } from './nats.js';

const components = fileURLToPath(new URL('../../../k8s/components/', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-cluster-'));
const servers: { port: number; stop(): Promise<unknown> }[] = [];

/** Three servers with the cluster's own configuration; only ports and folders are this machine's. */
beforeAll(async () => {
  const ports = await freePorts(9);
  const { command } = await natsProgram({ folder, port: 1, stream: 'sprayhunt', passwordOf: () => 'test' });
  const routes = [0, 1, 2].map((index) => `nats://route:p-route@127.0.0.1:${ports[3 + index]}`);
  for (const index of [0, 1, 2]) {
    const own = path.join(folder, `nats-${index}`);
    mkdirSync(own);
    for (const file of ['nats/nats.conf', 'nats/authorization.conf', 'nats-cluster/cluster.conf']) {
      const text = readFileSync(components + file, 'utf8')
        .replace(':4222', `:${ports[index]}`)
        .replace(':6222', `:${ports[3 + index]}`)
        .replace(':8222', `:${ports[6 + index]}`)
        .replace('/data', `${own}/data`)
        .replace('/run/nats', own);
      writeFileSync(path.join(own, path.basename(file)), text.replaceAll('0.0.0.0', '127.0.0.1'));
    }
    const users = [...natsUsers('sprayhunt').map(({ user }) => user), 'operator'];
    const child = spawn(command, ['--config', path.join(own, 'nats.conf')], {
      stdio: 'ignore',
      env: {
        POD_NAME: `nats-${index}`,
        NATS_ROUTE_PASSWORD: 'p-route',
        ...Object.fromEntries(routes.map((route, at) => [`NATS_ROUTE_${at}`, route])),
        ...Object.fromEntries(users.map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, `p-${user}`])),
      },
    });
    const ended = once(child, 'exit');
    servers.push({ port: ports[index]!, stop: () => (child.kill('SIGKILL'), ended) });
  }
});
afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()));
  rmSync(folder, { recursive: true, force: true });
});

it('three servers of the cluster’s configuration hold the stream that a service creates, and go on without one of them', async () => {
  const url = servers.map(({ port }) => `nats://127.0.0.1:${port}`).join(',');
  // A service that listens creates the stream, with its own rights.
  const end = liveEvents(
    {
      url,
      user: 'gateway',
      password: 'p-gateway',
      stream: 'sprayhunt',
      replicas: 3,
      service: 'gateway',
      name: 'gateway',
    },
    [discoveryCreated],
    () => undefined,
  );
  const operator = await eventually(() => connect({ servers: url.split(','), user: 'operator', pass: 'p-operator' }));
  // Until the servers have found each other there is no JetStream to ask.
  const manager = await eventually(() => jetstreamManager(operator), { timeout: 40_000 });
  const info = () => manager.streams.info('sprayhunt');
  await eventually(
    async () => expect((await info()).cluster!.replicas!.filter(({ current }) => current)).toHaveLength(2),
    { timeout: 40_000 },
  );
  expect((await info()).config.num_replicas).toBe(3);
  await servers[0]!.stop();
  const publish = () => operator.request('sprayhunt.services.test', 'x', { timeout: 2_000 });
  await eventually(async () => expect((await publish()).json()).toMatchObject({ stream: 'sprayhunt' }), {
    timeout: 30_000,
  });
  await end();
  await operator.close();
}, 120_000);

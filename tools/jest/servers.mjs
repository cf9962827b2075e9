// Jest's global set-up of the database and component tests: a PostgreSQL and a nats-server that they share.
import { build } from '../build.mjs';

export default async function setup() {
  // The servers are started by the launcher's programs, and media makes pictures in child processes: both run from
  // `dist`.
  await build({ folders: ['libs/contracts', 'libs/service-kit', 'tools/local', 'services/media'] });
  const { startTestServers } = await import('../local/dist/testing/servers.js');
  globalThis.stopTestServers = await startTestServers();
}

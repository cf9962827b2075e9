import { runForTests } from '@sprayhunt/service-kit/harness';
import { discoveryConfig } from '../src/config.js';
import { DiscoveryModule } from '../src/discovery.module.js';
import { tables } from '../src/tables.js';

/** The discovery service as a whole, over HTTP, on a database of its own; `env` says more than its own addresses. */
export const runDiscovery = (env: Record<string, string> = {}) =>
  runForTests({
    name: 'discovery',
    config: discoveryConfig,
    module: (config) => DiscoveryModule.forConfig(config),
    tables,
    env: { PUBLIC_URL: 'https://play.example', ...env },
  });

export type RunningDiscovery = Awaited<ReturnType<typeof runDiscovery>>;

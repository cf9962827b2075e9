import type { ServiceName } from '@sprayhunt/contracts/services';
import { nodeFlags } from '@sprayhunt/service-kit/local';
import type { Program } from './supervisor.js';
import { type StackContext, environmentOf, instanceName, urlHost } from './topology.js';

/** Milliseconds that a stopping service gives its running requests: a developer waits for the stop. */
const REQUESTS_WITHIN = 2_000;

/**
 * A service as a process of its own: `node services/<name>/dist.bundle/main.js`.
 * @param index which of its programs, from 0
 */
export function serviceProgram(
  name: ServiceName,
  index: number,
  context: StackContext,
  env: Record<string, string>,
): Program {
  const all: Record<string, string> = {
    STOP_WITHIN_MS: String(REQUESTS_WITHIN),
    ...inherited(),
    ...environmentOf(name, context, index),
    ...env,
  };
  const url = `http://${urlHost(all['HOST']!)}:${all['PORT']}/readyz`;
  return {
    name: instanceName(name, index),
    command: process.execPath,
    args: [...nodeFlags(name), `services/${name}/dist.bundle/main.js`],
    cwd: context.programs,
    env: all,
    ready: async () => (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok,
    readyWithin: 60_000,
    stopSignal: 'SIGTERM',
    stopWithin: Number(all['DRAIN_DELAY_MS'] ?? 0) + Number(all['STOP_WITHIN_MS']) + 1_000,
  };
}

/** The environment of a service's one-off command, such as an import. */
export function commandEnvironment(
  name: ServiceName,
  context: StackContext,
  env: Record<string, string>,
): NodeJS.ProcessEnv {
  return { ...inherited(), ...environmentOf(name, context), ...env };
}

/** The caller's environment, for operators' settings (keys, tile addresses), without variables of npm. */
function inherited(): Record<string, string> {
  const foreign =
    /^(npm_|JEST_|VITE_|NODE_OPTIONS$|NODE_V8_COVERAGE$|TEST$|TEST_|PLAYWRIGHT|PW_|DEV$|PROD$|SSR$|BASE_URL$|DATABASE_ADMIN_URL$|DATABASE_DIRECT_URL$|NATS_PASSWORD_)/;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => !foreign.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}

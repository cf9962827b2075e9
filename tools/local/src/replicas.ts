import { type ServiceName, serviceNames } from '@sprayhunt/contracts/services';
import { Balancer } from './balancer.js';
import { serviceProgram } from './service-program.js';
import type { Program } from './supervisor.js';
import type { StackContext } from './topology.js';

/** The programs of each service: the first is named like the service, the others `users-2` and so on. */
export function programsOf(context: StackContext, env: Record<string, string>): Record<ServiceName, Program[]> {
  return Object.fromEntries(
    serviceNames.map((name) => [
      name,
      context.ports[name].instances.map((_, index) => serviceProgram(name, index, context, env)),
    ]),
  ) as Record<ServiceName, Program[]>;
}

/**
 * With several programs of each service, listens at the services' addresses and passes connections on to them.
 * @returns stops listening
 */
export async function balance(
  programs: Record<ServiceName, Program[]>,
  { ports, publicHost }: StackContext,
): Promise<() => void> {
  const several = serviceNames.filter((name) => programs[name].length > 1);
  const balancers = await Promise.all(
    several.map(async (name) => {
      const balancer = new Balancer(
        programs[name].map(({ ready }, index) => ({ port: ports[name].instances[index]!.http, ready })),
      );
      await balancer.listen(ports[name].http, name === 'gateway' ? publicHost : '127.0.0.1');
      return balancer;
    }),
  );
  return () => balancers.forEach((balancer) => balancer.close());
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startStack, type Stack } from '@sprayhunt/local';
import { programsOf } from './cpu.js';
import { compare, cpuRatio, table, type Contender } from './compare.js';
import { get } from './nearby.js';
import { places, seed, WORKS } from './seed.js';

export interface TracingFigures {
  /**
   * CPU time by request of a nearby list whose traces are recorded as by default, one in ten, in relation to one
   * without tracing.
   */
  tracedNearbyCpuRatio: number;
}

const ROUNDS = 35;

/** Two products side by side with the same works, one of which sends its spans to a collector that drops them. */
export async function benchTracing(
  stack: Stack,
  print: (line: string) => void,
  env: Record<string, string>,
): Promise<TracingFigures> {
  const collector = createServer((request, response) => void request.resume().on('end', () => response.end()));
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const traced = await startStack({
    env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: address },
    catalogues: false,
    print,
  });
  try {
    print(`Putting ${WORKS} works on the map of the traced product`);
    await seed(traced.adminUrl);
    const requests = places(400);
    const contender = (name: string, of: Stack): Contender => ({
      name,
      url: of.gatewayUrl,
      requests: requests.map((place) => get('/api/discoveries/nearby', place)),
      programs: programsOf(of, ['gateway', 'discovery']),
    });
    const figures = await compare([contender('plain', stack), contender('traced', traced)], print, ROUNDS);
    console.table(table(figures));
    return { tracedNearbyCpuRatio: cpuRatio(figures.get('traced')!, figures.get('plain')!) };
  } finally {
    await traced.stop();
    collector.close();
    collector.closeAllConnections();
  }
}

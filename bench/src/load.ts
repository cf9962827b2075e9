import autocannon from 'autocannon';

/** Something that answers requests, under the name that the table shows. */
export interface Contender {
  name: string;
  url: string;
  requests: autocannon.Request[];
}

const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 3;

/**
 * Requests a second of each contender: one after the other in every round, so that what else the
 * machine does hits them alike; the median of the rounds.
 * @throws where anything but a 2xx is answered
 */
export async function compare(contenders: Contender[], say: (line: string) => void): Promise<Map<string, number>> {
  const figures = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (const contender of contenders) await load(contender, WARM_UP_SECONDS);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const contender of contenders) figures.get(contender.name)!.push(await load(contender, SECONDS));
    say(`  round ${round} of ${ROUNDS}: ${[...figures].map(([name, all]) => `${name} ${Math.round(all.at(-1)!)}/s`).join(', ')}`);
  }
  return new Map([...figures].map(([name, all]) => [name, median(all)]));
}

async function load({ name, url, requests }: Contender, seconds: number): Promise<number> {
  const result = await autocannon({ url, requests, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return result['2xx'] / result.duration;
}

export const median = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

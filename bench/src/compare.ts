import autocannon from 'autocannon';
import { measureCpu, totalOf, type CpuMicros, type Programs } from './cpu.js';

/** A server, with its name in the table. */
export interface Contender {
  name: string;
  url: string;
  requests: autocannon.Request[];
  /** The programs that produce its responses. */
  programs: Programs;
  /** Share of the usual number of requests per round, for slow contenders; 1 by default. */
  share?: number;
}

/** Results of a contender by round. */
export interface Rounds {
  perSecond: number[];
  /** By request. */
  micros: CpuMicros[];
}

const CONNECTIONS = 16;
const ROUNDS = 9;
/** In requests, not in seconds, so that code is compiled equally on a busy and on a quiet machine. */
const REQUESTS = 1_500;
const WARM_UP_REQUESTS = 6_000;
const SAMPLE_MS = 100;

/**
 * Runs the contenders one after the other in every round, so that other load of the machine affects them alike.
 * @param rounds use more for differences of a few percent: rounds of one contender differ by 5 %
 * @throws where anything but a 2xx is returned
 */
export async function compare(
  contenders: Contender[],
  print: (line: string) => void,
  rounds = ROUNDS,
): Promise<Map<string, Rounds>> {
  const figures = new Map<string, Rounds>(contenders.map(({ name }) => [name, { perSecond: [], micros: [] }]));
  for (const contender of contenders) await load(contender, WARM_UP_REQUESTS);
  for (let round = 1; round <= rounds; round++) {
    for (const contender of contenders) {
      const { result, micros } = await measureCpu(
        contender.programs,
        () => load(contender, REQUESTS),
        ({ requests }) => requests,
      );
      const { perSecond, micros: all } = figures.get(contender.name)!;
      perSecond.push(result.perSecond);
      all.push(micros);
    }
    const lasts = [...figures].map(
      ([name, { perSecond, micros }]) =>
        `${name} ${Math.round(perSecond.at(-1)!)}/s ${Math.round(totalOf(micros.at(-1)!))} µs`,
    );
    print(`  round ${round} of ${rounds}: ${lasts.join(', ')}`);
  }
  return figures;
}

async function load(
  { name, url, requests, share = 1 }: Contender,
  amount: number,
): Promise<{ perSecond: number; requests: number }> {
  const startedAt = performance.now();
  let ended = startedAt;
  // The tool notices the end at its next sample only.
  const setupClient = (client: autocannon.Client) => client.on('response', () => (ended = performance.now()));
  const result = await autocannon({
    url,
    requests,
    setupClient,
    connections: CONNECTIONS,
    amount: Math.round(amount * share),
    sampleInt: SAMPLE_MS,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} responses were not 2xx, ${result.errors} failed`);
  return { perSecond: (result['2xx'] * 1_000) / (ended - startedAt), requests: result['2xx'] };
}

/** Requests a second of one contender in relation to another's: the median of the rounds. */
export const rateRatio = (ours: Rounds, theirs: Rounds): number => medianRatio(ours.perSecond, theirs.perSecond);

/** CPU time by request of one contender in relation to another's: the median of the rounds. */
export const cpuRatio = (ours: Rounds, theirs: Rounds): number =>
  medianRatio(ours.micros.map(totalOf), theirs.micros.map(totalOf));

/** The median of the rounds' ratios. */
export const medianRatio = (ours: number[], theirs: number[]): number =>
  Math.round(median(ours.map((one, round) => one / theirs[round]!)) * 1_000) / 1_000;

/**
 * A row for each contender: its rate, and the microseconds of each program by request, as medians with the lowest and
 * the highest round.
 */
export function table(figures: Map<string, Rounds>): Record<string, Record<string, string>> {
  return Object.fromEntries(
    [...figures].map(([name, { perSecond, micros }]) => {
      const programs = Object.keys(micros[0]!).map((program) => [
        `${program} µs`,
        String(Math.round(median(micros.map((round) => round[program]!)))),
      ]);
      return [
        name,
        { 'requests/s': spread(perSecond), 'CPU µs': spread(micros.map(totalOf)), ...Object.fromEntries(programs) },
      ];
    }),
  );
}

/** The median, with the lowest and the highest. */
export const spread = (all: number[]): string =>
  `${Math.round(median(all))} (${Math.round(Math.min(...all))}–${Math.round(Math.max(...all))})`;

export const median = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

/** `npm run load`: players at a fixed rate, however fast the product responds (docs/operations/sizing.md). */
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startStack, type Stack } from '@sprayhunt/local';
import pg from 'pg';
import { proportionalBytes } from '../cpu.js';
import type { Place } from '@sprayhunt/service-kit';
import { cameraPhoto } from '../camera-photo.js';
import { city, seed } from '../seed.js';
import { measureEach } from './each.js';
import { parseMix, USUAL_MIX } from './mix.js';
import { cookiesOf, signUp } from './players.js';
import { probeOf, usedBetween, type Probe, type Usage } from './probes.js';
import { print, printCosts, writeReport } from './report.js';
import { run } from './run.js';
import { sizingPage } from './sizing-page.js';
import { call, connections, type Target } from './target.js';

const HELP = `npm run load -- [options]        players at a fixed rate, in a product of its own or at --url
npm run load -- --each           what one action of each kind costs, in a product of its own
npm run load -- sizing           the tables of docs/operations/sizing.md

--rate N        actions a second (20)         --seconds N     how long (60)
--players N     signed-in players (50)        --live N        live connections (400)
--mix LIST      shares, as move=40,create=1   --works N       works on the map of the own product (100000)
--in-flight N   actions at a time (500)       --report FILE   JSON (bench/results/load.json)
--url ADDRESS   a running product             --around LAT,LNG  where its works are
--cookies FILE  sessions of its players, a Cookie header a line; without it, players sign up by the local inbox`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    players: { type: 'string', default: '50' },
    live: { type: 'string', default: '400' },
    mix: { type: 'string' },
    works: { type: 'string', default: '100000' },
    'in-flight': { type: 'string', default: '500' },
    report: { type: 'string', default: 'bench/results/load.json' },
    url: { type: 'string' },
    around: { type: 'string', default: '45.52,-73.58' },
    cookies: { type: 'string' },
    each: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Raises the limits: a load has many calls from one address, works of one player and connections of one session. */
const UNLIMITED = {
  RATE_READS: '1000000000/10',
  RATE_WRITES: '1000000000/10',
  RATE_SENSITIVE: '1000000000/10',
  DISCOVERIES_PER_MINUTE: '1000000000',
  DISCOVERIES_PER_DAY: '1000000000',
  LIVE_CONNECTIONS: '1000',
  LOG_LEVEL: 'warn',
};
/** By which the generator may be behind its schedule. */
const MAX_LATENESS_MS = 1_000;
const CITIES = 200;
/** Until the events of sign-ups are applied, and Postgres has added up its counters. */
const SETTLE_PAUSE_MS = 5_000;

const printLine = (line: string) => console.log(line);

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  if (values.help) printLine(HELP);
  else if (positionals[0] === 'sizing') printLine(sizingPage());
  else if (positionals.length > 0) throw new Error(`There is no "${positionals[0]}".\n${HELP}`);
  else if (values.url) await loadOn(values.url);
  else await loadOwn();
}

async function loadOn(address: string): Promise<void> {
  if (values.each) throw new Error('--each measures the programs of a product on this machine: leave --url out');
  const { origin } = new URL(address);
  const players = values.cookies
    ? cookiesOf(values.cookies)
    : await signUp({ gatewayUrl: origin, url: origin }, number('players'));
  await load({ address: origin, origin, players, cities: [placeOf(values.around)], works: [] });
}

async function loadOwn(): Promise<void> {
  const stack = await startStack({ env: UNLIMITED, catalogues: false, print: printLine });
  const pool = new pg.Pool({ connectionString: stack.adminUrl, max: 1 });
  try {
    printLine(`Putting ${values.works} works on the map, and signing up ${values.players} players`);
    await seed(stack.adminUrl, number('works'));
    const probe = probeOf(stack, pool);
    const before = await probe();
    const players = await signUp(stack, number('players'));
    await sleep(SETTLE_PAUSE_MS);
    const signedUp = usedBetween(before, await probe(), players.length);
    printLine(
      `A sign-up: ${Math.round(1_000 * Object.values(signedUp.cpu).reduce((sum, one) => sum + one, 0))} ms of ` +
        `CPU, ${Math.round(signedUp.stored)} bytes of tables`,
    );
    await load(
      {
        address: stack.gatewayUrl,
        origin: stack.url,
        players,
        cities: Array.from({ length: CITIES }, (_, n) => city(n)),
        works: [],
      },
      { stack, probe, signedUp },
    );
  } finally {
    await pool.end();
    await stack.stop();
  }
}

async function load(given: Target, own?: { stack: Stack; probe: Probe; signedUp: Usage }): Promise<void> {
  const target = { ...given, works: await worksAround(given) };
  const load = {
    target,
    photo: await cameraPhoto(),
    seconds: number('seconds'),
    inFlight: number('in-flight'),
    timeoutMs: MAX_LATENESS_MS,
  };
  const probe = own?.probe;
  const gatewayMemory = own && (() => proportionalBytes(own.stack.service('gateway').pid()!));
  const machine = `${availableParallelism()} x ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  if (values.each) {
    const costs = await measureEach(load, probe!, printLine);
    for (const figures of Object.values(costs.runs)) print({ kinds: figures.kinds });
    printCosts(costs);
    printLine(`Written to ${writeReport(values.report, { signedUp: own?.signedUp, ...costs, machine })}`);
    return;
  }
  const options = { rate: number('rate'), mix: values.mix ? parseMix(values.mix) : USUAL_MIX, live: number('live') };
  printLine(`${options.rate} actions a second for ${load.seconds} s, ${options.live} live connections`);
  const figures = await run({ ...load, ...options, probe, gatewayMemory });
  print(figures);
  printLine(`Written to ${writeReport(values.report, { signedUp: own?.signedUp, ...options, ...figures, machine })}`);
  if (figures.overloaded) process.exitCode = 1;
}

/** Works to read and to like. */
async function worksAround({ address, cities }: Target): Promise<string[]> {
  const agent = connections(4);
  const ids: string[] = [];
  for (const { latitude, longitude } of cities.slice(0, 40)) {
    const { outcome, text } = await call(
      agent,
      `${address}/api/discoveries/nearby?latitude=${latitude}&longitude=${longitude}&radius=5000`,
    );
    if (outcome !== null) throw new Error(`The request for works around ${latitude},${longitude} failed: ${outcome}`);
    ids.push(...(JSON.parse(text) as { id: string }[]).map(({ id }) => id));
  }
  await agent.destroy();
  if (ids.length === 0) throw new Error('There are no works around this place; name another one by --around LAT,LNG');
  return ids;
}

function number(name: 'rate' | 'seconds' | 'players' | 'live' | 'works' | 'in-flight'): number {
  const value = Number(values[name]);
  if (!(value >= 0) || (value === 0 && name !== 'live'))
    throw new Error(`--${name} is a number above 0, not "${values[name]}"`);
  return value;
}

function placeOf(text: string): Place {
  const [latitude = NaN, longitude = NaN] = text.split(',').map(Number);
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) throw new Error(`--around is LAT,LNG, not "${text}"`);
  return { latitude, longitude };
}

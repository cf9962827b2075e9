import { ASSUMPTIONS, COSTS } from './figures.js';
import { KINDS } from './mix.js';
import { sizing, type Sizing } from './sizing.js';

const PLAYERS = [10_000, 1_000_000, 100_000_000];

/** The tables of docs/operations/sizing.md, as Markdown. */
export function sizingPage(): string {
  return [costTable(), capacityTable(), playersTable()].join('\n\n');
}

const programs = Object.keys(COSTS.each.read.cpu);

function costTable(): string {
  const rows = KINDS.map((kind) => {
    const { cpu, wal, commits, events, inbox, stored, kept } = COSTS.each[kind];
    return [
      kind,
      ...programs.map((program) => figure(cpu[program]!)),
      figure(wal / 1_000),
      figure(commits),
      figure(events),
      figure(inbox),
      figure(stored),
      figure(kept),
    ];
  });
  return table(
    [
      'one action',
      ...programs.map((program) => `${program} ms`),
      'WAL kB',
      'transactions',
      'events',
      'inbox rows',
      'permanent bytes',
      'bytes for weeks',
    ],
    rows,
  );
}

/** Where a program takes no part in an action, its core sets no limit. */
function capacityTable(): string {
  const rows = programs
    .filter((program) => program !== 'nats')
    .map((program) => [
      program,
      ...KINDS.map((kind) => {
        const milliseconds = COSTS.each[kind].cpu[program]!;
        return milliseconds < 0.05 ? '–' : whole(1_000 / milliseconds);
      }),
    ]);
  return table(['one core of', ...KINDS.map((kind) => `${kind}/s`)], rows);
}

function playersTable(): string {
  const all = PLAYERS.map((players) => sizing(players, ASSUMPTIONS, COSTS));
  const row = (name: string, of: (one: Sizing) => string): string[] => [name, ...all.map(of)];
  return table(
    ['players', ...PLAYERS.map(whole)],
    [
      ...KINDS.map((kind) => row(`${kind}/s at the peak`, ({ actions }) => figure(actions[kind]))),
      ...programs.map((program) => row(`cores of ${program}`, ({ cores }) => figure(cores[program]!))),
      row('transactions/s', ({ commits }) => figure(commits)),
      row('WAL MB/s', ({ wal }) => figure(wal / 1e6)),
      row('events/s at the peak', ({ events }) => figure(events)),
      row('events a day', ({ eventsADay }) => whole(eventsADay)),
      row('NATS GB: 7 days, 3 copies', ({ stream }) => figure(stream / 1e9)),
      row('sent events GB: 30 days', ({ sentEvents }) => figure(sentEvents / 1e9)),
      row('inboxes GB: 45 days', ({ inbox }) => figure(inbox / 1e9)),
      row('tables GB after a year', ({ tablesAfterAYear }) => figure(tablesAfterAYear / 1e9)),
      row('object store TB after a year', ({ storeAfterAYear }) => figure(storeAfterAYear / 1e12)),
      row('live connections', ({ liveConnections }) => whole(liveConnections)),
      row('their memory GB', ({ connectionMemory }) => figure(connectionMemory / 1e9)),
    ],
  );
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Three digits at most. */
const figure = (value: number): string =>
  value >= 100 ? whole(value) : String(Number(value.toPrecision(value >= 1 ? 3 : 2)));
const whole = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', '\u202f');

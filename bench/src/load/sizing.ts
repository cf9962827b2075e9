import type { Kind } from './mix.js';

/** What one action costs, as `npm run load -- --each` measures it. */
export interface ActionCost {
  /** Milliseconds of CPU by program. */
  cpu: Record<string, number>;
  /** Bytes of write-ahead log. */
  wal: number;
  commits: number;
  events: number;
  inbox: number;
  /** Bytes of tables and indexes: for good, and for weeks. */
  stored: number;
  kept: number;
}

export interface Costs {
  each: Record<Kind, ActionCost>;
  /** Bytes of tables and indexes for an account, before it does anything. */
  account: number;
  /** Bytes of a picture in the object store, all sizes. */
  picture: number;
  /** Bytes of an event as a message, of a sent event in its table with indexes, and of a row of the inbox. */
  message: number;
  sentEvent: number;
  inboxRow: number;
  /** Bytes of memory of a gateway for a live connection, and its milliseconds of CPU for writing to one. */
  connection: number;
  delivery: number;
}

export interface Assumptions {
  /** Part of the players who come on a day. */
  daily: number;
  /** What one of them does on that day. */
  actions: Record<Kind, number>;
  /** Part of a day's actions in its busiest hour, and the peak within that hour as a multiple of its mean. */
  busiestHour: number;
  burst: number;
  /** Minutes on a day for which the page is open, each with a live connection. */
  minutes: number;
  /** Listeners around a new work. */
  listeners: number;
  /** Part of a core that is used at the peak; the rest is for failures and uneven load. */
  utilisation: number;
}

/** Days for which sent events, the inbox and messages of the stream are kept. */
const RETENTION_DAYS = { sentEvents: 30, inbox: 45, stream: 7 };
const STREAM_REPLICAS = 3;
const YEAR = 365;
/** Each live connection is written to as often, so that proxies keep it open. */
const HEARTBEAT_SECONDS = 15;

export interface Sizing {
  /** At the peak, by second. */
  actions: Record<Kind, number>;
  /** Cores by program at the peak, with what is left free. */
  cores: Record<string, number>;
  wal: number;
  commits: number;
  events: number;
  liveConnections: number;
  /** Bytes. */
  connectionMemory: number;
  eventsADay: number;
  stream: number;
  sentEvents: number;
  inbox: number;
  tablesAfterAYear: number;
  storeAfterAYear: number;
}

/** The resources that a number of players needs. All rates are peak rates, all sizes are in bytes. */
export function sizing(
  players: number,
  { daily, actions, busiestHour, burst, minutes, listeners, utilisation }: Assumptions,
  costs: Costs,
): Sizing {
  const kinds = Object.keys(actions) as Kind[];
  const perDay = (kind: Kind) => players * daily * actions[kind];
  const peak = Object.fromEntries(kinds.map((kind) => [kind, (perDay(kind) * busiestHour * burst) / 3_600])) as Record<
    Kind,
    number
  >;
  const sum = (of: (kind: Kind) => number) => kinds.reduce((total, kind) => total + of(kind), 0);
  const programs = Object.keys(costs.each.read.cpu);
  const liveConnections = (players * daily * minutes * busiestHour * burst) / 60;
  const live = (liveConnections / HEARTBEAT_SECONDS + peak.create * listeners) * costs.delivery;
  const cpu = (program: string) =>
    sum((kind) => peak[kind] * costs.each[kind].cpu[program]!) + (program === 'gateway' ? live : 0);
  const eventsADay = sum((kind) => perDay(kind) * costs.each[kind].events);
  return {
    actions: peak,
    cores: Object.fromEntries(programs.map((program) => [program, cpu(program) / 1_000 / utilisation])),
    wal: sum((kind) => peak[kind] * costs.each[kind].wal),
    commits: sum((kind) => peak[kind] * costs.each[kind].commits),
    events: sum((kind) => peak[kind] * costs.each[kind].events),
    liveConnections,
    connectionMemory: liveConnections * costs.connection,
    eventsADay,
    stream: eventsADay * RETENTION_DAYS.stream * costs.message * STREAM_REPLICAS,
    sentEvents: eventsADay * RETENTION_DAYS.sentEvents * costs.sentEvent,
    inbox: sum((kind) => perDay(kind) * costs.each[kind].inbox) * RETENTION_DAYS.inbox * costs.inboxRow,
    tablesAfterAYear: players * costs.account + YEAR * sum((kind) => perDay(kind) * costs.each[kind].stored),
    storeAfterAYear: YEAR * perDay('upload') * costs.picture,
  };
}

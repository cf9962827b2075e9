import { describe, expect, it } from '@jest/globals';
import { KINDS, type Kind } from './mix.js';
import { costOf, type Usage } from './probes.js';
import { sizing, type ActionCost, type Assumptions, type Costs } from './sizing.js';

const ofEach = <T>(value: T) => Object.fromEntries(KINDS.map((kind) => [kind, value])) as Record<Kind, T>;
const none: ActionCost = {
  cpu: { gateway: 0, postgres: 0 },
  wal: 0,
  commits: 0,
  events: 0,
  inbox: 0,
  stored: 0,
  kept: 0,
};
const costs: Costs = {
  each: {
    ...ofEach(none),
    read: { ...none, cpu: { gateway: 1, postgres: 0.5 } },
    create: { cpu: { gateway: 2, postgres: 3 }, wal: 4_000, commits: 5, events: 2, inbox: 1, stored: 1_000, kept: 100 },
  },
  account: 2_000,
  picture: 300_000,
  message: 500,
  sentEvent: 900,
  inboxRow: 150,
  connection: 20_000,
  delivery: 0.1,
};
const assumptions: Assumptions = {
  daily: 0.5,
  actions: { ...ofEach(0), read: 36, create: 2, upload: 1 },
  busiestHour: 0.1,
  burst: 2,
  minutes: 30,
  listeners: 10,
  utilisation: 0.5,
};

describe('sizing', () => {
  const of = sizing(1_000, assumptions, costs);

  it('takes the peak of a day: 500 players with 36 reads, a tenth of them in an hour, twice its mean', () => {
    expect(of.actions.read).toBeCloseTo((500 * 36 * 0.1 * 2) / 3_600);
    expect(of.actions.create).toBeCloseTo((500 * 2 * 0.1 * 2) / 3_600);
  });

  it('adds up milliseconds to cores, live connections included, and leaves half of them free', () => {
    const create = (500 * 2 * 0.2) / 3_600;
    expect(of.cores['gateway']).toBeCloseTo((1 * 1 + create * 2 + (50 / 15 + create * 10) * 0.1) / 1_000 / 0.5);
    expect(of.cores['postgres']).toBeCloseTo((1 * 0.5 + create * 3) / 1_000 / 0.5);
    expect([of.wal, of.commits, of.events]).toEqual(
      [create * 4_000, create * 5, create * 2].map((value) => expect.closeTo(value)),
    );
  });

  it('keeps what has an end for its days, and the rest for a year', () => {
    expect(of.eventsADay).toBe(2_000);
    expect(of.stream).toBe(2_000 * 7 * 500 * 3);
    expect(of.sentEvents).toBe(2_000 * 30 * 900);
    expect(of.inbox).toBe(1_000 * 45 * 150);
    expect(of.tablesAfterAYear).toBe(1_000 * 2_000 + 365 * 1_000 * 1_000);
    expect(of.storeAfterAYear).toBe(365 * 500 * 300_000);
  });

  it('counts the pages that are open at the peak', () => {
    // 500 × 30 minutes a day; a fifth of them fall into one hour, at its peak.
    expect(of.liveConnections).toBeCloseTo((500 * 30 * 0.1 * 2) / 60);
    expect(of.connectionMemory).toBeCloseTo(of.liveConnections * 20_000);
  });

  it('grows with the players, and with nothing else', () => {
    const hundredfold = sizing(100_000, assumptions, costs);
    expect(hundredfold.cores['postgres']).toBeCloseTo(of.cores['postgres']! * 100);
    expect(hundredfold.tablesAfterAYear).toBeCloseTo(of.tablesAfterAYear * 100);
  });
});

it('what an action costs is what is used beyond an idle product', () => {
  const used: Usage = {
    cpu: { gateway: 0.25, nats: 0.009 },
    wal: 41_000,
    commits: 90,
    events: 20,
    inbox: 10,
    stored: 10_000,
    kept: 0,
  };
  const idle: Usage = {
    cpu: { gateway: 0.05, nats: 0.01 },
    wal: 1_000,
    commits: 10,
    events: 0,
    inbox: 0,
    stored: 0,
    kept: 0,
  };
  expect(costOf(used, idle, 10)).toEqual({
    cpu: { gateway: 20, nats: 0 },
    wal: 4_000,
    commits: 8,
    events: 2,
    inbox: 1,
    stored: 1_000,
    kept: 0,
  });
});

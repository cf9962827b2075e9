import type { Assumptions, Costs } from './sizing.js';

/**
 * Of `npm run load -- --each --seconds 30 --players 40`, on two shared cores (Xeon, Node 20, PostgreSQL 18), uploads of
 * a run of 40 s; see docs/operations/sizing.md.
 */
export const COSTS: Costs = {
  each: {
    move: {
      cpu: {
        users: 0.02,
        discovery: 4.07,
        media: 0.01,
        missions: 0.03,
        commerce: 0,
        gateway: 4.03,
        postgres: 1.93,
        nats: 0.13,
      },
      wal: 2850,
      commits: 6.03,
      events: 0,
      inbox: 0,
      stored: 0,
      kept: 0,
    },
    nearby: {
      cpu: { users: 0, discovery: 2.08, media: 0, missions: 0, commerce: 0, gateway: 1.1, postgres: 0.75, nats: 0 },
      wal: 398,
      commits: 1.18,
      events: 0,
      inbox: 0,
      stored: 0,
      kept: 0,
    },
    read: {
      cpu: {
        users: 0.95,
        discovery: 0.46,
        media: 0,
        missions: 0.33,
        commerce: 0,
        gateway: 1.02,
        postgres: 0.42,
        nats: 0,
      },
      wal: 32,
      commits: 1.34,
      events: 0,
      inbox: 0,
      stored: 0,
      kept: 0,
    },
    like: {
      cpu: {
        users: 1.57,
        discovery: 2.99,
        media: 0,
        missions: 0,
        commerce: 0,
        gateway: 1.21,
        postgres: 3.99,
        nats: 0.62,
      },
      wal: 14833,
      commits: 3.11,
      events: 0.96,
      inbox: 0.97,
      stored: 884,
      kept: 786,
    },
    create: {
      cpu: {
        users: 1.55,
        discovery: 2.56,
        media: 0.37,
        missions: 0.75,
        commerce: 0.01,
        gateway: 1.44,
        postgres: 3.99,
        nats: 0.97,
      },
      wal: 29859,
      commits: 4.67,
      events: 1.97,
      inbox: 0,
      stored: 2585,
      kept: 1580,
    },
    upload: {
      cpu: {
        users: 0,
        discovery: 0.83,
        media: 332.29,
        missions: 0,
        commerce: 0,
        gateway: 13.12,
        postgres: 12.92,
        nats: 5.62,
      },
      wal: 51456,
      commits: 11.58,
      events: 2.29,
      inbox: 2,
      stored: 4608,
      kept: 1707,
    },
  },
  // 800 sign-ups, with contacts, codes, a session and a known browser.
  account: 5_200,
  // The bench's photo of 12 megapixels, which is harder than most walls.
  picture: 1_270_000,
  message: 600,
  // The run of `npm run bench -- --only bounded`.
  sentEvent: 504,
  inboxRow: 136,
  // 4,000 connections; 14 new works a second to 20 listeners each, beside the beats that keep connections open.
  connection: 15_900,
  delivery: 0.2,
};

/** Not measured yet. */
export const ASSUMPTIONS: Assumptions = {
  daily: 0.2,
  actions: { move: 40, nearby: 10, read: 30, like: 3, create: 1, upload: 0.5 },
  busiestHour: 0.1,
  burst: 1.5,
  minutes: 20,
  listeners: 10,
  utilisation: 0.5,
};

import { expect, it } from '@jest/globals';
import { momentOf } from './zone-time.js';

it.each([
  ['2026-12-05T18:00', 'Australia/Melbourne', '2026-12-05T07:00:00.000Z'],
  ['2026-07-05T18:00', 'Asia/Kolkata', '2026-07-05T12:30:00.000Z'],
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  // Shown twice: the first time.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
])('%s in %s is %s', (local, zone, moment) => expect(momentOf(local, zone)?.toISOString()).toBe(moment));

it.each([
  ['2026-03-29T02:30', 'Europe/Berlin'],
  ['2026-03-08T02:00', 'America/New_York'],
  ['2026-10-04T02:15', 'Australia/Lord_Howe'],
  ['2026-02-30T10:00', 'UTC'],
  ['2026-13-01T10:00', 'UTC'],
])('%s is never shown in %s', (local, zone) => expect(momentOf(local, zone)).toBeNull());

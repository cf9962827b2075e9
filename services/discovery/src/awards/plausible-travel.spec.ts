import { describe, expect, it } from '@jest/globals';
import { MAX_JOURNEY_MS, payableFrom, SAME_OUTING_DEGREES } from './plausible-travel.js';

const now = new Date('2026-05-01T12:00:00Z');
const hours = (count: number) => count * 3_600_000;
const ago = (ms: number) => new Date(now.getTime() - ms);
const montreal = { latitude: 45.5, longitude: -73.6 };
/** 5,510 km from Montréal. */
const paris = { latitude: 48.86, longitude: 2.35 };
const waits = (...args: Parameters<typeof payableFrom>) => (payableFrom(...args).getTime() - now.getTime()) / hours(1);

describe('an award is payable', () => {
  it('at once for the first work, and for all within 50 km in the same second', () => {
    expect(payableFrom(montreal, [], now)).toEqual(now);
    const outing = Array.from({ length: 20 }, (_, i) => ({ latitude: 45.5 + 0.02 * i, longitude: -73.6, at: now }));
    expect(payableFrom(montreal, outing, now)).toEqual(now);
  });

  it.each([-85, 0, 45, 84.7])('at once at %s° after a place so near in degrees that it is not read', (latitude) => {
    const here = { latitude, longitude: 10 };
    const there = { latitude: latitude + SAME_OUTING_DEGREES, longitude: 10 + SAME_OUTING_DEGREES, at: now };
    expect(payableFrom(here, [there], now)).toEqual(now);
  });

  it('at once as soon as the time allows the journey', () => {
    expect(waits(paris, [{ ...montreal, at: ago(hours(5.6)) }], now)).toBe(0);
    expect(waits(paris, [{ ...montreal, at: ago(MAX_JOURNEY_MS) }], now)).toBe(0);
  });

  it('after the journey at 1,000 km an hour, counted from when the other work was paid', () => {
    expect(waits(paris, [{ ...montreal, at: now }], now)).toBeCloseTo(5.5, 1);
    expect(waits(paris, [{ ...montreal, at: ago(hours(3)) }], now)).toBeCloseTo(2.5, 1);
  });

  it('not by hops: the farthest of all places counts, not the last one', () => {
    const hops = Array.from({ length: 9 }, (_, i) => ({ latitude: 0, longitude: 0.4 * i, at: now }));
    expect(waits({ latitude: 0, longitude: 3.6 }, hops, now)).toBeCloseTo(0.4, 2);
  });

  it('the shorter way round, across the date line', () => {
    expect(waits({ latitude: 0, longitude: -179.9 }, [{ latitude: 0, longitude: 179.9, at: now }], now)).toBe(0);
  });
});

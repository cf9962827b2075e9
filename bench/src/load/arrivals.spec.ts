import { describe, expect, it } from '@jest/globals';
import { arrivals } from './arrivals.js';
import { KINDS, parseMix, pick, USUAL_MIX } from './mix.js';

/** The same numbers in each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('arrivals', () => {
  const all = [...arrivals(200, 100, { read: 3, like: 1 }, numbers(1))];

  it('come at the rate, in order and within the time', () => {
    // 20,000 with a standard deviation of 141.
    expect(Math.abs(all.length - 20_000)).toBeLessThan(600);
    expect(all.every(({ at }, i) => at < 100_000 && at >= (all[i - 1]?.at ?? 0))).toBe(true);
  });

  it('have pauses as independent players leave: their deviation is their mean', () => {
    const pauses = all.map(({ at }, i) => at - (all[i - 1]?.at ?? 0));
    const mean = pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length;
    const deviation = Math.sqrt(pauses.reduce((sum, pause) => sum + (pause - mean) ** 2, 0) / pauses.length);
    expect(mean).toBeCloseTo(5, 0);
    expect(deviation / mean).toBeCloseTo(1, 1);
  });

  it('are of each kind as often as its share says', () => {
    expect(all.filter(({ kind }) => kind === 'like').length / all.length).toBeCloseTo(0.25, 1);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['read', 'like']));
  });
});

describe('the mix', () => {
  it('is read from text', () => {
    expect(parseMix('move=40,create=0.5')).toEqual({ move: 40, create: 0.5 });
    expect(Object.keys(USUAL_MIX)).toEqual([...KINDS]);
  });

  it.each([
    ['swim=1', 'not "swim"'],
    ['move=', 'the share of move'],
    ['move=-1', 'the share of move'],
    ['move=much', 'the share of move'],
    ['move=0', 'above 0'],
  ])('refuses %s', (text, message) => {
    expect(() => parseMix(text)).toThrow(message);
  });

  it('never picks a kind without a share', () => {
    expect(pick({ move: 0, read: 1, like: 0 }, () => 0)).toBe('read');
    expect(pick({ move: 0, read: 1, like: 0 }, () => 1)).toBe('read');
  });
});

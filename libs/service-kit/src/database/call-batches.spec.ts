import { beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { CallBatches } from './call-batches.js';

interface Run {
  items: readonly string[];
  /** Ends the run, with `results` if given. */
  end: (results?: (string | Promise<string>)[]) => void;
  fail: () => void;
}

let runs: Run[];
let batches: CallBatches<string, string>;
beforeEach(() => {
  runs = [];
  batches = new CallBatches({
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({
          items,
          end: (results) => resolve(results ?? items.map((item) => item.toUpperCase())),
          fail: () => reject(new Error(`no ${items.join('')}`)),
        });
      }),
    keyOf: (item) => item[0]!,
    most: 3,
  });
});

/** A few turns of the event loop, in which what is due begins. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await turn();
}
const begun = () => runs.map(({ items }) => items.join(' '));

describe('calls in batches', () => {
  it('run at once if they arrive alone, and together if they arrive together', async () => {
    const first = batches.add('a');
    await settled();
    const others = ['b', 'c'].map((item) => batches.add(item));
    await settled();
    expect(begun()).toEqual(['a']);
    runs[0]!.end();
    expect(await first).toBe('A');
    await settled();
    expect(begun()).toEqual(['a', 'b c']);
    runs[1]!.end();
    expect(await Promise.all(others)).toEqual(['B', 'C']);
  });

  it('have a largest size; further calls are in the next batch', async () => {
    const all = ['a', 'b', 'c', 'd'].map((item) => batches.add(item));
    await settled();
    expect(begun()).toEqual(['a b c']);
    runs[0]!.end();
    await settled();
    expect(begun()).toEqual(['a b c', 'd']);
    runs[1]!.end();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('of one key run one after the other, in their order', async () => {
    const all = ['a1', 'a2', 'b1', 'a3'].map((item) => batches.add(item));
    await settled();
    expect(begun()).toEqual(['a1 b1']);
    runs[0]!.end();
    await settled();
    expect(begun().at(-1)).toBe('a2');
    runs[1]!.end();
    await settled();
    expect(begun().at(-1)).toBe('a3');
    runs[2]!.end();
    expect(await Promise.all(all)).toEqual(['A1', 'A2', 'B1', 'A3']);
  });

  it('run each alone after a batch failed, and only the call that fails is rejected', async () => {
    const all = Promise.allSettled(['a', 'b'].map((item) => batches.add(item)));
    await settled();
    runs[0]!.fail();
    await settled();
    expect(begun()).toEqual(['a b', 'a', 'b']);
    runs[1]!.fail();
    runs[2]!.end();
    expect(await all).toEqual([
      { status: 'rejected', reason: new Error('no a') },
      { status: 'fulfilled', value: 'B' },
    ]);
  });

  it('wait for no call that takes longer, except for one of their own key', async () => {
    const [slow, other] = ['a', 'b'].map((item) => batches.add(item));
    await settled();
    let endSlow!: (result: string) => void;
    runs[0]!.end([new Promise<string>((resolve) => (endSlow = resolve)), 'B']);
    expect(await other).toBe('B');
    const [same, third] = ['a2', 'c'].map((item) => batches.add(item));
    await settled();
    expect(begun()).toEqual(['a b', 'c']);
    runs[1]!.end();
    expect(await third).toBe('C');
    endSlow('late');
    expect(await slow).toBe('late');
    await settled();
    expect(begun()).toEqual(['a b', 'c', 'a2']);
    runs[2]!.end();
    expect(await same).toBe('A2');
  });
});

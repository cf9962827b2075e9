import { beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { callsInBatches } from './calls-in-batches.js';

interface Run {
  items: readonly string[];
  /** Ends the run, with `results` if given. */
  end: (results?: (string | Promise<string>)[]) => void;
  fail: () => void;
}

let runs: Run[];
let call: (item: string) => Promise<string>;
beforeEach(() => {
  runs = [];
  const run = (items: readonly string[]) =>
    new Promise<(string | Promise<string>)[]>((resolve, reject) => {
      runs.push({
        items,
        end: (results) => resolve(results ?? items.map((item) => item.toUpperCase())),
        fail: () => reject(new Error(`no ${items.join('')}`)),
      });
    });
  call = callsInBatches(run, 3);
});

/** A few turns of the event loop, in which what is due begins. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await turn();
}
const begun = () => runs.map(({ items }) => items.join(' '));

describe('calls in batches', () => {
  it('run at once if they arrive alone, and together if they arrive while a batch runs', async () => {
    const first = call('a');
    await settled();
    const others = ['b', 'c'].map(call);
    await settled();
    expect(begun()).toEqual(['a']);
    runs[0]!.end();
    expect(await first).toBe('A');
    await settled();
    expect(begun()).toEqual(['a', 'b c']);
    runs[1]!.end();
    expect(await Promise.all(others)).toEqual(['B', 'C']);
  });

  it('have a largest size; further calls are in the next batch, which runs after it', async () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(call);
    await settled();
    expect(begun()).toEqual(['a b c']);
    runs[0]!.end();
    await settled();
    expect(begun()).toEqual(['a b c', 'd e f']);
    runs[1]!.end();
    await settled();
    expect(begun().at(-1)).toBe('g');
    runs[2]!.end();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
  });

  it('run each alone after a batch failed, and only the call that fails is rejected', async () => {
    const all = Promise.allSettled(['a', 'b'].map(call));
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

  it('reject a call that fails alone, and go on', async () => {
    const failing = call('a').catch((error: Error) => error.message);
    await settled();
    runs[0]!.fail();
    expect(await failing).toBe('no a');
    const next = call('b');
    await settled();
    runs[1]!.end();
    expect(await next).toBe('B');
  });

  it('do not wait for one that takes longer', async () => {
    const [slow, other] = ['a', 'b'].map(call);
    await settled();
    let endSlow!: (result: string) => void;
    runs[0]!.end([new Promise<string>((resolve) => (endSlow = resolve)), 'B']);
    expect(await other).toBe('B');
    const third = call('c');
    await settled();
    runs[1]!.end();
    expect(await third).toBe('C');
    endSlow('late');
    expect(await slow).toBe('late');
  });
});

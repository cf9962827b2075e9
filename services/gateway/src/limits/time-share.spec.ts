import { describe, expect, it } from '@jest/globals';
import { TimeShare } from './time-share.js';

describe('a share of the time', () => {
  it('is used up by work, also by work that fails, and is new after ten seconds', () => {
    let now = 1_000;
    const share = new TimeShare(0.2, () => now);
    const work = (ms: number) => share.run(() => void (now += ms));
    work(1_500);
    expect(() =>
      share.run(() => {
        now += 700;
        throw new Error('broken');
      }),
    ).toThrow('broken');
    expect(() => work(1)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 8 }));
    now = 11_000;
    work(1);
  });
});

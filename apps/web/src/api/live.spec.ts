import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeEventSource } from '../test/fake-map';
import { openLive } from './live';
import { stubGlobal } from '../test/stub-global';

beforeEach(() => {
  FakeEventSource.open = [];
  stubGlobal('EventSource', FakeEventSource);
});
const refuse = (source: FakeEventSource) => {
  source.close();
  source.onerror?.();
};

describe('live events', () => {
  it('reach their handlers; what cannot be read is left out', () => {
    const tokens = jest.fn();
    const close = openLive('/api/live', { tokens });
    FakeEventSource.emit('tokens', { balance: 50, change: 50, reason: 'discovery' });
    expect(tokens.mock.calls).toEqual([[{ balance: 50, change: 50, reason: 'discovery' }]]);
    close();
    expect(FakeEventSource.open).toHaveLength(0);
  });

  it('are asked for again after a refusal, ever later, and what was missed is told', async () => {
    jest.useFakeTimers();
    const onResumed = jest.fn();
    const close = openLive('/api/live', { onResumed });
    FakeEventSource.open[0]!.onopen?.();
    expect(onResumed).not.toHaveBeenCalled();
    refuse(FakeEventSource.open[0]!);
    await jest.advanceTimersByTimeAsync(1_300);
    expect(FakeEventSource.open).toHaveLength(1);
    refuse(FakeEventSource.open[0]!);
    await jest.advanceTimersByTimeAsync(1_300);
    expect(FakeEventSource.open).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1_300);
    FakeEventSource.open[0]!.onopen?.();
    expect(onResumed).toHaveBeenCalledTimes(1);
    close();
    jest.useRealTimers();
  });

  it('are not asked for after the page has left', async () => {
    jest.useFakeTimers();
    const close = openLive('/api/live', {});
    refuse(FakeEventSource.open[0]!);
    close();
    await jest.advanceTimersByTimeAsync(120_000);
    expect(FakeEventSource.open).toHaveLength(0);
    jest.useRealTimers();
  });
});

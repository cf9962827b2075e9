import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../test/fake-map';
import { openLive } from './live';

beforeEach(() => {
  FakeEventSource.open = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});
const refuse = (source: FakeEventSource) => {
  source.close();
  source.onerror?.();
};

describe('live events', () => {
  it('reach their handlers; what cannot be read is left out', () => {
    const tokens = vi.fn();
    const close = openLive('/api/live', { tokens });
    FakeEventSource.emit('tokens', { balance: 50, change: 50, reason: 'discovery' });
    expect(tokens).toHaveBeenCalledExactlyOnceWith({ balance: 50, change: 50, reason: 'discovery' });
    close();
    expect(FakeEventSource.open).toHaveLength(0);
  });

  it('are asked for again after a refusal, ever later, and what was missed is told', async () => {
    vi.useFakeTimers();
    const onResumed = vi.fn();
    const close = openLive('/api/live', { onResumed });
    FakeEventSource.open[0]!.onopen?.();
    expect(onResumed).not.toHaveBeenCalled();
    refuse(FakeEventSource.open[0]!);
    await vi.advanceTimersByTimeAsync(1_300);
    expect(FakeEventSource.open).toHaveLength(1);
    refuse(FakeEventSource.open[0]!);
    await vi.advanceTimersByTimeAsync(1_300);
    expect(FakeEventSource.open).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_300);
    FakeEventSource.open[0]!.onopen?.();
    expect(onResumed).toHaveBeenCalledOnce();
    close();
    vi.useRealTimers();
  });

  it('are not asked for after the page has left', async () => {
    vi.useFakeTimers();
    const close = openLive('/api/live', {});
    refuse(FakeEventSource.open[0]!);
    close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeEventSource.open).toHaveLength(0);
    vi.useRealTimers();
  });
});

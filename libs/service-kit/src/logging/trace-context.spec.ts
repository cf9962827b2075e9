import { describe, expect, it } from '@jest/globals';
import { currentTrace, traceparent, withTrace } from './trace-context.js';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('trace context', () => {
  it('carries a trace on, as a span of its own, across awaits', async () => {
    await withTrace(PARENT, async () => {
      await Promise.resolve();
      expect(traceparent()).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/);
      expect(traceparent()).not.toBe(PARENT);
    });
  });

  it('begins a new trace without an incoming one, and with an invalid one', () => {
    for (const given of [undefined, 'garbage'])
      withTrace(given, () => expect(currentTrace()?.traceId).toMatch(/^[0-9a-f]{32}$/));
  });

  it('is undefined outside a request', () => expect(traceparent()).toBeUndefined());
});

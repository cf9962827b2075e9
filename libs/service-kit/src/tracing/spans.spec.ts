import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { currentTrace, traceparent, withTrace } from '../logging/trace-context.js';
import { inSpan, recordSpans, type Recorder } from './spans.js';
import { inSpansOf, tracePublishing } from './trace-events.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SAMPLED = `00-${TRACE}-00f067aa0ba902b7-01`;
const UNSAMPLED = `00-${TRACE}-00f067aa0ba902b7-00`;

interface Recorded {
  name: string;
  traceId: string;
  spanId: string;
  parent?: string;
  error?: unknown;
  isEnded: boolean;
}
let spans: Recorded[];
const record: Recorder = ({ name }, parent) => {
  const spanId = String(spans.length + 1).padStart(16, '0');
  const span: Recorded = {
    name,
    traceId: parent?.traceId ?? 'f'.repeat(32),
    spanId,
    parent: parent?.spanId,
    isEnded: false,
  };
  spans.push(span);
  return {
    context: { traceId: span.traceId, spanId, isSampled: true },
    end: ({ error } = {}) => void Object.assign(span, { isEnded: true, error }),
  };
};

beforeEach(() => {
  spans = [];
});
afterEach(() => recordSpans(undefined));

const event = (id: string, trace?: string) =>
  ({
    specversion: '1.0',
    id,
    source: '/services/users',
    type: 'users.x.v1',
    time: '',
    subject: id,
    traceparent: trace,
    datacontenttype: 'application/json',
    data: {},
  }) as const;

describe('spans', () => {
  it('are not recorded without a recorder; the trace goes on', () => {
    inSpan({ name: 'outer', kind: 'server', parent: SAMPLED }, () => {
      expect(traceparent()).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
      inSpan({ name: 'inner', kind: 'client' }, () => expect(currentTrace()?.traceId).toBe(TRACE));
    });
    expect(spans).toEqual([]);
  });

  it('nest, and end with what they run', async () => {
    recordSpans(record);
    const done = inSpan({ name: 'outer', kind: 'server', parent: null }, async () => {
      await Promise.resolve();
      return inSpan({ name: 'inner', kind: 'client' }, () => traceparent());
    });
    expect(spans[0]!.isEnded).toBe(false);
    expect(await done).toBe(`00-${'f'.repeat(32)}-${spans[1]!.spanId}-01`);
    expect(spans).toMatchObject([
      { name: 'outer', parent: undefined, isEnded: true },
      { name: 'inner', parent: spans[0]!.spanId, isEnded: true },
    ]);
  });

  it('note an error that is thrown now or later', async () => {
    recordSpans(record);
    expect(() =>
      inSpan({ name: 'now', kind: 'client' }, () => {
        throw new RangeError('now');
      }),
    ).toThrow(RangeError);
    await expect(
      inSpan({ name: 'later', kind: 'client' }, () => Promise.reject(new TypeError('later'))),
    ).rejects.toThrow(TypeError);
    expect(spans).toMatchObject([
      { name: 'now', isEnded: true, error: expect.any(RangeError) },
      { name: 'later', isEnded: true, error: expect.any(TypeError) },
    ]);
  });

  it('are not recorded in a trace that is not sampled', () => {
    recordSpans(record);
    inSpan({ name: 'asked', kind: 'server', parent: UNSAMPLED }, () =>
      inSpan({ name: 'inner', kind: 'client' }, () => expect(traceparent()).toMatch(/-00$/)),
    );
    expect(spans).toEqual([]);
  });
});

describe('spans of events', () => {
  it('are in the trace of each sampled event, which continues in what the handler publishes', async () => {
    recordSpans(record);
    const other = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await inSpansOf(
      'book',
      [event('1', UNSAMPLED), event('2', SAMPLED), event('3', other), event('4')],
      async (events) => {
        expect(traceparent()).toBe(`00-${TRACE}-${spans[0]!.spanId}-01`);
        expect(events.map((one) => one.traceparent)).toEqual([
          UNSAMPLED,
          `00-${TRACE}-${spans[0]!.spanId}-01`,
          `00-${'a'.repeat(32)}-${spans[1]!.spanId}-01`,
          undefined,
        ]);
      },
    );
    expect(spans).toMatchObject([
      { name: 'handle book', traceId: TRACE, parent: '00f067aa0ba902b7', isEnded: true },
      { name: 'handle book', traceId: 'a'.repeat(32), isEnded: true },
    ]);
  });

  it('end with the error of the handler', async () => {
    recordSpans(record);
    await expect(inSpansOf('book', [event('1', SAMPLED)], () => Promise.reject(new TypeError('no')))).rejects.toThrow(
      'no',
    );
    expect(spans).toMatchObject([{ isEnded: true, error: expect.any(TypeError) }]);
  });

  it('follow a sampled event to the bus, and are not misled by a text within it', () => {
    recordSpans(record);
    const misleading = { ...event('2'), data: { title: `"traceparent":"${SAMPLED}"` } };
    tracePublishing(
      [event('1', SAMPLED), misleading, event('3', UNSAMPLED)].map((one) => ({
        id: one.id,
        subject: one.type,
        event: JSON.stringify(one),
      })),
    )();
    expect(spans).toMatchObject([{ name: 'publish users.x.v1', traceId: TRACE, isEnded: true }]);
  });

  it('are none without a recorder; the handler runs in the trace of the first event', async () => {
    await withTrace(undefined, () =>
      inSpansOf('book', [event('1', SAMPLED)], async () => expect(currentTrace()?.traceId).toBe(TRACE)),
    );
  });
});

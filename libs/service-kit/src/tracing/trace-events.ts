import type { CloudEvent } from '@sprayhunt/contracts';
import { readTraceparent, traceparent, withContext, withTrace } from '../logging/trace-context.js';
import { isRecording, openSpan, type OpenSpan } from './spans.js';

type Event = CloudEvent<unknown>;
type Waiting = { id: string; subject: string; event: string };

/** Of an envelope as JSON; within a string of its data the quotes are escaped. */
const SAMPLED = /"traceparent"\s*:\s*"(00-[0-9a-f]{32}-[0-9a-f]{16}-01)"/;

/**
 * Runs the handler of a batch in the trace of its first sampled event. Each sampled event has a span in its own trace,
 * and is passed on with it, so that events which the handler publishes because of it continue that trace.
 */
export async function inSpansOf(
  handler: string,
  events: Event[],
  work: (events: Event[]) => Promise<unknown>,
): Promise<void> {
  const spans = new Map<Event, OpenSpan>();
  for (const event of isRecording() ? events : []) {
    if (!readTraceparent(event.traceparent)?.isSampled) continue;
    const attributes = {
      'messaging.system': 'nats',
      'messaging.message.id': event.id,
      'messaging.destination.name': event.type,
      'messaging.batch.message_count': events.length,
    };
    const span = openSpan({ name: `handle ${handler}`, kind: 'consumer', parent: event.traceparent, attributes });
    if (span) spans.set(event, span);
  }
  const [first] = spans.values();
  if (!first) return void (await withTrace(events[0]?.traceparent, () => work(events)));
  const traced = events.map((event) =>
    spans.has(event) ? { ...event, traceparent: traceparent(spans.get(event)!.context) } : event,
  );
  let failure: { error?: unknown } = {};
  try {
    await withContext(first.context, () => work(traced));
  } catch (error) {
    failure = { error };
    throw error;
  } finally {
    for (const span of spans.values()) span.end(failure);
  }
}

/**
 * Begins a span for each sampled event that is being sent.
 * @returns ends them
 */
export function tracePublishing(rows: readonly Waiting[]): () => void {
  if (!isRecording()) return () => undefined;
  const spans = rows.flatMap(({ id, subject, event }) => {
    const [, parent] = SAMPLED.exec(event) ?? [];
    const attributes = {
      'messaging.system': 'nats',
      'messaging.message.id': id,
      'messaging.destination.name': subject,
    };
    return (parent && openSpan({ name: `publish ${subject}`, kind: 'producer', parent, attributes })) || [];
  });
  return () => {
    for (const span of spans) span.end();
  };
}

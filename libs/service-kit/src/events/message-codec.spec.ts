import type { JsMsg } from '@nats-io/jetstream';
import { describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { deliveriesOf, eventsIn, messagesOf, type UnsentEvent } from './message-codec.js';

const unsent = (subject: string, padding = 0): UnsentEvent => {
  const id = uuidv7();
  return { id, subject, event: JSON.stringify({ id, padding: 'x'.repeat(padding) }) };
};
const many = (count: number, ...of: Parameters<typeof unsent>) => Array.from({ length: count }, () => unsent(...of));

describe('messages of events', () => {
  it('hold events of one subject, in their order, and each event once', () => {
    const [likes, works] = [many(150, 'like'), many(150, 'work')];
    const messages = messagesOf(likes.flatMap((like, index) => [like, works[index]!]));
    expect(messages.length).toBeLessThan(10);
    for (const [subject, rows] of [
      ['like', likes],
      ['work', works],
    ] as const)
      expect(messages.filter((message) => message.subject === subject).flatMap(({ events }) => events)).toEqual(rows);
  });

  it('stay short, except for an event that is long by itself', () => {
    const messages = messagesOf([...many(20, 's', 10_000), unsent('s', 200_000), ...many(20, 's', 10_000)]);
    expect(messages.filter(({ payload }) => payload.length > 70_000)).toHaveLength(1);
    expect(messages.flatMap(({ events }) => events)).toHaveLength(41);
  });

  it('contain one event as it is, and several as an array', () => {
    const [one, two] = many(2, 's') as [UnsentEvent, UnsentEvent];
    expect(messagesOf([one])).toEqual([{ id: one.id, subject: 's', payload: one.event, events: [one] }]);
    for (const events of [[one], [one, two]])
      expect(messagesOf(events).flatMap(({ payload }) => eventsIn(payload))).toEqual(
        events.map(({ event }) => JSON.parse(event) as unknown),
      );
    for (const payload of ['not json', '[{']) expect(eventsIn(payload)).toEqual([payload]);
    expect(eventsIn('[]')).toEqual([[]]);
  });

  it('have the same id for the same events only, so that the server drops no event it has not stored', () => {
    const events = many(3, 's');
    const idOf = (rows: UnsentEvent[]) => messagesOf(rows)[0]!.id;
    expect(idOf([...events])).toBe(idOf(events));
    const ids = [events, events.slice(0, 2), events.slice(0, 1), events.slice(1)].map(idOf);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('the deliveries of a message', () => {
  const received = (payload: string) => {
    const sent: string[] = [];
    const message = {
      string: () => payload,
      ack: () => void sent.push('ack'),
      nak: (pauseMs: number) => void sent.push(`nak ${pauseMs}`),
    };
    return { deliveries: deliveriesOf(message as unknown as JsMsg), sent };
  };

  it('acknowledge it together', () => {
    const { deliveries, sent } = received('[1, 2, 3]');
    expect(deliveries.map(({ content }) => content)).toEqual([1, 2, 3]);
    deliveries.slice(1).forEach((delivery) => delivery.ack());
    expect(sent).toEqual([]);
    deliveries[0]!.ack();
    expect(sent).toEqual(['ack']);
  });

  it('have it delivered again after the longest pause when one of them needs that', () => {
    const { deliveries, sent } = received('[1, 2, 3]');
    deliveries[0]!.nak(200);
    deliveries[1]!.nak();
    expect(sent).toEqual([]);
    deliveries[2]!.ack();
    expect(sent).toEqual(['nak 200']);
  });
});

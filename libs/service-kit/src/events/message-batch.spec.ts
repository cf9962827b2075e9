import { describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { eventsWithin, messageBatches, messageOf, type Unsent } from './message-batch.js';

const unsent = (subject: string, padding = 0): Unsent => {
  const id = uuidv7();
  return { id, subject, event: JSON.stringify({ id, padding: 'x'.repeat(padding) }) };
};
const many = (count: number, ...of: Parameters<typeof unsent>) => Array.from({ length: count }, () => unsent(...of));

describe('messages of events', () => {
  it('hold events of one subject, in their order, and each event once', () => {
    const [likes, works] = [many(150, 'like'), many(150, 'work')];
    const mixed = likes.flatMap((like, index) => [like, works[index]!]);
    const batches = messageBatches(mixed);
    expect(batches.length).toBeLessThan(10);
    for (const batch of batches) expect(new Set(batch.map(({ subject }) => subject)).size).toBe(1);
    expect(batches.flat().filter(({ subject }) => subject === 'like')).toEqual(likes);
    expect(batches.flat().filter(({ subject }) => subject === 'work')).toEqual(works);
  });

  it('stay short, except for an event that is long by itself', () => {
    const batches = messageBatches([...many(20, 's', 10_000), unsent('s', 200_000), ...many(20, 's', 10_000)]);
    const lengths = batches.map((batch) => messageOf(batch, 'stream').payload.length);
    expect(lengths.filter((length) => length > 70_000)).toHaveLength(1);
    expect(batches.flat()).toHaveLength(41);
  });

  it('contain one event as it is, and several as an array', () => {
    const [one, two] = many(2, 's') as [Unsent, Unsent];
    expect(messageOf([one], 'stream')).toEqual({ id: one.id, subject: 'stream.s', payload: one.event });
    expect(eventsWithin(messageOf([one], 'stream').payload)).toEqual([JSON.parse(one.event)]);
    expect(eventsWithin(messageOf([one, two], 'stream').payload)).toEqual([
      JSON.parse(one.event),
      JSON.parse(two.event),
    ]);
    expect(() => eventsWithin('[{')).toThrow(SyntaxError);
  });

  it('have the same id for the same events only, so that the server drops no event it has not stored', () => {
    const events = many(3, 's');
    const idOf = (batch: Unsent[]) => messageOf(batch, 'stream').id;
    expect(idOf([...events])).toBe(idOf(events));
    expect(
      new Set([idOf(events), idOf(events.slice(0, 2)), idOf(events.slice(0, 1)), idOf(events.slice(1))]).size,
    ).toBe(4);
  });
});

import { jetstreamManager } from '@nats-io/jetstream';
import { discoveryCreated } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { eventually, testNats } from '../testing/index.js';
import { liveEvents } from './live-events.js';
import type { Created } from './testing/event-service.js';
import { eventServices } from './testing/event-services.js';

const tests = eventServices();

describe('live events', () => {
  it('shows new events, and goes on after the stream was lost', async () => {
    const service = await tests.start();
    await service.create();
    await eventually(async () => expect((await service.booked()).size).toBe(1));
    const seen: string[] = [];
    const end = liveEvents(
      { url: testNats(), stream: service.stream, service: 'test', name: 'live' },
      [discoveryCreated],
      (event: Created) => void seen.push(event.data.discoveryId),
    );
    try {
      const one = await eventually(async () => {
        const [id] = await service.create();
        await eventually(() => expect(seen).toContain(id), { timeout: 1_000 });
        return id!;
      });
      await (await jetstreamManager(tests.nats)).streams.delete(service.stream);
      const [two] = await service.create();
      await eventually(() => expect(seen).toContain(two), { timeout: 15_000 });
      expect(seen[0]).toBe(one);
    } finally {
      await end();
    }
  });
});

import { discoveryCreated, type CloudEvent } from '@sprayhunt/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventHandler, type HandlerOptions } from './event-handler.js';
import { discovery, eventService, type EventService } from './testing/event-service.js';

let service: EventService;
beforeAll(async () => {
  service = await eventService({ listening: false });
});
afterAll(async () => {
  await service.stop();
  await service.database.drop();
});

let count = 0;
/** A handler of its own name, and what it was called with. */
function handlerWith(options: HandlerOptions<typeof discoveryCreated>) {
  const calls: { titles: (string | null)[]; inTransaction: boolean }[] = [];
  const name = `handler-${(count += 1)}`;
  const handler = new EventHandler(
    name,
    discoveryCreated,
    service.dataSource,
    (events, on) => {
      calls.push({
        titles: events.map(({ data }) => (data as { title: string }).title),
        inTransaction: on.queryRunner?.isTransactionActive === true,
      });
      return Promise.resolve();
    },
    options,
  );
  const inbox = async () =>
    (await service.dataSource.query<object[]>(`SELECT FROM inbox WHERE handler = $1`, [name])).length;
  return { handler, calls, inbox };
}

const event = (title: string): CloudEvent<unknown> => {
  const { json } = service.outbox.prepare(discoveryCreated, { ...discovery(), title });
  return JSON.parse(json) as CloudEvent<unknown>;
};

describe('an event handler', () => {
  it('with a filter skips other events each time, and stores nothing about them', async () => {
    const { handler, calls, inbox } = handlerWith({ filter: ({ title }) => title === 'Mine' });
    const [mine, other] = [event('Mine'), event('Other')];
    for (let times = 0; times < 2; times += 1) await handler.apply([other, mine, other]);
    await handler.apply([other]);
    await service.dataSource.transaction((tx) => handler.applyWithin(tx, [other]));
    expect(calls).toEqual([{ titles: ['Mine'], inTransaction: true }]);
    expect(await inbox()).toBe(1);
  });

  it('with its own keys gets redelivered events, without a transaction and without the inbox', async () => {
    const { handler, calls, inbox } = handlerWith({ ownKeys: true });
    const one = event('Again');
    for (let times = 0; times < 2; times += 1) await handler.apply([one]);
    expect(calls).toEqual(Array.from({ length: 2 }, () => ({ titles: ['Again'], inTransaction: false })));
    expect(await inbox()).toBe(0);
  });

  it('with its own keys joins the transaction of a replay', async () => {
    const { handler, calls } = handlerWith({ ownKeys: true });
    await service.dataSource.transaction((tx) => handler.applyWithin(tx, [event('Replayed')]));
    expect(calls).toEqual([{ titles: ['Replayed'], inTransaction: true }]);
  });
});

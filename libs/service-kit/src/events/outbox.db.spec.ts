import { accountVerified, discoveryCreated, type CloudEvent } from '@sprayhunt/contracts';
import { describe, expect, it } from '@jest/globals';
import { withTrace } from '../logging/trace-context.js';
import { eventually, publishedEvents } from '../testing/index.js';
import { discovery } from './testing/event-service.js';
import { eachOnce, eventServices } from './testing/event-services.js';

const tests = eventServices();

describe('adding an event', () => {
  it('is part of the transaction: a rollback removes the event', async () => {
    const service = await tests.start();
    await expect(
      service.dataSource.transaction(async (tx) => {
        await service.outbox.add(tx, discoveryCreated, discovery());
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    const said = await service.create();
    await eventually(async () => expect(await service.booked()).toEqual(eachOnce(said)));
    expect(await service.dataSource.query(`SELECT id FROM ${publishedEvents()}`)).toHaveLength(1);
  });

  it('needs a transaction', async () => {
    const service = await tests.start({ listening: false });
    await expect(service.outbox.add(service.dataSource.manager, discoveryCreated, discovery())).rejects.toThrow(
      'in the transaction of its cause',
    );
  });

  it('refuses data that break the contract, and events that belong to another service', async () => {
    const service = await tests.start({ listening: false });
    const add = (work: Parameters<typeof service.dataSource.transaction>[1]) =>
      service.dataSource.transaction(work as never);
    await expect(
      add((tx) => service.outbox.add(tx, discoveryCreated, { ...discovery(), tokens: -1 }) as never),
    ).rejects.toThrow('tokens');
    await expect(
      add(
        (tx) =>
          service.outbox.add(tx, accountVerified, { accountId: discovery().playerId, contactKind: 'phone' }) as never,
      ),
    ).rejects.toThrow('published by users');
    expect(await service.dataSource.query(`SELECT id FROM ${publishedEvents()}`)).toEqual([]);
  });

  it('refuses an event that is too long for a message: it would block all others', async () => {
    const service = await tests.start({ listening: false });
    const tooLong = service.dataSource.transaction((tx) =>
      service.outbox.add(tx, discoveryCreated, { ...discovery(), title: 'x'.repeat(70_000) }),
    );
    await expect(tooLong).rejects.toThrow('too long');
  });

  it('writes a CloudEvents envelope that carries the trace of its cause', async () => {
    const service = await tests.start({ listening: false });
    const data = discovery();
    const [first, second] = await withTrace('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', () =>
      service.dataSource.transaction(async (tx) => [
        await service.outbox.add(tx, discoveryCreated, data),
        await service.outbox.add(tx, discoveryCreated, data, {
          subject: 'other',
          cause: { traceparent: '00-11111111111111111111111111111111-2222222222222222-01' },
        }),
      ]),
    );
    const rows = await service.dataSource.query<{ id: string; event: CloudEvent<unknown> }[]>(
      `SELECT id, event FROM ${publishedEvents()} ORDER BY id`,
    );
    expect(rows.map((row) => row.id)).toEqual([first, second]);
    expect(rows[0]!.event).toMatchObject({
      specversion: '1.0',
      id: first,
      source: '/services/discovery',
      type: discoveryCreated.type,
      subject: data.discoveryId,
      data,
    });
    expect(rows[0]!.event.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/);
    expect(rows[1]!.event).toMatchObject({
      subject: 'other',
      traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
    });
  });
});

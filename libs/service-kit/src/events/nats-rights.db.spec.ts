import { randomBytes } from 'node:crypto';
import { AckPolicy, jetstreamManager, type JetStreamManager, type JsMsg } from '@nats-io/jetstream';
import { connect, PermissionViolationError, type NatsConnection } from '@nats-io/transport-node';
import { accountErased, consumerName, discoveryCreated, inboxPrefix, serviceNames } from '@sprayhunt/contracts';
import { listeners, natsUsers } from '@sprayhunt/contracts/nats-users';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectToNats, eventually, testNats } from '../testing/index.js';
import { Bus, natsServers } from './bus.js';

const services = natsUsers('*').map(({ user }) => user);
const stream = `test_${randomBytes(6).toString('hex')}`;
const others = (service: string) =>
  listeners.flatMap((one) =>
    one.service !== service && one.handler ? [{ ...one, name: consumerName(one.service, one.handler) }] : [],
  );

let operator: NatsConnection;
let manager: JetStreamManager;

beforeAll(async () => {
  operator = await connectToNats();
  manager = await jetstreamManager(operator);
  await manager.streams.add({ name: stream, subjects: [`${stream}.>`], allow_direct: true });
});
afterAll(async () => {
  await manager.streams.delete(stream);
  await operator.close();
});

/** The connection of an attacker who knows one service's password. */
async function as<T>(service: string, work: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const connection = await connect({ ...natsServers({ url: testNats(service) }), inboxPrefix: inboxPrefix(service) });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const refusal = (connection: NatsConnection, subject: string, payload: object | string = ''): Promise<unknown> =>
  connection.request(subject, typeof payload === 'string' ? payload : JSON.stringify(payload), { timeout: 2_000 }).then(
    () => 'served',
    (error: Error) =>
      error.cause instanceof PermissionViolationError || error instanceof PermissionViolationError ? 'refused' : error,
  );

describe('NATS', () => {
  it('refuses connections without a password, or with a wrong one', async () => {
    const { servers } = natsServers({ url: testNats() });
    await expect(connect({ servers })).rejects.toThrow(/authorization/i);
    await expect(connect({ servers, user: 'users', pass: 'guess' })).rejects.toThrow(/authorization/i);
  });

  it.each(serviceNames)('refuses a forged event from %s', async (service) => {
    const event = service === 'users' ? discoveryCreated : accountErased;
    const { messages } = (await manager.streams.info(stream)).state;
    expect(await as(service, (connection) => refusal(connection, `${stream}.${event.subject}`, { forged: true }))).toBe(
      'refused',
    );
    expect((await manager.streams.info(stream)).state.messages).toBe(messages);
  });

  it.each(services)('lets %s do all that it needs', async (service) => {
    const bus = new Bus({ url: testNats(service), stream, service, name: service });
    bus.open();
    try {
      await eventually(() => expect(bus.connected).toBe(true));
      await bus.ensureStream();
      expect(await bus.lastMessageText('services.position.none')).toBeUndefined();
      await expect(bus.lastMessageText(discoveryCreated.subject)).rejects.toBeInstanceOf(PermissionViolationError);
      const taken: string[] = [];
      const take = (message: JsMsg) => {
        taken.push(message.subject);
        message.ack();
      };
      const began = new Date();
      for (const { handler, subject } of listeners.filter((listener) => listener.service === service)) {
        const feed = await (handler
          ? bus.consume(consumerName(service, handler), subject, 10, take)
          : bus.readFrom(subject, began, take));
        await manager.jetstream().publish(`${stream}.${subject}`, '{}');
        await eventually(() => expect(taken).toContain(`${stream}.${subject}`));
        if (handler)
          await eventually(async () =>
            expect((await manager.consumers.info(stream, consumerName(service, handler))).num_ack_pending).toBe(0),
          );
        await feed.close();
      }
      const results = await bus.publish(
        [`${service}.something.v1`, 'services.account-data-erased.v1'].map((subject) => ({
          id: randomBytes(8).toString('hex'),
          subject,
          payload: '{}',
        })),
      );
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    } finally {
      await bus.close();
    }
  });

  it.each(services)(
    'keeps %s from the stream’s settings, from other consumers and from what it does not listen to',
    async (service) => {
      const [other] = others(service) as [(typeof listeners)[number] & { name: string }];
      await manager.consumers
        .add(stream, {
          durable_name: other.name,
          filter_subject: `${stream}.${other.subject}`,
          ack_policy: AckPolicy.Explicit,
        })
        .catch(() => undefined);
      const unheard =
        listeners.find(({ subject }) => !listeners.some((one) => one.service === service && one.subject === subject))
          ?.subject ?? 'someone.something.v1';
      const consumer = (name: string, subject: string) => ({
        stream_name: stream,
        action: '',
        config: { name, filter_subject: `${stream}.${subject}`, ack_policy: 'none' },
      });
      await as(service, async (connection) => {
        for (const action of ['DELETE', 'PURGE', 'UPDATE', 'MSG.DELETE', 'MSG.GET', 'SNAPSHOT']) {
          expect({ action, is: await refusal(connection, `$JS.API.STREAM.${action}.${stream}`, {}) }).toEqual({
            action,
            is: 'refused',
          });
        }
        for (const [subject, payload] of [
          [`$JS.API.CONSUMER.DELETE.${stream}.${other.name}`, ''],
          [`$JS.API.CONSUMER.MSG.NEXT.${stream}.${other.name}`, ''],
          [
            `$JS.API.CONSUMER.CREATE.${stream}.${other.name}.${stream}.${other.subject}`,
            consumer(other.name, other.subject),
          ],
          [`$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${other.name}`, consumer(other.name, other.subject)],
          [`$JS.API.CONSUMER.CREATE.${stream}.mine.${stream}.${unheard}`, consumer('mine', unheard)],
          [`$JS.API.CONSUMER.CREATE.${stream}.mine`, consumer('mine', '>')],
          [`$JS.API.CONSUMER.CREATE.${stream}`, consumer('mine', '>')],
          [`$JS.ACK.${stream}.${other.name}.1.1.1.1.0`, '+TERM'],
          [`$JS.API.DIRECT.GET.${stream}`, ''],
          [`$JS.API.DIRECT.GET.${stream}.${stream}.${other.subject}`, ''],
          ['$JS.API.STREAM.NAMES', ''],
        ] as const) {
          expect({ subject, is: await refusal(connection, subject, payload) }).toEqual({ subject, is: 'refused' });
        }
        for (const subject of [`${stream}.>`, `${inboxPrefix(other.service)}.>`, '>']) {
          const error = await new Promise((resolve) => connection.subscribe(subject, { callback: resolve }));
          expect(error).toBeInstanceOf(PermissionViolationError);
        }
      });
      expect((await manager.consumers.info(stream, other.name)).config.filter_subject).toBe(
        `${stream}.${other.subject}`,
      );
    },
  );
});

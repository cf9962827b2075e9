import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { Jobs, JobsWorker } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { statementsOf } from '../../test/statements.js';
import type { UsersConfig } from '../config.js';
import { tables } from '../tables.js';
import { MessageSender } from './message-sender.js';
import { Message } from './message.entity.js';
import { Messages, type OutgoingMessage } from './messages.js';

let database: OpenDatabase;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.dataSource.query('DELETE FROM messages; DELETE FROM users_jobs._private_jobs');
});
afterAll(() => database.close());

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** An SMS provider that returns each status in turn, the last one for good. */
async function smsProvider(...statuses: number[]) {
  const requests: { headers: IncomingMessage['headers']; body: unknown }[] = [];
  const server = createHttp((request, response) => {
    void text(request).then((body) => {
      requests.push({ headers: request.headers, body: JSON.parse(body) });
      response.writeHead(statuses.length > 1 ? statuses.shift()! : statuses[0]!).end('{}');
    });
  });
  return { requests, url: `http://127.0.0.1:${await listen(server)}/send` };
}

/** A mail server that takes everything. */
async function mailServer() {
  const mails: string[] = [];
  const server = createTcp((socket) => {
    let mail: string | undefined;
    let rest = '';
    socket.write('220 mail\r\n');
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        const lines = (rest + chunk.toString()).split('\r\n');
        rest = lines.pop()!;
        for (const line of lines) {
          if (mail !== undefined && line !== '.') mail += `${line}\n`;
          else if (mail !== undefined) {
            mails.push(mail);
            mail = undefined;
            socket.write('250 taken\r\n');
          } else if (line === 'DATA') {
            mail = '';
            socket.write('354 go on\r\n');
          } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        }
      });
  });
  return { mails, url: `smtp://127.0.0.1:${await listen(server)}` };
}

const sms: OutgoingMessage = {
  channel: 'sms',
  to: '+61491570006',
  subject: 'Code',
  text: 'Your code is 123456.',
  code: '123456',
};
/** As it goes out: its last line is what browsers expect of a code for the product's site. */
const SENT = 'Your code is 123456.\n\n@sprayhunt.example #123456';
const mail: OutgoingMessage = { ...sms, channel: 'email', to: 'ann@example.com' };

function start(config: Partial<UsersConfig>) {
  const full = {
    PUBLIC_URL: 'https://sprayhunt.example',
    SMS_DRIVER: 'inbox',
    EMAIL_DRIVER: 'inbox',
    SMS_FROM: 'Sprayhunt',
    ...config,
  } as UsersConfig;
  const jobs = new Jobs('users');
  const sender = new MessageSender(database.dataSource, full, jobs);
  const worker = new JobsWorker(jobs, database.dataSource, 4, { poll: 100, recover: 1_000, restart: 100 });
  closing.push(async () => {
    await worker.beforeApplicationShutdown();
    sender.onApplicationShutdown();
  });
  worker.onApplicationBootstrap();
  const messages = new Messages(full, jobs);
  return (message: OutgoingMessage, options?: { decoy?: boolean; deleteWhenSent?: boolean }) =>
    database.dataSource.transaction((tx) => messages.write(tx, message, options));
}

const SEND = `task_identifier = 'send-message'`;
const sending = () =>
  database.dataSource.query<{ attempts: number; wait: number }[]>(
    `SELECT attempts, extract(epoch FROM run_at - now())::float AS wait FROM users_jobs.jobs WHERE ${SEND}`,
  );
/** Makes the next try due, once the first one has failed; `tries` counts the failed ones. */
const tryNow = (attempts: number) =>
  eventually(async () => {
    const again = await database.dataSource.query<object[]>(
      `SELECT FROM users_jobs.reschedule_jobs((SELECT array_agg(id) FROM users_jobs.jobs WHERE ${SEND} AND attempts = 1
        AND locked_at IS NULL), run_at => now(), attempts => $1)`,
      [attempts],
    );
    expect(again).toHaveLength(1);
  });

const rows = () => database.dataSource.manager.find(Message, { order: { id: 'ASC' } });

describe('messages', () => {
  it('go to the SMS provider after the commit, and leave no code behind', async () => {
    const { requests, url } = await smsProvider(200);
    const write = start({ SMS_DRIVER: 'http', SMS_HTTP_URL: url, SMS_HTTP_TOKEN: 'secret' });
    await write(sms);
    await eventually(async () => expect(await rows()).toMatchObject([{ state: 'sent', text: '', code: null }]));
    expect(requests).toMatchObject([
      { headers: { authorization: 'Bearer secret' }, body: { to: sms.to, from: 'Sprayhunt', text: SENT } },
    ]);
  });

  it('are tried again, later and under the same key, when the provider fails', async () => {
    const { requests, url } = await smsProvider(503, 200);
    const write = start({ SMS_DRIVER: 'http', SMS_HTTP_URL: url, SMS_HTTP_TOKEN: 'secret' });
    await write(sms);
    await eventually(async () => {
      const [job] = await sending();
      expect(job).toMatchObject({ attempts: 1 });
      expect(job!.wait).toBeGreaterThan(1);
      expect(job!.wait).toBeLessThan(5.5);
    });
    expect(await rows()).toMatchObject([{ state: 'queued' }]);
    await tryNow(1);
    await eventually(async () => expect(await rows()).toMatchObject([{ state: 'sent' }]));
    expect(requests[0]!.headers['idempotency-key']).toBe(requests[1]!.headers['idempotency-key']);
  });

  it('are given up, without their code, when the code would be too old', async () => {
    const { url } = await smsProvider(500);
    const write = start({ SMS_DRIVER: 'http', SMS_HTTP_URL: url, SMS_HTTP_TOKEN: 'secret' });
    await write(sms);
    await tryNow(5);
    await eventually(async () => expect(await rows()).toMatchObject([{ state: 'failed', text: '', code: null }]));
    await eventually(async () => expect(await sending()).toEqual([]));
  });

  it('to an erased player are not stored, sent or dead', async () => {
    const { requests, url } = await smsProvider(200, 500);
    const write = start({ SMS_DRIVER: 'http', SMS_HTTP_URL: url, SMS_HTTP_TOKEN: 'secret' });
    await write(sms, { deleteWhenSent: true });
    await eventually(async () => expect([requests.length, await rows()]).toEqual([1, []]));
    await write(sms, { deleteWhenSent: true });
    await tryNow(5);
    await eventually(async () => expect(await rows()).toEqual([]));
  });

  it('go out by e-mail', async () => {
    const { mails, url } = await mailServer();
    const write = start({ EMAIL_DRIVER: 'smtp', SMTP_URL: url, EMAIL_FROM: 'Sprayhunt <hello@example.com>' });
    await write(mail);
    await write({ ...mail, unsubscribeUrl: 'https://sprayhunt.example/api/unsubscribe/t' });
    await eventually(async () =>
      expect(await rows()).toMatchObject([
        { state: 'sent', text: '' },
        { state: 'sent', unsubscribeUrl: null },
      ]),
    );
    expect(mails).toHaveLength(2);
    const headers = mails.map((each) => /^List-Unsubscribe.*(\nList-Unsubscribe.*)*/m.exec(each)?.[0]).sort();
    expect(headers).toEqual([
      'List-Unsubscribe: <https://sprayhunt.example/api/unsubscribe/t>\nList-Unsubscribe-Post: ' +
        'List-Unsubscribe=One-Click',
      undefined,
    ]);
    expect(mails[0]).toContain('To: ann@example.com');
    expect(mails[0]).toContain(mail.text);
  });

  it('of a process that died are sent by the next one, each once by two senders', async () => {
    const { requests, url } = await smsProvider(200);
    const config = {
      PUBLIC_URL: 'https://sprayhunt.example',
      SMS_DRIVER: 'http',
      SMS_HTTP_URL: url,
      SMS_HTTP_TOKEN: 'secret',
    } as const;
    await database.dataSource.transaction(async (tx) => {
      for (let count = 0; count < 30; count += 1)
        await new Messages(config as UsersConfig, new Jobs('users')).write(tx, sms);
    });
    start(config);
    start(config);
    await eventually(async () => expect((await rows()).every(({ state }) => state === 'sent')).toBe(true));
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(30);
    expect(requests).toHaveLength(30);
  });

  it('a decoy takes the same work as a message, and is sent to no one', async () => {
    const { requests, url } = await smsProvider(200);
    const config = {
      PUBLIC_URL: 'https://sprayhunt.example',
      SMS_DRIVER: 'http',
      SMS_HTTP_URL: url,
      SMS_HTTP_TOKEN: 'secret',
    } as const;
    const messages = new Messages(config as UsersConfig, new Jobs('users'));
    const work = (decoy: boolean) =>
      statementsOf(() =>
        database.dataSource.transaction((tx) =>
          messages.write(tx, { ...sms, text: decoy ? 'For nobody' : sms.text }, { decoy }),
        ),
      );
    const real = await work(false);
    expect(real).toHaveLength(2);
    expect(await work(true)).toEqual(real);
    start(config);
    await eventually(async () => expect(await sending()).toEqual([]));
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'decoy']);
    expect(requests.map(({ body }) => body)).toMatchObject([{ text: SENT }]);
  });

  it('are shown in the local inbox with the commit; a decoy is not', async () => {
    const write = start({});
    await write(sms);
    await write(mail, { decoy: true });
    expect(await rows()).toMatchObject([{ state: 'sent', code: '123456' }, { state: 'decoy' }]);
    expect(await sending()).toEqual([]);
  });
});

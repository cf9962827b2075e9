// docs/operations/rotate.md, "Secrets of other providers": those of Stripe's endpoint, the mail server and the provider
// of SMS, while players pay and ask for codes.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@sprayhunt/service-kit/testing';
import { expect, it } from '@jest/globals';
import { Buyer, stripeAt } from '../system/buyer.js';
import { expectInvariants } from '../system/invariants.js';
import { Player } from '../system/player.js';
import { startMailServer } from './mail-server.js';
import { asSuperuser, product, restart, valuesOf, expectNoInterruption } from './product.js';

const newSecret = () => randomBytes(32).toString('hex');
const SOON = { timeout: 20_000, interval: 100 };

async function sandbox<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(
    `${product.stack.sandboxUrl}/_sandbox${path}`,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** A guest buys something, and the order is paid. */
async function buy(): Promise<Buyer> {
  const {
    rows: [tote],
  } = await asSuperuser(`SELECT id FROM commerce.products WHERE slug = 'cap-tote'`);
  const buyer = Buyer.guest(product.stack.url, stripeAt(product.stack.sandboxUrl));
  await buyer.checkout((tote as { id: string }).id);
  await buyer.confirm();
  await eventually(async () => expect(await buyer.order()).toMatchObject({ status: 'paid' }), SOON);
  return buyer;
}

it("the secret of Stripe's endpoint is exchanged while both sign", async () => {
  const [former, latter] = [valuesOf('secrets.json').paymentsWebhookSecret!, newSecret()];
  await buy();
  const [{ url }] = await sandbox<[{ url: string }]>('/webhooks/endpoints');
  const endpoint = (secrets: { secret: string; former_secret?: string }) =>
    sandbox('/webhooks/endpoints', { url, ...secrets });
  const statuses = async () =>
    (await sandbox<{ status: number | null }[]>('/webhooks/log')).map(({ status }) => status);
  await sandbox('/webhooks/flush', {});
  const before = (await statuses()).length;
  await expectNoInterruption(async () => {
    await endpoint({ secret: latter, former_secret: former });
    await Promise.all([buy(), restart('commerce', { STRIPE_WEBHOOK_SECRET: latter })]);
    await buy();
    await endpoint({ secret: latter });
    await buy();
  });
  await sandbox('/webhooks/flush', {});
  const during = (await statuses()).slice(before);
  expect(during.length).toBeGreaterThan(3);
  expect(new Set(during)).toEqual(new Set([204]));

  // The former one opens nothing any more.
  await endpoint({ secret: former });
  await stripeAt(product.stack.sandboxUrl).customers.create({ name: 'Zoe' });
  await eventually(async () => expect((await statuses()).at(-1)).toBe(400), SOON);
  await endpoint({ secret: latter });
  await sandbox('/webhooks/flush', {});
  await expectInvariants(product.stack, product.players);
}, 120_000);

it('the password of the mail server and the token of the provider of SMS are exchanged while two are valid', async () => {
  const [former, latter] = [newSecret(), newSecret()];
  const mail = await startMailServer();
  const provider = { tokens: new Set([former]), texts: 0, refused: 0 };
  const sms = createServer(({ headers }, response) => {
    const isIn = provider.tokens.has(headers.authorization?.replace('Bearer ', '') ?? '');
    provider[isIn ? 'texts' : 'refused'] += 1;
    response.writeHead(isIn ? 200 : 401).end('{}');
  });
  await once(sms.listen(0, '127.0.0.1'), 'listening');
  const users = (secret: string) =>
    restart('users', {
      EMAIL_DRIVER: 'smtp',
      SMTP_URL: `smtp://users:${secret}@127.0.0.1:${mail.port}`,
      EMAIL_FROM: 'play@example.org',
      SMS_DRIVER: 'http',
      SMS_HTTP_URL: `http://127.0.0.1:${(sms.address() as AddressInfo).port}/send`,
      SMS_HTTP_TOKEN: secret,
    });
  /** A code by SMS, and the mail of an order. */
  const messages = async () => {
    const [texts, { phone }] = [provider.texts, product.players[0]!];
    expect((await Player.guest(product.stack.url).send('POST', '/api/login/code', { contact: phone })).status).toBe(
      202,
    );
    const { email } = await buy();
    await eventually(
      () => expect([provider.texts > texts, mail.recipients.includes(email)]).toEqual([true, true]),
      SOON,
    );
  };
  mail.passwords.add(former);
  try {
    await expectNoInterruption(async () => {
      await users(former);
      await messages();
      for (const accepted of [mail.passwords, provider.tokens]) accepted.add(latter);
      await Promise.all([messages(), users(latter)]);
      for (const accepted of [mail.passwords, provider.tokens]) accepted.delete(former);
      await messages();
    });
    expect([mail.refused, provider.refused]).toEqual([0, 0]);
  } finally {
    await restart('users', { EMAIL_DRIVER: 'inbox', SMS_DRIVER: 'inbox' });
    mail.close();
    sms.close();
  }
  await expectInvariants(product.stack, product.players);
}, 120_000);

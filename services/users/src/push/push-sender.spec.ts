import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pushBrowser, type PushService, startPushService } from '../../test/push-service.js';
import { PushSender } from './push-sender.js';

const { read, ...keys } = pushBrowser();
let service: PushService;

beforeAll(async () => {
  service = await startPushService();
});
beforeEach(() => void Object.assign(service, { status: 201, received: [] }));
afterAll(() => service.stop());

const send = (from = service.sender()) =>
  from.send({ endpoint: `https://${service.host}/send/1`, ...keys }, 'Zwölf neue Likes');

describe('a push message', () => {
  it('can be read by the browser only, and is signed for the push service by the key that the browser subscribed with', async () => {
    expect(await send()).toBe('sent');
    const [{ headers, body, path: sentTo }] = service.received as [PushService['received'][0]];
    expect([sentTo, headers['content-encoding'], headers.ttl]).toEqual(['/send/1', 'aes128gcm', '86400']);
    expect(read(body)).toBe('Zwölf neue Likes');
    const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization!)!;
    expect(key).toBe(service.sender().publicKey);
    const [head, claims, signature] = token!.split('.') as [string, string, string];
    const point = Buffer.from(key!, 'base64url');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: `https://${service.host}`,
      sub: 'mailto:push@example.com',
    });
  });

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [400, 'refused'],
    // As for a browser that is subscribed to the key of before.
    [401, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
    [307, 'refused'],
  ])('that gets %i is %s, with one request and no redirect', async (code, result) => {
    service.status = code;
    expect(await send()).toBe(result);
    expect(service.received).toHaveLength(1);
  });

  it.each([429, 500, 503])('that gets %i may be sent again', async (code) => {
    service.status = code;
    await expect(send()).rejects.toThrow(`The push service returned ${code}`);
  });

  it('leaves the endpoint out of the error where the push service cannot be reached', async () => {
    const away = service.sender(['localhost:1']).send({ endpoint: 'https://localhost:1/secret', ...keys }, 'x');
    await expect(away).rejects.toThrow(/^The push service could not be reached: E[A-Z]+$/);
  });

  it('goes to no other host, and nowhere without a key', async () => {
    expect(await send(service.sender(['push.example']))).toBe('refused');
    const keyless = new PushSender({
      PUSH_PRIVATE_KEY: undefined,
      PUSH_HOSTS: [service.host],
      PUSH_CONTACT: 'mailto:push@example.com',
    });
    expect([keyless.publicKey, await send(keyless)]).toEqual([null, 'refused']);
    expect(service.received).toEqual([]);
  });
});

describe('an endpoint', () => {
  it.each([
    ['https://push.example/a', true],
    ['https://eu.notify.example/a', true],
    ['http://push.example/a', false],
    ['https://push.example:8443/a', false],
    ['https://user@push.example/a', false],
    ['https://push.example.evil.test/a', false],
    ['https://evilnotify.example/a', false],
    ['https://notify.example/a', false],
    ['https://127.0.0.1/a', false],
    ['https://push.example@127.0.0.1/a', false],
    ['push.example', false],
    ['https://push.example\\@evil.example/a', false],
    ['https:\\\\push.example/a', false],
    ['https://:secret@push.example/a', false],
    ['https://push.example:443/a', false],
    ['HTTPS://push.example/a', false],
    ['https://PUSH.example/a', false],
    [' https://push.example/a', false],
    ['https://push.example/a\t', false],
    ['https://push.example/a/../b', false],
    ['https://push.example/a#b', false],
    ['https://push.example/w/?token=BQYA%2b%3d', true],
  ])('%s: %s', (endpoint, allowed) => {
    expect(service.sender(['push.example', '*.notify.example']).isAllowed(endpoint)).toBe(allowed);
  });
});

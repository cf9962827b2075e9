import { randomBytes } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { messagePoster } from './post-message.js';
import { isPublicAddress } from './public-address.js';
import { faultOfUrl } from './webhook-input.js';

let server: Server;
let origin: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let asked = 0;
const bodies: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      respond(request, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const MESSAGE = { id: 'change_7', body: '{"type":"ping"}' };
const secret = randomBytes(32);

/** Names that resolve to these addresses. */
const resolving = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never;

describe('a message', () => {
  it('is signed with every secret, as the specification requires', async () => {
    const { post, close } = messagePoster(true);
    const [former, at] = [randomBytes(32), new Date()];
    let headers: Record<string, string> = {};
    respond = (request, response) => (
      (headers = request.headers as Record<string, string>),
      response.writeHead(204).end()
    );
    expect(await post(`${origin}/hook`, [secret, former], MESSAGE, at)).toMatchObject({ status: 204, error: null });
    for (const known of [secret, former])
      expect(new Webhook(`whsec_${known.toString('base64')}`).verify(bodies.at(-1)!, headers)).toEqual({
        type: 'ping',
      });
    expect(() => new Webhook(randomBytes(32), { format: 'raw' }).verify(bodies.at(-1)!, headers)).toThrow();
    expect(headers).toMatchObject({ 'webhook-id': 'change_7', 'content-type': 'application/json' });
    await close();
  });

  it('follows no redirect, reads little of an endless response, and returns how long to wait', async () => {
    const { post, close } = messagePoster(true);
    respond = (_, response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end();
    const before = asked;
    expect(await post(origin, [secret], MESSAGE, new Date())).toMatchObject({ status: 302, error: 'REDIRECT' });
    expect(asked).toBe(before + 1);
    let written = 0;
    respond = (_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (!response.destroyed && written < 200_000_000 && response.write(chunk)) written += chunk.length;
        if (!response.destroyed && written < 200_000_000) response.once('drain', more);
      };
      more();
    };
    expect(await post(origin, [secret], MESSAGE, new Date())).toMatchObject({ status: 200, error: null });
    expect(written).toBeLessThan(50_000_000);
    respond = (_, response) => response.writeHead(503, { 'retry-after': '90' }).end();
    expect(await post(origin, [secret], MESSAGE, new Date())).toMatchObject({
      status: 503,
      error: 'STATUS',
      retryAfter: 90,
    });
    await close();
  });

  it.each([
    ['an address of this machine', ['127.0.0.1']],
    ['a public address and a private one', ['93.184.216.34', '10.0.0.7']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['an address in disguise', ['::ffff:127.0.0.1']],
    ['nothing', []],
  ])('is not sent to a name that resolves to %s', async (_, addresses) => {
    const { post, close } = messagePoster(false, resolving(...addresses));
    const before = asked;
    expect(await post(origin.replace('127.0.0.1', 'partner.example'), [secret], MESSAGE, new Date())).toMatchObject({
      status: null,
      error: 'ADDRESS_FORBIDDEN',
    });
    expect(asked).toBe(before);
    await close();
  });

  it('is not sent to an address in the place of a name, however it is written', async () => {
    const { post, close } = messagePoster(false);
    const { port } = new URL(origin);
    const before = asked;
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:7f00:1]', '0.0.0.0'])
      expect([host, await post(`http://${host}:${port}/`, [secret], MESSAGE, new Date())]).toEqual([
        host,
        expect.objectContaining({ error: 'ADDRESS_FORBIDDEN' }),
      ]);
    expect(asked).toBe(before);
    await close();
  });

  it('returns the reason of a failure', async () => {
    const { post, close } = messagePoster(true, ((_name: string, _options: object, done: (error: Error) => void) =>
      done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))) as never);
    expect(await post('https://nowhere.example/', [secret], MESSAGE, new Date())).toMatchObject({
      status: null,
      error: 'NAME_NOT_FOUND',
    });
    expect(await post('http://127.0.0.1:1/', [secret], MESSAGE, new Date())).toMatchObject({
      status: null,
      error: 'CONNECTION',
    });
    await close();
  });
});

describe('addresses', () => {
  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '168.63.129.16',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'ff02::1',
    'fec0::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['https://partner.example/hook?x=1', true],
    ['https://1.1.1.1:8443/', true],
    ['http://partner.example/', false],
    ['https://10.0.0.1/', false],
    ['https://[::1]/', false],
    ['https://me:secret@partner.example/', false],
    ['https://partner.example/#x', false],
    ['ftp://partner.example/', false],
    ['partner.example', false],
  ])('%s can be an endpoint: %s', (url, can) => expect(faultOfUrl(url, false) === undefined).toBe(can));
});

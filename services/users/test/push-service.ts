import { execFileSync } from 'node:child_process';
import { createDecipheriv, createECDH, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PushSender } from '../src/push/push-sender.js';

const vapidKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d!;

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A browser's push service on this machine. It returns `status` to each message. */
export async function startPushService() {
  const folder = mkdtempSync(path.join(tmpdir(), 'push-'));
  const [key, cert] = [path.join(folder, 'key'), path.join(folder, 'cert')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const ca = readFileSync(cert);
  const service = { status: 201, received: [] as ReceivedPush[] };
  const server = createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        service.received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) });
        response.writeHead(service.status, { location: '/elsewhere' }).end('x'.repeat(100_000));
      });
  });
  rmSync(folder, { recursive: true });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    host,
    /** A sender with a key, to these hosts. */
    sender: (hosts = [host]): PushSender => {
      const made = new PushSender({
        PUSH_PRIVATE_KEY: vapidKey,
        PUSH_HOSTS: hosts,
        PUSH_CONTACT: 'mailto:push@example.com',
      });
      // The machine does not trust the certificate of this server.
      Object.assign(made, { agent: new Agent({ ca, keepAlive: false }) });
      return made;
    },
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  });
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** A browser with its keys. */
export function pushBrowser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    /** As a browser does it: RFC 8291 and 8188, one record. */
    read: (body: Buffer): string => {
      const [salt, sent] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)];
      const derive = (secret: Uint8Array, saltOf: Uint8Array, info: Uint8Array, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, saltOf, info, length));
      const shared = derive(
        keys.computeSecret(sent),
        auth,
        Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sent]),
        32,
      );
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
        derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
      );
      const record = body.subarray(21 + sent.length);
      decipher.setAuthTag(record.subarray(-16));
      const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      return text.subarray(0, text.lastIndexOf(2)).toString();
    },
  };
}

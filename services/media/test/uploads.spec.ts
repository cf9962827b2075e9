import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { eventually, publishedEvents } from '@sprayhunt/service-kit/testing';
import { guest } from '@sprayhunt/service-kit/harness';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Spool } from '../src/uploads/spool.js';
import { cameraJpeg, pngBomb, SCRIPT, stripes, SVG } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

const MEGABYTE = 1_048_576;

let media: RunningMedia;
beforeAll(async () => {
  media = await runMedia({ UPLOAD_IDLE_SECONDS: '1', UPLOAD_SECONDS: '3', MODE: 'local', ORPHAN_HOURS: '24' });
});
afterAll(() => media.stop());

const stateOf = async (id: string) =>
  (await media.database.query<{ state: string }[]>('SELECT state FROM uploads WHERE id = $1', [id]))[0]?.state;
/** Uploads on the local disk, and objects that are half written. */
const unfinished = async () => (await media.stored()).filter((path) => !path.startsWith('objects/'));

/** A real JPEG that is as large as wanted: a decoder stops at its end-of-image code. */
const padded = (jpeg: Buffer, bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);

describe('requesting an upload', () => {
  it('gives a guest with a session an address of our own that is good for one file [REST-19]', async () => {
    const { uploadURL, id } = await media.ticket();
    expect(uploadURL).toMatch(/^https:\/\/play\.example\/api\/uploads\/[0-9a-f-]{36}\?token=\d+\.[\w-]{43}$/);
    expect(await stateOf(id)).toBe('waiting');
  });

  it('refuses a caller without any session', async () => {
    const { errors } = await media.requestUpload({ kind: 'guest' });
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('keeps no client address, only a keyed hash of it', async () => {
    const caller = guest();
    const { id } = await media.ticket(caller);
    const [row] = await media.database.query<{ address_hash: string }[]>(
      'SELECT address_hash FROM uploads WHERE id = $1',
      [id],
    );
    expect(row!.address_hash).toHaveLength(22);
    expect(row!.address_hash).not.toContain(caller.address!);
  });
});

describe('sending a photo', () => {
  it('takes the file by PUT and returns the picture with place and time from its metadata [REST-20 DOCM-29]', async () => {
    const { path, uploadURL, id } = await media.ticket();
    const { status, body, headers } = await media.put(path, await cameraJpeg({ orientation: 6 }));
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      uploadURL,
      imageUrl: `/objects/${id}`,
      width: 400,
      height: 600,
      thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      suggestion: { latitude: 45.5225, longitude: -73.5905, takenAt: '2025-06-14T15:30:05-04:00' },
    });
    expect(await stateOf(id)).toBe('ready');
    expect(await unfinished()).toEqual([]);
  });

  it('has the picture stored and MediaReady in the outbox when it responds [REST-21]', async () => {
    const caller = guest();
    const id = await media.picture(caller, await cameraJpeg());
    const [{ event }] = await media.database.query<[{ event: { type: string; data: Record<string, unknown> } }]>(
      `SELECT event FROM ${publishedEvents()} WHERE event -> 'data' ->> 'pictureId' = $1`,
      [id],
    );
    expect(event.type).toBe('media.media-ready.v1');
    expect(event.data).toMatchObject({
      pictureId: id,
      ownerId: caller.subject,
      purpose: 'discovery',
      width: 600,
      height: 400,
    });
    const stored = await Promise.all(
      ['small', 'medium', 'large'].map((size) => media.store.stat(`objects/${id.slice(-2)}/${id}/${size}.webp`)),
    );
    expect(stored.reduce((sum, object) => sum + object!.bytes, 0)).toBe(event.data['bytes']);
  });

  it('publishes MediaReady on the bus', async () => {
    const id = await media.picture(guest(), await cameraJpeg());
    await eventually(async () => {
      expect(
        await media.database.query<object[]>(`SELECT FROM sent_events WHERE event -> 'data' ->> 'pictureId' = $1`, [
          id,
        ]),
      ).toHaveLength(1);
    });
  });

  it('uses the bytes and not the headers', async () => {
    const claims = await media.ticket();
    expect((await media.put(claims.path, await cameraJpeg(), { 'content-type': 'application/json' })).status).toBe(200);
    const none = await media.ticket();
    expect((await media.send('PUT', none.path, await cameraJpeg())).status).toBe(200);
  });

  it('takes a body of unknown length', async () => {
    const { path } = await media.ticket();
    const jpeg = await cameraJpeg();
    const { status } = await media.send('PUT', path, Readable.from([jpeg.subarray(0, 999), jpeg.subarray(999)]), {
      'transfer-encoding': 'chunked',
    });
    expect(status).toBe(200);
  });

  it('repeats its response to the same address without reading the file again', async () => {
    const { path, id } = await media.ticket();
    const first = await media.put(path, await cameraJpeg());
    const again = await media.put(path, await cameraJpeg());
    const other = await media.put(path, await stripes(50, 50).png().toBuffer());
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(other).toMatchObject({ status: 200, body: first.body });
    const [{ count }] = await media.database.query<[{ count: string }]>(
      `SELECT count(*) FROM ${publishedEvents()} WHERE event -> 'data' ->> 'pictureId' = $1`,
      [id],
    );
    expect(count).toBe('1');
  });

  it('makes one picture when several senders use one address at once', async () => {
    const { path, id } = await media.ticket();
    const files = await Promise.all([cameraJpeg(), stripes(90, 60).png().toBuffer(), cameraJpeg({ orientation: 8 })]);
    const responses = await Promise.all(files.map((file) => media.put(path, file)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const [{ count }] = await media.database.query<[{ count: string }]>(
      `SELECT count(*) FROM ${publishedEvents()} WHERE event -> 'data' ->> 'pictureId' = $1`,
      [id],
    );
    expect(count).toBe('1');
    expect(await unfinished()).toEqual([]);
  });

  it('takes many at once and returns each its own picture', async () => {
    const sizes = Array.from({ length: 12 }, (_, i) => 100 + i);
    const responses = await Promise.all(
      sizes.map(async (size) => {
        const { path } = await media.ticket();
        return media.put(path, await stripes(size, size).jpeg().toBuffer());
      }),
    );
    expect(responses.map(({ body }) => body.width)).toEqual(sizes);
  });
});

describe('who may send', () => {
  it('refuses an address that was tampered with', async () => {
    const { path, id } = await media.ticket();
    const other = await media.ticket();
    const [expiry, signature] = path.split('token=')[1]!.split('.');
    const tampered = [
      path.replace(id, other.id),
      path.replace(expiry!, String(Number(expiry) + 60)),
      path.replace(signature!, `${signature!.slice(0, -2)}AA`),
      path.split('?')[0]!,
      `${path.split('?')[0]}?token=`,
      `${path}&token=x`,
      `/api/uploads/..%2f..%2fetc%2fpasswd?token=${expiry}.${signature}`,
    ];
    for (const address of tampered) {
      const { status, headers, body } = await media.put(address, await cameraJpeg());
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      expect(headers['content-type']).toContain('application/problem+json');
    }
    expect(await stateOf(id)).toBe('waiting');
  });

  it('refuses an address that has expired', async () => {
    const { signUpload } = await import('../src/uploads/upload-token.js');
    const { id } = await media.ticket();
    const token = signUpload(media.config.UPLOAD_SECRET, id, new Date(Date.now() - 1_000));
    const { status, body } = await media.put(`/api/uploads/${id}?token=${token}`, await cameraJpeg());
    expect([status, body.code, body.detail]).toEqual([
      403,
      'FORBIDDEN',
      'This upload address has expired. Request a new one.',
    ]);
  });

  it('returns 404 when a valid ticket was swept', async () => {
    const { id, path } = await media.ticket();
    await media.database.query('DELETE FROM uploads WHERE id = $1', [id]);
    expect((await media.put(path, await cameraJpeg())).body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('how large a file may be', () => {
  it('accepts a discovery photo of 10485760 bytes and refuses one byte more [DOCM-30]', async () => {
    const jpeg = await cameraJpeg();
    const fits = await media.ticket();
    expect((await media.put(fits.path, padded(jpeg, 10 * MEGABYTE))).status).toBe(200);
    const over = await media.ticket();
    const { status, body } = await media.put(over.path, padded(jpeg, 10 * MEGABYTE + 1));
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(body.detail).toContain('10485760');
  });

  it('accepts an avatar of 5242880 bytes and refuses one byte more [SIGN-07 SIGN-08 CREATE-28]', async () => {
    const jpeg = await cameraJpeg();
    const fits = await media.ticket(guest(), 'avatar');
    expect((await media.put(fits.path, padded(jpeg, 5 * MEGABYTE))).status).toBe(200);
    const over = await media.ticket(guest(), 'avatar');
    expect((await media.put(over.path, padded(jpeg, 5 * MEGABYTE + 1))).body.code).toBe('PAYLOAD_TOO_LARGE');
  });

  it('refuses a declared length before anything is sent, and the address stays good', async () => {
    const { path } = await media.ticket();
    const silent = new Readable({ read() {} });
    const { status } = await media.send('PUT', path, silent, { 'content-length': '1073741824' });
    expect(status).toBe(413);
    silent.destroy();
    expect((await media.put(path, await cameraJpeg())).status).toBe(200);
  });

  it('stops reading an endless body at the cap', async () => {
    const { path, id } = await media.ticket();
    let given = 0;
    const endless = new Readable({
      read() {
        given += 65_536;
        this.push(randomBytes(65_536));
      },
    });
    const { status, body } = await media.send('PUT', path, endless, { 'transfer-encoding': 'chunked' });
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    // The connection is closed soon after the response: nothing is read any more, although the sender continues.
    await eventually(async () => {
      const before = given;
      await delay(200);
      expect(given).toBe(before);
    });
    endless.destroy();
    expect(await stateOf(id)).toBe('waiting');
    expect(await unfinished()).toEqual([]);
  });

  it('refuses an empty body', async () => {
    const { path } = await media.ticket();
    expect((await media.put(path, Buffer.alloc(0))).body).toMatchObject({ status: 400, code: 'MALFORMED' });
  });
});

describe('what is refused for its content', () => {
  it.each([
    ['SVG called a PNG', SVG, 'image/png'],
    ['HTML called a JPEG', Buffer.from(`<html>${SCRIPT}</html>`), 'image/jpeg'],
    ['random bytes', randomBytes(5_000), 'image/jpeg'],
  ])('returns 415 for %s [DOCM-31]', async (_, file, type) => {
    const { path, id } = await media.ticket();
    const { status, body } = await media.put(path, file, { 'content-type': type });
    expect([status, body.code, body.title]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', 'Unsupported Media Type']);
    expect(await stateOf(id)).toBe('refused');
    expect(await unfinished()).toEqual([]);
    expect(await media.store.stat(`objects/${id.slice(-2)}/${id}/large.webp`)).toBeNull();
  });

  it('returns 422 to a bomb and to a file that was cut off, naming the field', async () => {
    const bomb = await media.ticket();
    expect((await media.put(bomb.path, pngBomb(30_000, 30_000))).body).toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'file', code: 'TOO_MANY_PIXELS' }],
    });
    const cut = await media.ticket();
    const jpeg = await cameraJpeg();
    expect((await media.put(cut.path, jpeg.subarray(0, jpeg.length >> 1))).body).toMatchObject({
      status: 422,
      errors: [{ field: 'file', code: 'DAMAGED' }],
    });
  });

  it('repeats a verdict on the bytes, which is final for the address', async () => {
    const { path } = await media.ticket();
    const first = await media.put(path, SVG);
    const again = await media.put(path, await cameraJpeg());
    expect(again).toMatchObject({ status: 415, body: first.body });
  });
});

describe('senders that fail', () => {
  it('keeps the address valid when a sender disconnects half-way', async () => {
    const { path, id } = await media.ticket();
    const jpeg = await cameraJpeg();
    const half = new Readable({ read() {} });
    half.push(jpeg.subarray(0, 1_000));
    const sending = media.send('PUT', path, half, { 'content-length': String(jpeg.length) });
    await eventually(async () => expect(await unfinished()).toHaveLength(1));
    half.destroy(new Error('tunnel'));
    await expect(sending).rejects.toThrow();
    await eventually(async () => expect(await unfinished()).toEqual([]));
    expect(await stateOf(id)).toBe('waiting');
    expect((await media.put(path, jpeg)).status).toBe(200);
  });

  it('gives up on a sender who stops', async () => {
    const { path } = await media.ticket();
    const stalled = new Readable({ read() {} });
    stalled.push(Buffer.alloc(100));
    const { status, body } = await media.send('PUT', path, stalled, { 'content-length': '5000' });
    expect([status, body.code]).toEqual([400, 'MALFORMED']);
    stalled.destroy();
    expect(await unfinished()).toEqual([]);
  });

  it('gives up on a sender who drips', async () => {
    const { path } = await media.ticket();
    const dripping = Readable.from(
      (async function* () {
        for (;;) {
          yield Buffer.alloc(1);
          await delay(200);
        }
      })(),
    );
    const started = Date.now();
    const { status } = await media.send('PUT', path, dripping, { 'content-length': '5000' });
    expect(status).toBe(400);
    expect(Date.now() - started).toBeLessThan(6_000);
    dripping.destroy();
  });

  it('keeps the connection open after a successful response', async () => {
    const { Agent } = await import('node:http');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { request } = await import('node:http');
    const ports: number[] = [];
    for (let i = 0; i < 2; i++) {
      const { path } = await media.ticket();
      const jpeg = await cameraJpeg();
      await new Promise<void>((resolve, reject) => {
        const sending = request(
          `${media.url}${path}`,
          { method: 'PUT', agent, headers: { 'content-length': jpeg.length } },
          (response) => {
            ports.push(response.socket.localPort!);
            response.resume().once('end', resolve);
          },
        );
        sending.once('error', reject).end(jpeg);
      });
    }
    agent.destroy();
    expect(ports[0]).toBe(ports[1]);
  });
});

describe('crashes between the steps', () => {
  it('accepts the same address again after a crash while a picture was made, also one of the release before this one', async () => {
    const { path, id } = await media.ticket();
    await media.database.query(`UPDATE uploads SET state = 'received' WHERE id = $1`, [id]);
    const { status, body } = await media.put(path, await cameraJpeg());
    expect([status, body.imageUrl]).toEqual([200, `/objects/${id}`]);
  });

  it('gives no verdict on a file that the local disk lost', async () => {
    const { path, id } = await media.ticket();
    const spool = media.app.get(Spool);
    const whole = spool.write.bind(spool);
    spool.write = async (body) => {
      const file = await whole(body);
      await spool.remove(file);
      return file;
    };
    const { status, body } = await media.put(path, await cameraJpeg());
    spool.write = whole;
    expect([status, body.code]).toEqual([500, 'INTERNAL']);
    expect(await stateOf(id)).toBe('waiting');
    expect((await media.put(path, await cameraJpeg())).status).toBe(200);
  });

  it('stores again what a crash before the commit had stored', async () => {
    const { path, id } = await media.ticket();
    await media.store.write(`objects/${id.slice(-2)}/${id}/large.webp`, Buffer.from('another picture'));
    await media.put(path, await cameraJpeg());
    const { body } = await media.get(`/objects/${id}`);
    expect((await sharp(body).metadata()).width).toBe(600);
  });

  it('returns a fault of the store with 500 and an id, and the address stays good', async () => {
    const { path, id } = await media.ticket();
    const whole = media.store.write.bind(media.store);
    media.store.write = () => Promise.reject(new Error('disk full'));
    const { status, body } = await media.put(path, await cameraJpeg());
    media.store.write = whole;
    expect([status, body.code]).toEqual([500, 'INTERNAL']);
    expect(body).toHaveProperty('id');
    expect(JSON.stringify(body)).not.toContain('disk full');
    expect(await stateOf(id)).toBe('waiting');
    expect((await media.put(path, await cameraJpeg())).status).toBe(200);
  });
});

import { Readable } from 'node:stream';
import { guest } from '@sprayhunt/service-kit/harness';
import { eventually, publishedEvents } from '@sprayhunt/service-kit/testing';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cameraJpeg, SVG } from './photos.js';
import { runMedia, type RunningMedia, type Sent } from './running-service.js';

const MEGABYTE = 1_048_576;
const TUS = { 'tus-resumable': '1.0.0' };

let media: RunningMedia;
let photo: Buffer;
beforeAll(async () => {
  media = await runMedia({ UPLOAD_IDLE_SECONDS: '1', UPLOAD_SECONDS: '3' });
  const jpeg = await cameraJpeg();
  photo = Buffer.concat([jpeg, Buffer.alloc(3 * MEGABYTE - jpeg.length)]);
});
afterAll(() => media.stop());

const begin = (path: string, length: number) =>
  media.send('POST', path, undefined, { ...TUS, 'upload-length': String(length) });
const patch = (path: string, offset: number, body: Buffer | Readable, headers: Record<string, string> = {}) =>
  media.send('PATCH', path, body, {
    ...TUS,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    ...headers,
  });
const offsetOf = ({ headers }: Sent<unknown>) => Number(headers['upload-offset']);
const arrived = async (path: string) => offsetOf(await media.send('HEAD', path, undefined, TUS));
const kept = async (id: string) => (await media.stored()).filter((file) => file.startsWith(`parts/${id}/`));
const spooled = async () => (await media.stored()).filter((file) => file.startsWith('.spool/'));
const eventsOf = async (id: string) =>
  (
    await media.database.query<object[]>(
      `SELECT FROM ${publishedEvents()} WHERE event -> 'data' ->> 'pictureId' = $1`,
      [id],
    )
  ).length;

/** Sends the first bytes of a part and then loses the connection. */
async function breakOff(path: string, offset: number, bytes: Buffer): Promise<void> {
  const part = new Readable({ read() {} });
  part.push(bytes);
  const sending = patch(path, offset, part, { 'content-length': String(photo.length - offset) });
  await eventually(async () => expect(await spooled()).toHaveLength(1));
  part.destroy(new Error('tunnel'));
  await expect(sending).rejects.toThrow();
  await eventually(async () => expect(await spooled()).toEqual([]));
}

describe('an upload by a tus client', () => {
  it('arrives in one piece without being stored twice', async () => {
    const { uploadURL, path, id } = await media.ticket();
    const client = await byTusClient(path);
    expect(client).toMatchObject({ url: `${media.url}${path}`, requests: ['POST', 'PATCH'] });
    expect(client.picture).toMatchObject({ uploadURL, imageUrl: `/objects/${id}`, width: 600 });
    expect(await kept(id)).toEqual([]);
    expect(await eventsOf(id)).toBe(1);
  });

  it('arrives in pieces of the client’s choice', async () => {
    const { path, id } = await media.ticket();
    const client = await byTusClient(path, MEGABYTE);
    expect(client.requests).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(client.picture.imageUrl).toBe(`/objects/${id}`);
    expect(await kept(id)).toEqual([]);
    expect(await spooled()).toEqual([]);
  });

  function byTusClient(path: string, chunkSize = Infinity) {
    const requests: string[] = [];
    return new Promise<{ url: string | null; requests: string[]; picture: { uploadURL: string; imageUrl: string } }>(
      (resolve, reject) => {
        const upload = new TusUpload(photo, {
          endpoint: `${media.url}${path}`,
          chunkSize,
          onBeforeRequest: (request) => void requests.push(request.getMethod()),
          onError: reject,
          onSuccess: ({ lastResponse }) =>
            resolve({
              url: upload.url,
              requests,
              picture: JSON.parse(lastResponse.getBody()) as { uploadURL: string; imageUrl: string },
            }),
        });
        upload.start();
      },
    );
  }
});

describe('an upload that breaks off', () => {
  it('goes on where it broke, as often as it breaks', async () => {
    const { path, id } = await media.ticket();
    expect((await begin(path, photo.length)).status).toBe(201);
    await breakOff(path, 0, photo.subarray(0, 1_500_000));
    await eventually(async () => expect(await arrived(path)).toBe(1_500_000));
    await breakOff(path, 1_500_000, photo.subarray(1_500_000, 1_600_000));
    await eventually(async () => expect(await arrived(path)).toBe(1_600_000));
    const { status, body } = await patch(path, 1_600_000, photo.subarray(1_600_000));
    expect([status, body.imageUrl]).toEqual([200, `/objects/${id}`]);
    expect(await kept(id)).toEqual([]);
    const [{ sent }] = await media.database.query<[{ sent: string }]>(
      `SELECT event -> 'data' ->> 'sentBytes' AS sent FROM ${publishedEvents()}
        WHERE event -> 'data' ->> 'pictureId' = $1`,
      [id],
    );
    expect(Number(sent)).toBe(photo.length);
  });

  it('keeps the bytes of a sender who stops, and returns how many', async () => {
    const { path } = await media.ticket();
    await begin(path, photo.length);
    const stalled = new Readable({ read() {} });
    stalled.push(photo.subarray(0, 1_000));
    const { status, headers } = await patch(path, 0, stalled, { 'content-length': String(photo.length) });
    stalled.destroy();
    expect([status, headers['upload-offset']]).toEqual([204, '1000']);
    expect(await arrived(path)).toBe(1_000);
  });

  it('returns the same picture after a lost response, and makes no second one', async () => {
    const { path, id } = await media.ticket();
    await begin(path, photo.length);
    const { body } = await patch(path, 0, photo);
    expect(await arrived(path)).toBe(photo.length);
    expect((await patch(path, 0, photo)).body).toEqual(body);
    expect((await media.put(path, Buffer.alloc(0))).body).toEqual(body);
    expect(await eventsOf(id)).toBe(1);
  });

  it('is finished once when two continue at the same offset', async () => {
    const { path, id } = await media.ticket();
    await begin(path, photo.length);
    const halves = await Promise.all([patch(path, 0, photo.subarray(0, 500)), patch(path, 0, photo.subarray(0, 900))]);
    expect(halves.map(({ status }) => status).sort()).toEqual([204, 409]);
    const offset = await arrived(path);
    expect(offset).toBe(offsetOf(halves.find(({ status }) => status === 204)!));
    const ends = await Promise.all([1, 2, 3].map(() => patch(path, offset, photo.subarray(offset))));
    expect(ends.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await eventsOf(id)).toBe(1);
  });

  it('may also be sent whole by PUT', async () => {
    const { path, id } = await media.ticket();
    await begin(path, photo.length);
    await patch(path, 0, photo.subarray(0, 5_000));
    expect((await media.put(path, photo)).status).toBe(200);
    expect(await eventsOf(id)).toBe(1);
  });
});

describe('the limits', () => {
  it('are those of the purpose, before anything is sent', async () => {
    const avatar = await media.ticket(guest(), 'avatar');
    expect(await begin(avatar.path, 5 * MEGABYTE + 1)).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
    expect((await begin(avatar.path, 5 * MEGABYTE)).status).toBe(201);
  });

  it('are valid for the announced length only, which cannot change afterwards', async () => {
    const { path } = await media.ticket();
    await begin(path, 1_000);
    expect(
      (await patch(path, 0, Readable.from([photo.subarray(0, 1_001)]), { 'transfer-encoding': 'chunked' })).status,
    ).toBe(413);
    expect((await patch(path, 0, photo.subarray(0, 1_001))).status).toBe(413);
    expect(await begin(path, 1_001)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await begin(path, 1_000)).status).toBe(201);
    expect(await arrived(path)).toBe(0);
  });

  it('bound what is kept of one owner’s unfinished uploads: the rest has to be sent again', async () => {
    const owner = guest();
    const half = photo.subarray(0, (9 * MEGABYTE) >> 2);
    const file = Buffer.concat([half, half, half, half]);
    const offsets: number[] = [];
    for (let i = 0; i < 8; i++) {
      const { path } = await media.ticket(owner);
      await begin(path, file.length);
      offsets.push(offsetOf(await patch(path, 0, file.subarray(0, -1))));
    }
    expect(offsets).toEqual([...Array<number>(7).fill(file.length - 1), 0]);
  });

  it('bound it also where parts come at once, and store nothing beyond it', async () => {
    const owner = guest();
    const { id: filled } = await media.ticket(owner);
    await media.database.query(`UPDATE uploads SET received = $2 WHERE id = $1`, [filled, 63 * MEGABYTE]);
    const tickets = await Promise.all(Array.from({ length: 4 }, () => media.ticket(owner)));
    await Promise.all(tickets.map(({ path }) => begin(path, 2 * MEGABYTE)));
    const part = photo.subarray(0, (3 * MEGABYTE) >> 2);
    const offsets = (await Promise.all(tickets.map(({ path }) => patch(path, 0, part)))).map(offsetOf);
    expect(offsets.sort((a, b) => a - b)).toEqual([0, 0, 0, part.length]);
    expect((await Promise.all(tickets.map(({ id }) => kept(id)))).flat()).toHaveLength(1);
  });

  it.each([
    ['another version', 'PATCH', { 'tus-resumable': '0.2.2' }, 412],
    ['no version', 'HEAD', { 'tus-resumable': '' }, 412],
    ['no length', 'POST', {}, 400],
    ['a length of nothing', 'POST', { 'upload-length': '0' }, 400],
    ['no offset', 'PATCH', { 'content-type': 'application/offset+octet-stream' }, 400],
    ['another content type', 'PATCH', { 'upload-offset': '0', 'content-type': 'image/jpeg' }, 415],
    ['another offset', 'PATCH', { 'upload-offset': '7', 'content-type': 'application/offset+octet-stream' }, 409],
  ])('refuse a request with %s', async (_, method, headers, status) => {
    const { path } = await media.ticket();
    await begin(path, photo.length);
    expect((await media.send(method, path, undefined, { ...TUS, ...headers })).status).toBe(status);
  });

  it('need the signed address: a tampered one changes nothing', async () => {
    const { path } = await media.ticket();
    await begin(path, photo.length);
    const other = path.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    const forged = `${other.slice(0, -3)}xyz`;
    expect((await begin(forged, 5)).status).toBe(403);
    expect((await patch(forged, 0, photo)).status).toBe(403);
    expect((await media.send('HEAD', forged, undefined, TUS)).status).toBe(403);
    expect((await media.send('DELETE', forged, undefined, TUS)).status).toBe(403);
    expect(await arrived(path)).toBe(0);
  });

  it('are returned by OPTIONS', async () => {
    const { path } = await media.ticket();
    const { status, headers } = await media.send('OPTIONS', path);
    expect([status, headers['tus-version'], headers['tus-max-size'], headers['tus-extension']]).toEqual([
      204,
      '1.0.0',
      '10485760',
      'creation,expiration,termination',
    ]);
    expect((await media.send('HEAD', path, undefined, TUS)).status).toBe(404);
    await begin(path, 10);
    expect(
      new Date((await media.send('HEAD', path, undefined, TUS)).headers['upload-expires'] as string).getTime(),
    ).toBeGreaterThan(Date.now() + 14 * 60_000);
  });
});

describe('stored parts', () => {
  it('of a refused file are removed, and the file is refused again', async () => {
    const { path, id } = await media.ticket();
    await begin(path, SVG.length);
    await patch(path, 0, SVG.subarray(0, 10));
    expect((await patch(path, 10, SVG.subarray(10))).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect((await media.send('HEAD', path, undefined, TUS)).status).toBe(415);
    expect((await begin(path, SVG.length)).status).toBe(415);
    expect(await kept(id)).toEqual([]);
  });

  it('goes when the sender gives up', async () => {
    const { path, id } = await media.ticket();
    await begin(path, photo.length);
    await patch(path, 0, photo.subarray(0, 5_000));
    expect(await kept(id)).toHaveLength(1);
    expect((await media.send('DELETE', path, undefined, TUS)).status).toBe(204);
    expect(await kept(id)).toEqual([]);
    expect((await media.send('HEAD', path, undefined, TUS)).status).toBe(404);
  });

  it('a finished picture is not given up', async () => {
    const { path, id } = await media.ticket();
    await begin(path, photo.length);
    await patch(path, 0, photo);
    expect((await media.send('DELETE', path, undefined, TUS)).status).toBe(204);
    expect((await media.get(`/objects/${id}`)).status).toBe(200);
  });

  it('are removed with the expired ticket, as are those that a crash left in the store', async () => {
    const { path, id } = await media.ticket();
    await begin(path, photo.length);
    await patch(path, 0, photo.subarray(0, 5_000));
    await media.store.write(`parts/${id}/left-by-a-crash`, Buffer.from('x'));
    await media.database.query(`UPDATE uploads SET expires_at = now() - interval '16 minutes' WHERE id = $1`, [id]);
    await media.sweep();
    expect(await kept(id)).toEqual([]);
    expect((await patch(path, 5_000, photo.subarray(5_000))).status).toBe(404);
  });
});

import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { eventually } from '@sprayhunt/service-kit/testing';
import { expect, it } from '@jest/globals';
import { cameraJpeg } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

/** An upload of which the first half has arrived, on a connection that its client keeps. */
async function slowUpload(media: RunningMedia, photo: Buffer) {
  const { path } = await media.ticket();
  const body = new Readable({ read() {} });
  body.push(photo.subarray(0, photo.length / 2));
  const sending = media.send('PUT', path, body, { 'content-length': String(photo.length), connection: 'keep-alive' });
  const settled = sending.then(
    ({ status, headers }) => ({ status, connection: headers.connection }),
    () => 'cut' as const,
  );
  await eventually(async () => expect((await media.stored()).some((file) => file.startsWith('.spool/'))).toBe(true));
  return { settled, finish: () => (body.push(photo.subarray(photo.length / 2)), body.push(null)) };
}

it('a stop lets an upload finish that arrives slowly, and then does not wait for its connection', async () => {
  const media = await runMedia({ STOP_WITHIN_MS: '60000' });
  const upload = await slowUpload(media, await cameraJpeg());
  const stopped = media.stop();
  await eventually(() => expect(fetch(`${media.url}/healthz`)).rejects.toThrow());
  upload.finish();
  expect(await upload.settled).toMatchObject({ status: 200 });
  const answered = performance.now();
  await stopped;
  // The client would keep it for five seconds.
  expect(performance.now() - answered).toBeLessThan(4_000);
});

it('a request that began before the drain gets a response that ends its connection', async () => {
  const media = await runMedia({ DRAIN_DELAY_MS: '1500' });
  const upload = await slowUpload(media, await cameraJpeg());
  const stopped = media.stop();
  await eventually(async () => expect((await fetch(`${media.url}/readyz`)).status).toBe(503));
  upload.finish();
  expect(await upload.settled).toEqual({ status: 200, connection: 'close' });
  await stopped;
});

it('a stop cuts what takes longer than it may', async () => {
  const media = await runMedia({ STOP_WITHIN_MS: '300' });
  const upload = await slowUpload(media, await cameraJpeg());
  const began = performance.now();
  await media.stop();
  expect(await upload.settled).toBe('cut');
  expect(performance.now() - began).toBeLessThan(4_000);
});

it('while it drains it takes requests, and ends each one’s connection', async () => {
  const media = await runMedia({ DRAIN_DELAY_MS: '1500' });
  const ask = (path: string) =>
    new Promise<{ status?: number; connection?: string }>((resolve, reject) => {
      const request = httpRequest(`${media.url}${path}`, { headers: { connection: 'keep-alive' } }, (response) => {
        response
          .resume()
          .once('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
      });
      request.once('error', reject).end();
    });
  expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' });
  const stopped = media.stop();
  expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close' });
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'close' });
  await stopped;
});

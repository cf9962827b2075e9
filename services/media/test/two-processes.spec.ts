import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@sprayhunt/service-kit/testing';
import { Readable } from 'node:stream';
import { cameraJpeg } from './photos.js';
import { spawnMedia } from './running-service.js';

let first: Awaited<ReturnType<typeof spawnMedia>>;
let second: Awaited<ReturnType<typeof first.another>>;
let photo: Buffer;

beforeAll(async () => {
  const jpeg = await cameraJpeg();
  photo = Buffer.concat([jpeg, Buffer.alloc(3_000_000 - jpeg.length)]);
  first = await spawnMedia();
  second = await first.another();
});
afterAll(() => first.stop());

const TUS = { 'tus-resumable': '1.0.0' };
type Process = Pick<typeof first, 'send' | 'arriving'>;
const patch = (process: Process, path: string, offset: number, body: Buffer | Readable) =>
  process.send('PATCH', path, body, {
    ...TUS,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'content-length': String(photo.length - offset),
  });
const arrived = async (process: Process, path: string) =>
  Number((await process.send('HEAD', path, undefined, TUS)).headers['upload-offset']);

/** Sends some bytes to a process; then the connection breaks. */
async function breakOff(process: Process, path: string, from: number, to: number) {
  const part = new Readable({ read() {} });
  part.push(photo.subarray(from, to));
  const sending = patch(process, path, from, part);
  await eventually(async () => expect(await process.arriving()).toBe(to - from));
  part.destroy(new Error('tunnel'));
  await expect(sending).rejects.toThrow();
}

it('an upload that one process began goes on with another, and ends with the first', async () => {
  const { path, id, uploadURL } = await first.ticket();
  expect((await first.send('POST', path, undefined, { ...TUS, 'upload-length': String(photo.length) })).status).toBe(
    201,
  );

  await breakOff(first, path, 0, 1_000_000);
  await eventually(async () => expect(await arrived(second, path)).toBe(1_000_000));
  await breakOff(second, path, 1_000_000, 2_200_000);
  await eventually(async () => expect(await arrived(first, path)).toBe(2_200_000));

  const done = await patch(first, path, 2_200_000, photo.subarray(2_200_000));
  expect([done.status, done.body]).toEqual([
    200,
    expect.objectContaining({ uploadURL, imageUrl: `/objects/${id}`, width: 600 }),
  ]);
  // The other one repeats the response, and serves the picture.
  expect((await second.send('PUT', path)).body).toEqual(done.body);
  expect((await second.get(`/objects/${id}`)).status).toBe(200);
  await expect(arrived(second, path)).resolves.toBe(photo.length);
});

it('where both receive the same part at once, it counts once', async () => {
  const { path, id } = await second.ticket();
  await second.send('POST', path, undefined, { ...TUS, 'upload-length': String(photo.length) });
  const both = await Promise.all([first, second].map((process) => patch(process, path, 0, photo)));
  expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(both.every(({ status }) => [200, 409, 423].includes(status))).toBe(true);
  await expect(arrived(first, path)).resolves.toBe(photo.length);
  expect((await first.get(`/objects/${id}`)).status).toBe(200);
});

import { afterEach, beforeAll, afterAll, describe, expect, it, jest } from '@jest/globals';
import { uploadEnded } from '@sprayhunt/contracts';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { FolderStore } from '../src/store/folder-store.js';
import { Spool } from '../src/uploads/spool.js';
import { cameraJpeg } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

let media: RunningMedia;
beforeAll(async () => {
  media = await runMedia();
});
afterAll(() => media.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

const ended = async (id: string) =>
  (await media.published(uploadEnded)).filter(({ pictureId }) => pictureId === id).map(({ reason }) => reason);

describe('an upload that ends without a picture is published', () => {
  it('when its file is refused, once', async () => {
    const { id, path } = await media.ticket(guest());
    for (let n = 0; n < 2; n += 1) expect((await media.put(path, Buffer.from('not a picture'))).status).toBe(415);
    expect(await ended(id)).toEqual(['refused']);
  });

  it('when it is given up', async () => {
    const { id, path } = await media.ticket(guest());
    expect((await media.send('DELETE', path, undefined, { 'tus-resumable': '1.0.0' })).status).toBe(204);
    expect(await ended(id)).toEqual(['given-up']);
  });

  it('when it expires, but not where there is a picture', async () => {
    const { id } = await media.ticket(guest());
    const used = await media.picture(guest(), await cameraJpeg());
    await media.database.query(
      `UPDATE uploads SET expires_at = now() - interval '1 hour' WHERE id = ANY ($1::uuid[])`,
      [[id, used]],
    );
    await media.sweep();
    expect([await ended(id), await ended(used)]).toEqual([['expired'], []]);
  });

  it('and refused in the gallery', async () => {
    const ann = player();
    const { id, path } = await media.ticket(ann, 'artwork');
    await media.put(path, Buffer.from('not a picture'));
    const { errors } = await media.graphql(
      `mutation ($input: AddArtInput!) { addArt(input: $input) { id } }`,
      { input: { imageUrl: `/objects/${id}`, title: 'None' } },
      ann,
    );
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'imageUrl', code: 'PICTURE_REFUSED' }],
    });
  });
});

describe('a full disk', () => {
  const full = () =>
    Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));

  it.each([
    ['of the store', () => jest.spyOn(FolderStore.prototype, 'write').mockImplementation(full)],
    [
      'of the spool',
      () =>
        jest.spyOn(Spool.prototype, 'write').mockImplementation((body) => {
          body.destroy();
          return full();
        }),
    ],
  ])('%s is 503 with the time to come back, and the upload can be sent again', async (_, fill) => {
    const { path } = await media.ticket(guest());
    const disk = fill();
    const { status, headers, body } = await media.put(path, await cameraJpeg());
    expect([status, headers['retry-after'], body.code]).toEqual([503, '60', 'UNAVAILABLE']);
    disk.mockRestore();
    expect((await media.put(path, await cameraJpeg())).status).toBe(200);
  });
});

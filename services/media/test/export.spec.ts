import { Readable } from 'node:stream';
import { uuidv7 } from '@sprayhunt/service-kit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cameraJpeg } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

let media: RunningMedia;
beforeAll(async () => {
  media = await runMedia();
});
afterAll(() => media.stop());

const player = () =>
  ({ kind: 'player', subject: uuidv7(), status: 'verified', session: uuidv7(), address: '203.0.113.9' }) as const;

interface Exported {
  pictures: { id: string; purpose: string; contentType: string; base64: string }[];
  gallery: object[];
  uploads: { id: string; fromCamera: object }[];
}

describe('what media holds about a player', () => {
  it('is the pictures themselves, the gallery and the uploads, and nothing of others', async () => {
    const [ann, bob] = [player(), player()];
    const photo = await cameraJpeg();
    const [first, second] = [await media.picture(ann, photo), await media.picture(ann, photo, 'artwork')];
    await media.picture(bob, photo);
    await media.graphql(
      `mutation ($input: AddArtInput!) { addArt(input: $input) { id } }`,
      { input: { imageUrl: `/objects/${second}`, title: 'Fox', artType: 'sketch' } },
      ann,
    );
    const { pictures, gallery, uploads } = (await (await media.personalData(ann)).json()) as Exported;
    expect(pictures.map(({ id, purpose, contentType }) => [id, purpose, contentType])).toEqual([
      [first, 'discovery', 'image/webp'],
      [second, 'artwork', 'image/webp'],
    ]);
    for (const { id, base64 } of pictures) {
      const bytes = Buffer.from(base64, 'base64');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 600, height: 400 });
      expect(bytes.equals((await media.get(`/objects/${id}`)).body)).toBe(true);
    }
    expect(gallery).toEqual([
      expect.objectContaining({ pictureId: second, title: 'Fox', artType: 'sketch', views: 0 }),
    ]);
    expect(uploads.map(({ id, fromCamera }) => [id, fromCamera])).toEqual(
      [first, second].map((id) => [id, expect.objectContaining({ latitude: 45.5225 })]),
    );
    expect(await (await media.personalData(player())).json()).toEqual({
      pictures: [],
      gallery: [],
      galleryVisibility: null,
      idempotencyKeys: [],
      uploads: [],
    });
  });

  it('is refused or aborted if the store fails, and never looks complete', async () => {
    const ann = player();
    await media.picture(ann, await cameraJpeg());
    const read = jest.spyOn(media.store, 'read').mockRejectedValue(new Error('The store is unavailable'));
    expect((await media.personalData(ann)).status).toBe(500);
    const large = Buffer.alloc(60_000, 'x');
    read.mockReset();
    read
      .mockResolvedValueOnce({ bytes: large.length, modified: new Date(), body: Readable.from([large]) })
      .mockRejectedValue(new Error('The store is unavailable'));
    await media.database.query(
      `INSERT INTO pictures (id, owner_id, purpose, width, height, thumbhash, bytes)
        VALUES (gen_random_uuid(), $1, 'avatar', 1, 1, 'x', 1)`,
      [ann.subject],
    );
    await expect(media.personalData(ann).then((response) => response.text())).rejects.toThrow();
    read.mockRestore();
  });

  it('covers every table that has an account column', async () => {
    const tables = await media.database.query<{ name: string }[]>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = current_schema()
        AND column_name ~ '(account|owner|player|user)_id' ORDER BY 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual([
      'art_items',
      'erased_accounts',
      'gallery_visibility',
      'pictures',
      'unswept_owners',
      'uploads',
    ]);
  });
});

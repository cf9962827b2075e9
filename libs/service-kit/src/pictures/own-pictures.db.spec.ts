import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '../testing/harness/index.js';
import { newPictureId } from './picture-id.js';
import { EndedUpload } from './ended-upload.entity.js';
import { OwnPictures, Picture } from './own-pictures.js';
import { PicturesModule } from './pictures.module.js';

const PUBLIC_URL = 'https://sprayhunt.example';

describe('OwnPictures', () => {
  let database: OpenDatabase;
  let dataSource: DataSource;
  let pictures: OwnPictures;
  const owner = uuidv7();

  beforeAll(async () => {
    database = await openMigratedDatabase('discovery', {
      entities: PicturesModule.entities,
      migrations: PicturesModule.migrations,
    });
    dataSource = database.dataSource;
    pictures = new OwnPictures(dataSource, { PUBLIC_URL });
  });

  afterAll(() => database.close());

  const arrive = async (id = newPictureId(), limits: Partial<Picture> = {}) => {
    await dataSource.manager.insert(Picture, { id, ownerId: owner, width: 4, height: 3, thumbhash: 'aGk=', ...limits });
    return id;
  };
  const take = (url: string, by = owner, wanted = {}) =>
    pictures.requireOwnPicture(url, by, { field: 'imageUrl', ...wanted });
  const refusal = {
    code: 'VALIDATION_FAILED',
    fields: [{ field: 'imageUrl', code: 'PICTURE_NOT_YOURS', detail: expect.any(String) }],
  };

  it('takes the uploadURL and the /objects/ form of an own picture', async () => {
    const id = await arrive();
    expect(await take(`${PUBLIC_URL}/api/uploads/${id}?token=abc`)).toMatchObject({ id });
    expect(await take(`/objects/${id}`)).toMatchObject({ id });
  });

  it("refuses another player's picture, a foreign address and what is not a picture", async () => {
    const id = await arrive();
    await expect(take(`/objects/${id}`, uuidv7())).rejects.toMatchObject(refusal);
    await expect(take(`https://elsewhere.example/objects/${id}`)).rejects.toMatchObject(refusal);
    await expect(take('/objects/../../etc/passwd')).rejects.toMatchObject(refusal);
    await expect(take('')).rejects.toMatchObject(refusal);
  });

  it('waits for a picture whose event is on its way', async () => {
    const id = newPictureId();
    const taken = take(`/objects/${id}`);
    await delay(60);
    await arrive(id);
    expect(await taken).toMatchObject({ id });
  });

  it('waits for the merge of a guest whose picture it was', async () => {
    const [id, player] = [await arrive(), uuidv7()];
    const taken = take(`/objects/${id}`, player);
    await delay(60);
    await dataSource.manager.update(Picture, { id }, { ownerId: player });
    expect(await taken).toMatchObject({ id });
  });

  it('refuses an id that no upload ever had, without waiting for it', async () => {
    const began = performance.now();
    await expect(take(`/objects/${uuidv7()}`)).rejects.toMatchObject(refusal);
    await expect(take(`${PUBLIC_URL}/api/uploads/${uuidv7()}?token=abc`)).rejects.toMatchObject(refusal);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('takes a file up to the size that is allowed where it is used', async () => {
    const [fits, over, former] = [
      await arrive(undefined, { sentBytes: 500 }),
      await arrive(undefined, { sentBytes: 501 }),
      await arrive(),
    ];
    expect(await take(`/objects/${fits}`, owner, { maxBytes: 500 })).toMatchObject({ id: fits });
    await expect(take(`/objects/${over}`, owner, { maxBytes: 500 })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'imageUrl', code: 'PICTURE_TOO_LARGE' }],
    });
    expect(await take(`/objects/${former}`, owner, { maxBytes: 500 })).toMatchObject({ id: former });
  });

  it('uses the time limit that media gives for a picture, except while it is in use', async () => {
    const id = await arrive(undefined, { usableUntil: new Date(Date.now() - 1_000) });
    await expect(take(`/objects/${id}`)).rejects.toMatchObject({ fields: [{ code: 'PICTURE_EXPIRED' }] });
    expect(await take(`/objects/${id}`, owner, { inUse: id })).toMatchObject({ id });
  });

  it('reports a picture that was never sent', async () => {
    await expect(take(`/objects/${newPictureId()}`)).rejects.toMatchObject({ code: 'MEDIA_NOT_READY', retryAfter: 1 });
  });

  it.each([
    ['refused', 'PICTURE_REFUSED'],
    ['given-up', 'PICTURE_EXPIRED'],
    ['expired', 'PICTURE_EXPIRED'],
  ] as const)(
    'refuses an upload that ended without a picture (%s), also while it waits for one',
    async (reason, code) => {
      const [before, meanwhile] = [newPictureId(), newPictureId()];
      await dataSource.manager.insert(EndedUpload, { id: before, reason });
      await expect(take(`/objects/${before}`)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field: 'imageUrl', code }],
      });
      const refused = expect(take(`/objects/${meanwhile}`)).rejects.toMatchObject({ fields: [{ code }] });
      await dataSource.manager.insert(EndedUpload, { id: meanwhile, reason });
      await refused;
    },
  );

  it('refuses a picture that was unused for so long that media may have removed it', async () => {
    const yesterday = (Date.now() - 24 * 60 * 60 * 1_000).toString(16).padStart(12, '0');
    const id = await arrive(`${yesterday.slice(0, 8)}-${yesterday.slice(8)}${uuidv7().slice(13)}`);
    await expect(take(`/objects/${id}`)).rejects.toMatchObject({
      fields: [{ field: 'imageUrl', code: 'PICTURE_EXPIRED' }],
    });
  });

  it('matches its migration', async () => {
    expect((await dataSource.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
  });
});

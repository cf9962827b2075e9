import { personalKeys, personalTable, type PersonalSection, type SqlPool } from '@sprayhunt/service-kit';
import { objectKey } from '../objects/picture.entity.js';
import type { ObjectStore } from '../store/object-store.js';

/** Media's data about a player, including the pictures. */
export const personalSections = (pool: SqlPool, store: ObjectStore): PersonalSection[] => [
  withBytes(
    personalTable(pool, {
      name: 'pictures',
      from: 'pictures',
      where: 'owner_id = $1 AND NOT erased',
      fields: { id: 'id', purpose: 'purpose', width: 'width', height: 'height', createdAt: 'created_at' },
      key: { id: 'uuid' },
    }),
    store,
  ),
  personalTable(pool, {
    name: 'gallery',
    from: 'art_items',
    where: 'owner_id = $1',
    fields: {
      id: 'id',
      pictureId: 'picture_id',
      title: 'title',
      description: 'description',
      artType: 'art_type',
      views: 'views',
      createdAt: 'created_at',
    },
    key: { position: 'int', id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'galleryVisibility',
    isOne: true,
    from: 'gallery_visibility',
    where: 'owner_id = $1',
    fields: { isShown: 'is_shown', asOf: 'as_of' },
    key: { owner_id: 'uuid' },
  }),
  personalTable(pool, {
    name: 'uploads',
    from: 'uploads',
    where: 'owner_id = $1',
    fields: {
      id: 'id',
      purpose: 'purpose',
      state: 'state',
      fromCamera: 'suggestion',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
    },
    key: { id: 'uuid' },
  }),
  personalKeys(pool),
];

/** Adds each picture's largest size, one at a time; originals are not stored. */
function withBytes(section: PersonalSection, store: ObjectStore): PersonalSection {
  async function* entries(accountId: string): AsyncIterable<object> {
    for await (const picture of section.entries(accountId) as AsyncIterable<{ id: string }>) {
      const object = await store.read(objectKey(picture.id, 'large'));
      // It was removed after the page was read.
      if (object)
        yield {
          ...picture,
          contentType: 'image/webp',
          base64: Buffer.concat(await object.body.toArray()).toString('base64'),
        };
    }
  }
  return { ...section, entries };
}

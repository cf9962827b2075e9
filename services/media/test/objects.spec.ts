import { randomUUID } from 'node:crypto';
import {
  accountErased,
  avatarChanged,
  discoveryCreated,
  discoveryRemoved,
  OPEN_DATA_ACCOUNT,
} from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventually, publishedEvents } from '@sprayhunt/service-kit/testing';
import { eventOf, guest } from '@sprayhunt/service-kit/harness';
import sharp from 'sharp';
import type { EntityManager } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PictureUsesHandler } from '../src/objects/picture-uses.handler.js';
import { attachPictures, releaseUnused } from '../src/objects/picture-uses.js';
import { discovered } from './discovered.js';
import { cameraJpeg } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

let media: RunningMedia;
beforeAll(async () => {
  media = await runMedia({ ORPHAN_HOURS: '24' });
});
afterAll(() => media.stop());

const isThere = async (id: string) => (await media.get(`/objects/${id}`)).status === 200;
const age = (id: string, hours: number) =>
  media.database.query(`UPDATE pictures SET unused_since = now() - $2 * interval '1 hour' WHERE id = $1`, [id, hours]);
const isUnused = async (id: string) => {
  const [row] = await media.database.query<{ unused: boolean }[]>(
    'SELECT unused_since IS NOT NULL AS unused FROM pictures WHERE id = $1',
    [id],
  );
  return row?.unused;
};
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('serving pictures', () => {
  let id: string;
  beforeAll(async () => {
    id = await media.picture(guest(), await cameraJpeg({ width: 2000, height: 1000 }));
  });

  it('serves each size as WebP, for ever, and never as anything else', async () => {
    for (const [path, width] of [
      ['', 1600],
      ['/large', 1600],
      ['/medium', 800],
      ['/small', 320],
    ] as const) {
      const { status, headers, body } = await media.get(`/objects/${id}${path}`);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(body.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      });
      expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width });
    }
  });

  it('has no metadata', async () => {
    const { body } = await media.get(`/objects/${id}`);
    expect((await sharp(body).metadata()).exif).toBeUndefined();
    expect(body.includes('Secret Name')).toBe(false);
  });

  it('returns 304 to a browser that has the picture', async () => {
    const { headers } = await media.get(`/objects/${id}/small`);
    for (const tag of [headers.etag!, `"other", W/${headers.etag}`, '*']) {
      const again = await media.get(`/objects/${id}/small`, { 'if-none-match': tag });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
      expect(again.headers['cache-control']).toContain('immutable');
    }
    expect((await media.get(`/objects/${id}/small`, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await media.get(`/objects/${id}/large`, { 'if-none-match': headers.etag! })).status).toBe(200);
  });

  it('returns to HEAD the same headers and no body', async () => {
    const whole = await media.get(`/objects/${id}/medium`);
    const head = await media.send<Buffer>('HEAD', `/objects/${id}/medium`);
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy'])
      expect(head.headers[name]).toBe(whole.headers[name]);
    expect((await media.send('HEAD', `/objects/${id}`, undefined, { 'if-none-match': '*' })).status).toBe(304);
  });

  it.each([
    ['an unknown id', () => `/objects/${uuidv7()}`],
    ['an unknown id that a browser claims to have', () => `/objects/${uuidv7()}`],
    ['another kind of uuid', () => `/objects/${randomUUID()}`],
    ['an unknown size', () => `/objects/${id}/huge`],
    ['a file name', () => `/objects/${id}/large.webp`],
    ['a way out of the folder', () => `/objects/..%2f..%2fetc%2fpasswd`],
    ['a way out of the folder by the size', () => `/objects/${id}/..%2f..%2f..%2fetc%2fpasswd`],
    ['no id', () => '/objects/x'],
  ])('returns 404 for %s', async (_, path) => {
    const { status, headers, body } = await media.send<{ code: string }>('GET', path(), undefined, {
      'if-none-match': '*',
    });
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(headers['cache-control']).toBe('no-store');
    expect((await media.send('HEAD', path())).status).toBe(404);
  });

  it('describes a picture in GraphQL', async () => {
    const query = 'query ($id: ID!) { picture(id: $id) { id url width height thumbhash } }';
    const known = await media.graphql<{ picture: Record<string, unknown> }>(query, { id });
    expect(known.data?.picture).toEqual({
      id,
      url: `/objects/${id}`,
      width: 1600,
      height: 800,
      thumbhash: expect.any(String),
    });
    expect((await media.graphql(query, { id: uuidv7() })).data).toEqual({ picture: null });
    expect((await media.graphql(query, { id: 'no id' })).data).toEqual({ picture: null });
  });

  it('gives other subgraphs its pictures by reference', async () => {
    const entities = await media.graphql<{ _entities: unknown[] }>(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Picture { url height } } }',
      { of: [{ __typename: 'Picture', id }] },
    );
    expect(entities.data?._entities).toEqual([{ url: `/objects/${id}`, height: 800 }]);
  });
});

describe('sweeping', () => {
  const photo = cameraJpeg();

  it('removes a picture that nothing has shown for a day, and no younger one', async () => {
    const [old, young] = [await media.picture(guest(), await photo), await media.picture(guest(), await photo)];
    await age(old, 24.1);
    await age(young, 23.9);
    await media.sweep();
    expect([await isThere(old), await isThere(young)]).toEqual([false, true]);
    expect((await media.stored()).filter((path) => path.includes(old))).toEqual([]);
  });

  it('keeps pictures that may be in use while an event of a use waits on the bus, and sweeps again when all are applied', async () => {
    const [used, unused] = [await media.picture(guest(), await photo), await media.picture(guest(), await photo)];
    await Promise.all([age(used, 30), age(unused, 30)]);
    let release = (): void => undefined;
    const busy = media.database.transaction(async (tx) => {
      // As long as this lasts, no handler gets on.
      await tx.query(`LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE`);
      await new Promise<void>((resolve) => (release = resolve));
    });
    await media.publish(eventOf(discoveryCreated, discovered(used)));
    await media.sweep();
    expect([await isThere(used), await isThere(unused)]).toEqual([true, true]);
    release();
    await busy;
    await eventually(async () => expect(await isUnused(used)).toBe(false));
    await eventually(async () => {
      await media.sweep();
      expect([await isThere(used), await isThere(unused)]).toEqual([true, false]);
    });
  });

  it('keeps pictures that may be in use while a dead letter of a use waits for its replay', async () => {
    const id = await media.picture(guest(), await photo);
    await age(id, 30);
    await media.database.query(
      `INSERT INTO dead_letters (handler, event_id, subject, payload, error, deliveries)
        VALUES ('avatar-shows-picture', $1, 's', '{}', 'e', 8)`,
      [uuidv7()],
    );
    await media.sweep();
    expect(await isThere(id)).toBe(true);
    await media.database.query(`UPDATE dead_letters SET replayed_at = now()`);
    await eventually(async () => {
      await media.sweep();
      expect(await isThere(id)).toBe(false);
    });
    await media.database.query(`DELETE FROM dead_letters`);
  });

  it('publishes until when a picture may be used: half of the time until it is removed', async () => {
    const id = await media.picture(guest(), await photo);
    const [{ event }] = await media.database.query<[{ event: { data: { usableUntil: string; sentBytes: number } } }]>(
      `SELECT event FROM ${publishedEvents()} WHERE event -> 'data' ->> 'pictureId' = $1`,
      [id],
    );
    expect(Math.round((Date.parse(event.data.usableUntil) - Date.now()) / 3_600_000)).toBe(12);
    expect(event.data.sentBytes).toBe((await photo).length);
  });

  it('keeps a picture that a discovery shows, until it is removed and a day later', async () => {
    const id = await media.picture(guest(), await photo);
    const fact = discovered(id);
    await media.publish(eventOf(discoveryCreated, fact));
    await eventually(async () => expect(await isUnused(id)).toBe(false));
    await media.database.query(`UPDATE pictures SET created_at = now() - interval '1 year' WHERE id = $1`, [id]);
    await media.sweep();
    expect(await isThere(id)).toBe(true);
    await media.publish(eventOf(discoveryRemoved, { discoveryId: fact.discoveryId, playerId: fact.playerId }));
    await eventually(async () => expect(await isUnused(id)).toBe(true));
    await media.sweep();
    expect(await isThere(id)).toBe(true);
    await age(id, 25);
    await media.sweep();
    expect(await isThere(id)).toBe(false);
  });

  describe('of a discovery whose removal arrives first', () => {
    const create = (fact: ReturnType<typeof discovered>, tx: EntityManager) =>
      media.app.get(PictureUsesHandler).discoveryCreated([eventOf(discoveryCreated, fact)], tx);
    const remove = ({ discoveryId, playerId }: ReturnType<typeof discovered>, tx: EntityManager) =>
      media.app.get(PictureUsesHandler).discoveryRemoved([eventOf(discoveryRemoved, { discoveryId, playerId })], tx);
    let id: string;
    beforeEach(async () => {
      id = await media.picture(guest(), await photo);
    });

    it('does not count as used', async () => {
      const fact = discovered(id);
      await media.database.transaction((tx) => remove(fact, tx));
      await media.database.transaction((tx) => create(fact, tx));
      expect(await isUnused(id)).toBe(true);
    });

    it('does not count as used when both are applied at the same time', async () => {
      const fact = discovered(id);
      let removed!: Promise<void>;
      await media.database.transaction(async (tx) => {
        await create(fact, tx);
        removed = media.database.transaction((other) => remove(fact, other));
        const waits = eventually(async () => expect(await media.database.query(WAITING)).toHaveLength(1));
        await Promise.race([removed, waits]);
      });
      await removed;
      expect(await isUnused(id)).toBe(true);
    });

    it('is not noted for a work of open data, which never had a creation', async () => {
      const [imported, own] = [uuidv7(), uuidv7()];
      await media.publish(eventOf(discoveryRemoved, { discoveryId: imported, playerId: OPEN_DATA_ACCOUNT }));
      await media.publish(eventOf(discoveryRemoved, { discoveryId: own, playerId: uuidv7() }));
      await eventually(async () => {
        const noted = `SELECT id FROM removed_discoveries WHERE id = ANY ($1)`;
        expect(await media.database.query(noted, [[imported, own]])).toEqual([{ id: own }]);
      });
    });

    it('is noted for as long as its creation could be replayed', async () => {
      const note = async (age: string) => {
        const one = uuidv7();
        await media.database.query(
          `INSERT INTO removed_discoveries (id, received_at) VALUES ($1, now() - $2::interval)`,
          [one, age],
        );
        return one;
      };
      const [recent, old] = [await note('364 days'), await note('366 days')];
      await media.sweep();
      const noted = `SELECT id FROM removed_discoveries WHERE id = ANY ($1)`;
      expect(await media.database.query(noted, [[recent, old]])).toEqual([{ id: recent }]);
    });
  });

  it('keeps the present avatar and removes the one before', async () => {
    const account = uuidv7();
    const [first, second] = [
      await media.picture(guest(), await photo, 'avatar'),
      await media.picture(guest(), await photo, 'avatar'),
    ];
    await media.publish(eventOf(avatarChanged, { accountId: account, pictureId: first, previousPictureId: null }));
    await eventually(async () => expect(await isUnused(first)).toBe(false));
    await media.publish(eventOf(avatarChanged, { accountId: account, pictureId: second, previousPictureId: first }));
    await eventually(async () => expect([await isUnused(first), await isUnused(second)]).toEqual([true, false]));
  });

  it('keeps an avatar that was changed there and back', async () => {
    const account = uuidv7();
    const [first, second] = [await media.picture(guest(), await photo), await media.picture(guest(), await photo)];
    for (const [pictureId, previousPictureId] of [
      [first, null],
      [second, first],
      [first, second],
    ] as const)
      await media.publish(eventOf(avatarChanged, { accountId: account, pictureId, previousPictureId }));
    await eventually(async () => expect([await isUnused(first), await isUnused(second)]).toEqual([false, true]));
  });

  it('keeps the newest avatar when the changes come in another order', async () => {
    const account = uuidv7();
    const [newest, older] = [await media.picture(guest(), await photo), await media.picture(guest(), await photo)];
    await media.publish(eventOf(avatarChanged, { accountId: account, pictureId: newest, previousPictureId: older }));
    await eventually(async () => expect(await isUnused(newest)).toBe(false));
    const marker = await media.picture(guest(), await photo);
    await media.publish(
      eventOf(
        avatarChanged,
        { accountId: account, pictureId: older, previousPictureId: null },
        new Date(Date.now() - 5_000),
      ),
    );
    await media.publish(eventOf(avatarChanged, { accountId: uuidv7(), pictureId: marker, previousPictureId: null }));
    await eventually(async () => expect(await isUnused(marker)).toBe(false));
    expect([await isUnused(newest), await isUnused(older)]).toEqual([false, true]);
  });

  it('keeps a former avatar that a discovery shows as well', async () => {
    const account = uuidv7();
    const [id, next] = [await media.picture(guest(), await photo), await media.picture(guest(), await photo)];
    await media.publish(eventOf(discoveryCreated, discovered(id)));
    await media.publish(eventOf(avatarChanged, { accountId: account, pictureId: id, previousPictureId: null }));
    await media.publish(eventOf(avatarChanged, { accountId: account, pictureId: next, previousPictureId: id }));
    await eventually(async () => {
      const uses = await media.database.query<unknown[]>('SELECT kind FROM picture_uses WHERE picture_id = ANY ($1)', [
        [id, next],
      ]);
      expect(uses).toHaveLength(2);
      expect([await isUnused(id), await isUnused(next)]).toEqual([false, false]);
    });
  });

  it('keeps a picture whose last use ends while another one begins', async () => {
    const id = await media.picture(guest(), await photo);
    await media.database.query('UPDATE pictures SET unused_since = NULL WHERE id = $1', [id]);
    let released!: Promise<void>;
    await media.database.transaction(async (tx) => {
      await attachPictures(tx, 'discovery', [{ pictureId: id, sourceId: uuidv7(), asOf: new Date().toISOString() }]);
      released = media.database.transaction((other) => releaseUnused(other, [id]));
      await eventually(async () =>
        expect(
          await media.database.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        ).toHaveLength(1),
      );
    });
    await released;
    expect(await isUnused(id)).toBe(false);
  });

  it('passes over events about pictures that are not known', async () => {
    const known = await media.picture(guest(), await photo);
    await media.publish(eventOf(discoveryCreated, discovered(uuidv7())));
    await media.publish(eventOf(discoveryCreated, discovered(known)));
    await eventually(async () => expect(await isUnused(known)).toBe(false));
    expect(await media.database.query('SELECT count(*)::int AS count FROM dead_letters')).toEqual([{ count: 0 }]);
  });

  it('removes tickets that have expired, with what a crash left in the store for them', async () => {
    const [open, expired, half] = [await media.ticket(), await media.ticket(), await media.ticket()];
    const left = `objects/${half.id.slice(-2)}/${half.id}/medium.webp`;
    await media.store.write(left, Buffer.from('half of an upload'));
    await media.database.query(`UPDATE uploads SET expires_at = now() - interval '16 minutes' WHERE id = ANY ($1)`, [
      [expired.id, half.id],
    ]);
    await media.sweep();
    const rows = await media.database.query('SELECT id FROM uploads WHERE id = ANY ($1)', [
      [open.id, expired.id, half.id],
    ]);
    expect(rows).toEqual([{ id: open.id }]);
    expect(await media.store.stat(left)).toBeNull();
  });

  it('deletes a photo’s place with its ticket, and keeps the picture', async () => {
    const id = await media.picture(guest(), await photo);
    const [row] = await media.database.query<{ suggestion: object }[]>('SELECT suggestion FROM uploads WHERE id = $1', [
      id,
    ]);
    expect(row!.suggestion).toMatchObject({ takenAt: expect.any(String) });
    await media.database.query(`UPDATE uploads SET expires_at = now() - interval '1 hour' WHERE id = $1`, [id]);
    await media.sweep();
    expect(await media.database.query('SELECT FROM uploads WHERE id = $1', [id])).toEqual([]);
    expect(await isThere(id)).toBe(true);
  });

  it('sweeps more than one batch in one run, also with two sweepers at once', async () => {
    const ids = Array.from({ length: 450 }, () => uuidv7());
    await media.database.query(
      `INSERT INTO uploads (id, owner_id, purpose, expires_at) SELECT id, id, 'discovery', now() - interval '1 day'
        FROM unnest($1::uuid[]) AS id`,
      [ids],
    );
    await Promise.all([media.sweep(), media.sweep()]);
    await media.sweep();
    expect(await media.database.query('SELECT count(*)::int AS count FROM uploads WHERE id = ANY ($1)', [ids])).toEqual(
      [{ count: 0 }],
    );
  });

  it('keeps the rows while the store is down, so that the next round finds them', async () => {
    const id = await media.picture(guest(), await photo);
    await age(id, 30);
    const remove = media.store.remove.bind(media.store);
    media.store.remove = () => Promise.reject(new Error('The store is unavailable'));
    await expect(media.sweep()).rejects.toThrow('The store is unavailable');
    media.store.remove = remove;
    expect(await isThere(id)).toBe(true);
    await media.sweep();
    expect(await isThere(id)).toBe(false);
  });
});

describe('an account that is erased', () => {
  it('loses its pictures, even those that are shown, and its tickets; others keep theirs', async () => {
    const [gone, other] = [guest(), guest()];
    const [shown, loose, foreign] = [
      await media.picture(gone, await cameraJpeg()),
      await media.picture(gone, await cameraJpeg()),
      await media.picture(other, await cameraJpeg()),
    ];
    const ticket = await media.ticket(gone);
    await media.publish(eventOf(discoveryCreated, discovered(shown)));
    await eventually(async () => expect(await isUnused(shown)).toBe(false));
    await media.publish(eventOf(accountErased, { accountId: gone.subject }));
    // The round that the erasure itself started may be removing them, one file after the other.
    await eventually(async () => {
      await media.sweep();
      expect((await media.stored()).filter((path) => path.includes(shown) || path.includes(loose))).toEqual([]);
      expect(await media.database.query('SELECT FROM uploads WHERE owner_id = $1', [gone.subject])).toEqual([]);
    });
    expect([await isThere(shown), await isThere(loose), await isThere(foreign)]).toEqual([false, false, true]);
    expect((await media.put(ticket.path, await cameraJpeg())).status).toBe(404);
  });
});

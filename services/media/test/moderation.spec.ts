import { contentModerated, discoveryCreated } from '@sprayhunt/contracts';
import { type Identity, uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, guest, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OnContentModeratedHandler } from '../src/moderation/on-content-moderated.handler.js';
import { PictureUsesHandler } from '../src/objects/picture-uses.handler.js';
import { discovered } from './discovered.js';
import { cameraJpeg } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

let media: RunningMedia;
beforeAll(async () => {
  media = await runMedia();
});
afterAll(() => media.stop());

describe('a picture that moderators withhold', () => {
  const moderate = (kind: 'work' | 'picture', contentId: string, state: 'shown' | 'hidden', version: number) =>
    media.publish(eventOf(contentModerated, { kind, contentId, state, version }));
  const untilServed = (id: string, status: number) =>
    eventually(async () =>
      expect([(await media.get(`/objects/${id}`)).status, (await media.get(`/objects/${id}/small`)).status]).toEqual([
        status,
        status,
      ]),
    );

  it('is served no more, by itself or with its work, until the last decision is overturned', async () => {
    const id = await media.picture(guest(), await cameraJpeg({ width: 400, height: 300 }));
    const fact = discovered(id);
    await media.publish(eventOf(discoveryCreated, fact));
    await eventually(async () =>
      expect(await media.database.query('SELECT FROM picture_uses WHERE picture_id = $1', [id])).toHaveLength(1),
    );
    await moderate('picture', id, 'hidden', 1);
    await untilServed(id, 404);
    await moderate('work', fact.discoveryId, 'hidden', 3);
    await moderate('work', fact.discoveryId, 'shown', 2);
    await moderate('picture', id, 'shown', 4);
    await eventually(async () =>
      expect(
        await media.database.query(`SELECT FROM moderated_contents WHERE content_id = $1 AND is_shown`, [id]),
      ).toHaveLength(1),
    );
    await untilServed(id, 404);
    await moderate('work', fact.discoveryId, 'shown', 5);
    await untilServed(id, 200);
  });

  it('is served no more when the decision about its work comes before the work, also in the middle of it', async () => {
    const pictures = [
      await media.picture(guest(), await cameraJpeg({ width: 400, height: 300 })),
      await media.picture(guest(), await cameraJpeg({ width: 400, height: 300 })),
    ];
    const [early, simultaneous] = pictures.map((pictureId) => discovered(pictureId));
    await moderate('work', early!.discoveryId, 'hidden', 1);
    await eventually(async () =>
      expect(
        await media.database.query(`SELECT FROM moderated_contents WHERE content_id = $1`, [early!.discoveryId]),
      ).toHaveLength(1),
    );
    await media.publish(eventOf(discoveryCreated, early!));
    await untilServed(pictures[0]!, 404);
    let attached!: Promise<void>;
    await media.database.transaction(async (tx) => {
      await media.app.get(OnContentModeratedHandler).moderate(
        [
          eventOf(contentModerated, {
            kind: 'work',
            contentId: simultaneous!.discoveryId,
            state: 'hidden',
            version: 2,
          }),
        ],
        tx,
      );
      attached = media.database.transaction((other) =>
        media.app.get(PictureUsesHandler).discoveryCreated([eventOf(discoveryCreated, simultaneous!)], other),
      );
      await eventually(async () =>
        expect(
          await media.database.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        ).toHaveLength(1),
      );
    });
    await attached;
    await untilServed(pictures[1]!, 404);
  });

  it('is still visible to moderators and to its owner, at another address, and to no one else', async () => {
    const ann = player();
    const [id, other] = [
      await media.picture(ann, await cameraJpeg({ width: 400, height: 300 })),
      await media.picture(ann, await cameraJpeg({ width: 400, height: 300 })),
    ];
    await moderate('picture', id, 'hidden', 1);
    await untilServed(id, 404);
    const seenBy = async (as: Identity) => {
      const { data } = await media.graphql<{ _entities: ({ small: string; isTakenAway: boolean } | null)[] }>(
        'query ($of: [_Any!]!) { _entities(representations: $of) { ... on ReportedPicture { small isTakenAway } } }',
        { of: [id, uuidv7()].map((of) => ({ __typename: 'ReportedPicture', id: of })) },
        as,
      );
      return data!._entities;
    };
    for (const as of [{ ...player(), roles: ['moderator'] }, ann]) {
      const [seen, unknown] = await seenBy(as);
      expect([seen!.isTakenAway, unknown]).toEqual([true, null]);
      const { status, headers } = await media.get(seen!.small);
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect((await media.get(seen!.small.replace(id, other))).status).toBe(200);
      expect((await media.get(`${seen!.small}x`)).status).toBe(404);
    }
    for (const as of [player(), guest()]) expect(await seenBy(as)).toEqual([null, null]);
  });
});

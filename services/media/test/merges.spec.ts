import { Readable } from 'node:stream';
import {
  accountDataErased,
  accountErased,
  avatarChanged,
  galleryVisibilityChanged,
  mediaReady,
  signUpExpired,
  subjectMerged,
} from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, guest } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PictureMaker } from '../src/pipeline/picture-maker.js';
import { cameraJpeg } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

let media: RunningMedia;
let photo: Buffer;
beforeAll(async () => {
  media = await runMedia();
  photo = await cameraJpeg();
});
afterAll(() => media.stop());

const caller = () => ({ ...guest(), address: '203.0.113.9' });
const account = () =>
  ({ kind: 'player', subject: uuidv7(), status: 'verified', session: uuidv7(), address: '203.0.113.9' }) as const;
const ownerOf = async (picture: string) =>
  (
    await media.database.query<{ owner: string }[]>(
      `SELECT owner_id AS owner FROM pictures WHERE id = $1 AND NOT erased`,
      [picture],
    )
  )[0]?.owner;
const announcedFor = async (picture: string) =>
  (await media.published(mediaReady)).filter(({ pictureId }) => pictureId === picture).map(({ ownerId }) => ownerId);
const confirmed = async (id: string) =>
  (await media.published(accountDataErased)).filter(({ accountId }) => accountId === id).length;

async function merge(from: { subject: string }, into: { subject: string }): Promise<void> {
  await media.publish(eventOf(subjectMerged, { subjectId: from.subject, accountId: into.subject }));
  await eventually(async () =>
    expect(
      await media.database.query(`SELECT FROM erased_accounts WHERE account_id = $1`, [from.subject]),
    ).toHaveLength(1),
  );
}

describe('the uploads of a guest who turns out to have an account', () => {
  it('are the account’s: pictures, tickets, and what is sent to them', async () => {
    const [one, owner] = [caller(), account()];
    const [ready, ticket] = [await media.picture(one, photo), await media.ticket(one)];
    for (let times = 0; times < 2; times += 1) await merge(one, owner);
    expect((await media.put(ticket.path, photo)).status).toBe(200);
    const late = await media.ticket(one);
    expect((await media.put(late.path, photo)).status).toBe(200);
    expect(await Promise.all([ready, ticket.id, late.id].map(ownerOf))).toEqual([
      owner.subject,
      owner.subject,
      owner.subject,
    ]);
    expect([await announcedFor(ticket.id), await announcedFor(late.id)]).toEqual([[owner.subject], [owner.subject]]);
    const art = await media.graphql<{ addArt: { id: string } }>(
      `mutation ($input: AddArtInput!) { addArt(input: $input) { id } }`,
      { input: { imageUrl: `/objects/${ready}`, title: 'Fox' } },
      owner,
    );
    expect(art.data?.addArt.id).toBeDefined();
  });

  it('that arrive during the merge are finished for the account', async () => {
    const [one, owner] = [caller(), account()];
    const ticket = await media.ticket(one);
    const slow = new Readable({ read() {} });
    slow.push(photo.subarray(0, 1_000));
    const response = media.send('PUT', ticket.path, slow, { 'content-length': String(photo.length) });
    await eventually(async () => expect((await media.stored()).some((path) => path.startsWith('.spool/'))).toBe(true));
    await merge(one, owner);
    slow.push(photo.subarray(1_000));
    slow.push(null);
    expect((await response).status).toBe(200);
    expect([await ownerOf(ticket.id), await announcedFor(ticket.id)]).toEqual([owner.subject, [owner.subject]]);
  });

  it('that are being processed during the merge are the account’s as well', async () => {
    const [one, owner] = [caller(), account()];
    const maker = media.app.get(PictureMaker);
    const made = maker.make.bind(maker);
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const spy = jest.spyOn(maker, 'make').mockImplementation(async (...file) => {
      const picture = await made(...file);
      await held;
      return picture;
    });
    const ticket = await media.ticket(one);
    const response = media.put(ticket.path, photo);
    await eventually(() => expect(spy).toHaveBeenCalled());
    await merge(one, owner);
    go();
    expect((await response).status).toBe(200);
    spy.mockRestore();
    expect([await ownerOf(ticket.id), await announcedFor(ticket.id)]).toEqual([owner.subject, [owner.subject]]);
  });

  it('end with the account if it is erased already', async () => {
    const [one, owner] = [caller(), account()];
    const picture = await media.picture(one, photo);
    await media.publish(eventOf(accountErased, { accountId: owner.subject }));
    await eventually(async () => expect(await confirmed(owner.subject)).toBe(1));
    await merge(one, owner);
    await eventually(async () => expect((await media.stored()).filter((path) => path.includes(picture))).toEqual([]));
    expect((await media.put((await media.ticket(one)).path, photo)).status).toBe(404);
  });
});

it('a merged sign-up has no profile picture and no gallery of its own any more, also if their events come later', async () => {
  const [one, owner] = [caller(), account()];
  const [before, after] = [await media.picture(one, photo), await media.picture(one, photo)];
  const uses = () => media.database.query(`SELECT FROM picture_uses WHERE source_id = $1`, [one.subject]);
  await media.publish(
    eventOf(avatarChanged, { accountId: one.subject, pictureId: before, previousPictureId: null }),
    eventOf(galleryVisibilityChanged, { accountId: one.subject, isShown: false }),
  );
  await eventually(async () => expect(await uses()).toHaveLength(1));
  await merge(one, owner);
  const shown = caller();
  const marker = await media.picture(shown, photo);
  await media.publish(
    eventOf(avatarChanged, { accountId: one.subject, pictureId: after, previousPictureId: before }),
    eventOf(avatarChanged, { accountId: shown.subject, pictureId: marker, previousPictureId: null }),
  );
  await eventually(async () =>
    expect(await media.database.query(`SELECT FROM picture_uses WHERE source_id = $1`, [shown.subject])).toHaveLength(
      1,
    ),
  );
  expect([
    await uses(),
    await media.database.query(`SELECT FROM gallery_visibility WHERE owner_id = ANY ($1)`, [
      [one.subject, owner.subject],
    ]),
  ]).toEqual([[], []]);
  expect(
    await media.database.query(`SELECT FROM pictures WHERE id = ANY ($1) AND unused_since IS NULL`, [[before, after]]),
  ).toEqual([]);
});

it('a sign-up that expired loses its pictures, and that is confirmed', async () => {
  const one = caller();
  const picture = await media.picture(one, photo);
  await media.publish(eventOf(signUpExpired, { accountId: one.subject }));
  await eventually(async () => expect(await confirmed(one.subject)).toBe(1));
  expect([await ownerOf(picture), (await media.stored()).filter((path) => path.includes(picture))]).toEqual([
    undefined,
    [],
  ]);
});
